// SPDX-License-Identifier: MIT
//
// Whether `a::b::f` belongs to a class or to a namespace. Names do not say it in C++, so this is a
// judgment by spelling and by what only classes have. Where it is wrong, functions are grouped by
// one level more or less; no cost is lost.
#include "quern/analysis/match/scope_kind.h"

#include <algorithm>
#include <cstddef>

namespace quern {

namespace {

/// The last component of a class's or namespace's name.
std::string_view last_component_of(std::string_view scope) {
  size_t depth = 0;
  for (size_t at = scope.size(); at > 0; --at) {
    const char c = scope[at - 1];
    if (std::string_view(")]}>").find(c) != std::string_view::npos) {
      ++depth;
    } else if (std::string_view("([{<").find(c) != std::string_view::npos) {
      depth -= depth != 0 ? 1 : 0;
    } else if (depth == 0 && std::string_view(":.;/\\").find(c) != std::string_view::npos) {
      return scope.substr(at);
    }
  }
  return scope;
}

/// Whether the notation shows a class: template arguments, a receiver, a lambda, a capital letter.
bool looks_like_class(std::string_view component) {
  if (component.empty() || component == "<locals>" || component == "(anonymous namespace)") {
    return false;
  }
  const char first = component.front();
  return (first >= 'A' && first <= 'Z') || component.ends_with('>') || first == '(' ||
         first == '{' || first == '<' || first == '\'';
}

/// Whether only a class has such a function: a constructor, destructor, some operators, and what
/// does not change its object. `member`: all behind the class's name.
bool is_of_class(std::string_view member, std::string_view component) {
  static constexpr std::string_view kOfClasses[] = {"~", "operator()", "operator=(", "operator[]",
                                                    "operator->"};
  const size_t end = member.rfind(')');
  const bool is_const =
      end != std::string_view::npos && member.substr(end + 1).starts_with(" const");
  const size_t arguments = member.find('(');
  return is_const ||
         (arguments != std::string_view::npos && member.substr(0, arguments) == component) ||
         std::ranges::any_of(kOfClasses,
                             [member](std::string_view word) { return member.starts_with(word); });
}

}  // namespace

ScopeKind kind_of_scope(std::string_view scope, std::string_view member) {
  const std::string_view component = last_component_of(scope);
  return looks_like_class(component) || is_of_class(member, component) ? ScopeKind::kClass
                                                                       : ScopeKind::kNamespace;
}

}  // namespace quern
