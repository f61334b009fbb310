// SPDX-License-Identifier: MIT
//
// Where reports that point at files show what broke a rule. Code scanning rejects a whole report
// for one result without a file, so every result gets one.
#pragma once

#include <string>

#include "quern/compare/gate/gate.h"
#include "quern/compare/gate/gate_rule.h"

namespace quern {

struct GatePlaces {
  std::string root;     ///< the project's folder, absolute: paths in reports are relative to it
  ReportPlace main;     ///< where the program begins, relative to `root`; no file: not known
  std::string profile;  ///< a path relative to `root` for reports that need one when all else fails
};

/// Of a function, its file and line where the file lies in the project. Else where the rule is
/// written, or else where the program begins. No file where none of these is known. `finding` may
/// be null: something about the rule itself.
[[nodiscard]] ReportPlace place_of(const GateFinding* finding, const GateRule& rule,
                                   const GatePlaces& places);

/// " in /usr/include/x.h": the recorded file, where place_of() does not show it. Else empty.
[[nodiscard]] std::string elsewhere_phrase(const GateFinding& finding, const GatePlaces& places);

}  // namespace quern
