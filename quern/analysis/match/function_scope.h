// SPDX-License-Identifier: MIT
//
// What a function's name tells of where it belongs: its class and its namespace, as text. Knows the
// notations of C++ (and Rust, D), PHP, Ruby, Java, Python, Go and Parrot:
//   std::vector<int>::push_back(int const&)   class std::vector<int>   namespace std
//   Shop\Cart->add                            class Shop\Cart          namespace Shop
//   Net/HTTP::get                             class Net/HTTP           namespace Net
//   java.util.List.add                        class java.util.List     namespace java
//   net/http.(*conn).serve                    class net/http.(*conn)   namespace net/http
#pragma once

#include <string_view>

#include "quern/analysis/match/scope_kind.h"

namespace quern {

/// Views into the name; empty where there is none.
struct FunctionScope {
  /// All before the last separator that is outside of brackets.
  std::string_view class_name;
  /// The first component; PHP: all before the class. None where that component has parameters or
  /// template arguments, or where `->` follows a class without a namespace.
  std::string_view namespace_name;
  /// What `class_name` names: a class where this function or the notation shows one, such as
  /// template arguments, a destructor, `->` or a capital letter; else a namespace, module or
  /// package.
  ScopeKind class_kind = ScopeKind::kNone;
  bool operator==(const FunctionScope&) const = default;
};

/// Linear in the name, whatever it holds.
[[nodiscard]] FunctionScope function_scope(std::string_view name);

}  // namespace quern
