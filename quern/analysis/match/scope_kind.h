// SPDX-License-Identifier: MIT
//
// Whether the scope of a function, "ns::list" of "ns::list::size() const", is a class. A name alone
// seldom tells, so this is a guess from one function: other functions of the scope may show more.
#pragma once

#include <cstdint>
#include <string_view>

namespace quern {

enum class ScopeKind : uint8_t { kNone, kNamespace, kClass };

/// `scope`: not empty. `member`: all of the name behind it, with parameters and qualifiers. Linear.
[[nodiscard]] ScopeKind kind_of_scope(std::string_view scope, std::string_view member);

}  // namespace quern
