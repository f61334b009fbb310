// SPDX-License-Identifier: MIT
//
// A function's name in pieces: components with separators between them, lists of arguments, and
// what follows those. It is a scanner, not a demangler: it knows the brackets and separators of
// C++, Rust, D, Go, Java, PHP and Objective-C names, and takes what it does not know as text.
//
//   void ns::Map<int>::put(int) const [clone .isra.0]
//   lead text templates text arguments qualifier clone, with a separator before `Map` and `put`
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace quern {

struct NamePiece {
  enum class Kind : uint8_t {
    kText,
    kSeparator,  ///< `::`, `->`, `.`, `/`, `\`: a component begins behind it
    kTemplates,  ///< `<…>` behind a name, `!(…)` of D
    kOwner,      ///< `<T as Trait>` in front of the method of a Rust type
    kArguments,  ///< `(…)` behind a name, with the type that follows it in Java's `get()[B`
    kQualifier,  ///< " const" and the like, " requires …", " -> T", behind arguments
    kClone,      ///< " [clone .isra.0]", ".constprop.0", "[abi:cxx11]", " (inlined)"
    kNote,       ///< a file behind a name: " - /a/b.rb", " (/a/b.py:3)"
    kClosing,    ///< goes with what is before `name_begin`: `)(int)` of `void (*f())(int)`
  };
  Kind kind = Kind::kText;
  std::string_view text;
};

struct NamePieces {
  /// All of the name, in order.
  std::vector<NamePiece> pieces;
  size_t name_begin = 0;  ///< the first piece behind a return type; 0: there is none
  size_t last_begin = 0;  ///< the first piece of the last component
};

/// Linear in the name. From a bracket on that nothing closes, all is text.
[[nodiscard]] NamePieces pieces_of(std::string_view name);

/// The length of an `operator…` that `name` has at `at`, its symbol included; 0 where there is
/// none. A conversion operator has no symbol, and is none here.
[[nodiscard]] size_t operator_length(std::string_view name, size_t at);
/// Behind the bracket that closes the one at `open`; `open` itself where none does.
[[nodiscard]] size_t behind_arguments(std::string_view name, size_t open);
/// Whether names of functions consist of such characters: letters, digits, `_`, `$`, not ASCII.
[[nodiscard]] bool is_name_character(char c);

}  // namespace quern
