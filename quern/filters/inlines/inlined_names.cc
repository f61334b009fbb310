// SPDX-License-Identifier: MIT
#include "quern/filters/inlines/inlined_names.h"

#include <fmt/format.h>

namespace quern {

NameId InlinedNames::file(NameId known, ProfileBuilder& to) {
  files_.resize(code_->file_count(), kUnknownName);
  NameId& name = files_[known.index()];
  if (name == kUnknownName) {
    name = to.symbols().names.intern(code_->file_name(known));
  }
  return name;
}

FunctionId InlinedNames::function(const InlineStep& step, NameId file, NameId object,
                                  ProfileBuilder& to) {
  const std::string_view known = code_->function_name(step.function);
  Symbols& symbols = to.symbols();
  const NameId name =
      symbols.names.intern(fmt::format("{}{}", known.empty() ? "?" : known, kInlinedSuffix));
  return symbols.functions.intern({name, file, object});
}

}  // namespace quern
