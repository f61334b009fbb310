// SPDX-License-Identifier: MIT
#include "quern/source/readable_names.h"

#include <utility>

#include "quern/source/demangle.h"

namespace quern {

std::string_view ReadableNames::of(std::string_view name) const {
  const std::scoped_lock guard(lock_);
  if (const auto known = readable_.find(name); known != readable_.end()) {
    return known->second;
  }
  // Most names are not mangled, which is quickly seen: they need not be kept.
  std::optional<std::string> readable = demangle(name);
  return readable ? std::string_view(readable_.emplace(name, std::move(*readable)).first->second)
                  : name;
}

}  // namespace quern
