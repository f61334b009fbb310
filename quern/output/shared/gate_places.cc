// SPDX-License-Identifier: MIT
#include "quern/output/shared/gate_places.h"

#include "quern/base/text.h"
#include "quern/compare/gate/main_place.h"

namespace quern {

ReportPlace place_of(const GateFinding* finding, const GateRule& rule, const GatePlaces& places) {
  if (finding != nullptr) {
    if (const auto path = project_path(finding->file, places.root)) {
      return {*path, finding->line};
    }
  }
  return rule.written.file.empty() ? places.main : rule.written;
}

std::string elsewhere_phrase(const GateFinding& finding, const GatePlaces& places) {
  const bool is_shown = finding.file.empty() || project_path(finding.file, places.root);
  return is_shown ? "" : " in " + printable(finding.file);
}

}  // namespace quern
