// SPDX-License-Identifier: MIT
//
// A name is read once, from left to right, with the brackets that are open; the notation is not
// known in advance, so separators of all languages are noted and the most telling kind decides at
// the end. Text inside brackets never separates: `std::map<a::b, c>::at` has its last `::` behind
// the bracket. What compilers append is cut off first. For unknown notations a name simply has no
// scope.
#include "quern/analysis/match/function_scope.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "quern/analysis/match/clone_suffixes.h"
#include "quern/analysis/match/scope_kind.h"
#include "quern/base/text.h"

namespace quern {

namespace {

constexpr auto kNowhere = std::string_view::npos;

constexpr bool is_name_byte(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// Operators that contain brackets, or begin like a longer one; the longest first.
constexpr std::string_view kOperators[] = {
    "<=>", "->*", "<<=", ">>=", "()", "[]", "->", "<<", ">>", "<=", ">=", "<", ">",
};

/// A separator outside of brackets.
struct Separator {
  size_t at = kNowhere;
  size_t length = 0;
  [[nodiscard]] explicit operator bool() const { return at != kNowhere; }
};

/// Walks a name once and notes where it falls apart.
class ScopeScanner {
 public:
  explicit ScopeScanner(std::string_view name)
      : name_(name), last_quote_(name.find('\'') == kNowhere ? 0 : name.rfind('\'')) {}

  void run() {
    while (at_ < name_.size() && !done_) {
      step();
    }
    end_ = std::min(at_, name_.size());
  }

  size_t start_ = 0;        ///< behind a return type and the like
  size_t end_ = 0;          ///< before parameters' qualifiers, recursion and caller suffixes
  Separator first_, last_;  ///< `::` or `->`
  Separator first_dot_, last_dot_;
  Separator first_semicolon_, last_semicolon_;
  /// The first component carries template arguments or parameters.
  bool first_has_brackets_ = false;

 private:
  [[nodiscard]] bool sees(std::string_view text) const {
    return name_.substr(at_).starts_with(text);
  }
  [[nodiscard]] char byte(size_t at) const { return at < name_.size() ? name_[at] : '\0'; }
  [[nodiscard]] bool is_outside() const { return open_.empty(); }

  void step() {
    const char c = name_[at_];
    const bool begins_word = at_ == 0 || !is_name_byte(name_[at_ - 1]);
    if (c == 'o' && begins_word && sees("operator") && !is_name_byte(byte(at_ + 8))) {
      skip_operator();
    } else if (c == '-' && byte(at_ + 1) == '>') {
      arrow();
    } else if (c == '\'' || c == '`') {
      quote();
    } else if (std::string_view("([{<").find(c) != kNowhere) {
      open(c);
    } else if (std::string_view(")]}>").find(c) != kNowhere) {
      close(c);
    } else if (is_outside()) {
      plain(c);
    } else {
      ++at_;
    }
  }

  void open(char c) {
    if (is_outside()) {
      const bool has_name = at_ != component_;
      in_conversion_ = in_conversion_ && c != '(';
      has_parameters_ = has_parameters_ || (has_name && c == '(');
      // `(*T)`, `{closure}`, `<T as U>` are names; what follows a name are its arguments.
      has_brackets_ = has_brackets_ || (c == '<' || (c == '(' && has_name));
    }
    open_.push_back(c);
    ++at_;
  }

  /// Closes its own bracket, with any `<` inside that was only a sign; a stray one closes nothing.
  void close(char c) {
    const char opener = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '<';
    if (opener != '<') {
      open_.resize(open_.find_last_not_of('<') + 1);
    }
    if (!open_.empty() && open_.back() == opener) {
      open_.pop_back();
    }
    ++at_;
  }

  void separate(Separator& first, Separator& last, size_t length) {
    if (!first_ && !first_dot_ && !first_semicolon_) {
      first_has_brackets_ = has_brackets_;
    }
    last = {at_, length};
    first = first ? first : last;
    at_ += length;
    component_ = at_;
    has_parameters_ = has_brackets_ = false;
  }

  void plain(char c) {
    if (in_conversion_) {
      ++at_;
    } else if (c == ':' && byte(at_ + 1) == ':') {
      separate(first_, last_, 2);
    } else if (c == '.' && at_ != component_ && byte(at_ - 1) != '.') {
      separate(first_dot_, last_dot_, 1);
    } else if (c == ';') {
      separate(first_semicolon_, last_semicolon_, 1);
    } else if (is_blank(c)) {
      blank();
    } else {
      ++at_;
    }
  }

  /// PHP's `Class->method`, not the arrow of a result type.
  void arrow() {
    const char next = byte(at_ + 2);
    if (is_outside() && !in_conversion_ && at_ != component_ &&
        (is_name_byte(next) || next == '{')) {
      separate(first_, last_, 2);
    } else {
      at_ += 2;
    }
  }

  /// Behind parameters come qualifiers: the name is over, unless it goes on with what is local to
  /// the function. Elsewhere a blank ends a result type or words such as "vtable for": the name
  /// begins again.
  void blank() {
    if (has_parameters_ && is_qualifier(name_.substr(at_ + 1))) {
      const size_t end = qualifiers_end();
      done_ = !name_.substr(end).starts_with("::");
      at_ = done_ ? at_ : end;
      return;
    }
    ++at_;
    start_ = component_ = at_;
    first_ = last_ = first_dot_ = last_dot_ = first_semicolon_ = last_semicolon_ = {};
    has_parameters_ = has_brackets_ = first_has_brackets_ = false;
  }

  /// Behind `const`, `const &` and the like: A::f() const::{lambda()#1}.
  [[nodiscard]] size_t qualifiers_end() const {
    static constexpr std::string_view kWords[] = {" ", "const", "volatile", "noexcept", "&"};
    size_t end = at_;
    for (;;) {
      const auto* const word = std::ranges::find_if(
          kWords, [&](std::string_view text) { return name_.substr(end).starts_with(text); });
      if (word == std::end(kWords)) {
        return end;
      }
      end += word->size();
    }
  }

  static bool is_qualifier(std::string_view rest) {
    static constexpr std::string_view kQualifiers[] = {
        "const", "volatile", "&", "[", "noexcept", "requires", "(.", "->", "restrict", "@",
    };
    return std::ranges::any_of(kQualifiers,
                               [rest](std::string_view word) { return rest.starts_with(word); });
  }

  /// 'lambda' and `anonymous namespace' are names; f'2 and f'main are a recursion and a caller.
  void quote() {
    const bool is_name = name_[at_] == '`' || at_ == component_;
    if (is_outside() && !is_name) {
      done_ = true;
      return;
    }
    if (!is_outside() || at_ >= last_quote_) {
      ++at_;
      return;
    }
    at_ = name_.find('\'', at_ + 1) + 1;
  }

  void skip_operator() {
    const bool is_outer = is_outside();
    at_ += 8;
    for (const std::string_view sign : kOperators) {
      if (sees(sign)) {
        at_ += sign.size();
        skip_blank_before_arguments();
        return;
      }
    }
    if (is_blank(byte(at_)) || byte(at_) == '"') {
      in_conversion_ = is_outer;  // a type, new, delete, a literal's suffix: up to the parameters
      return;
    }
    while (at_ < name_.size() && std::string_view("+-*/%^&|~!=,").find(name_[at_]) != kNowhere) {
      ++at_;
    }
    skip_blank_before_arguments();
  }

  void skip_blank_before_arguments() {
    if (sees(" <")) {
      ++at_;
    }
  }

  std::string_view name_;
  size_t last_quote_;  ///< where the last ' is
  size_t at_ = 0;
  size_t component_ = 0;  ///< where the current component begins
  std::string open_;      ///< the brackets around `at_`
  bool in_conversion_ = false;
  bool has_parameters_ = false;
  bool has_brackets_ = false;
  bool done_ = false;
};

/// Parrot's `0x55d0c8:main`: the address is no part of the name.
std::string_view without_address(std::string_view name) {
  if (!name.starts_with("0x")) {
    return name;
  }
  const size_t end = name.find_first_not_of("0123456789abcdefABCDEF", 2);
  return end != kNowhere && end > 2 && name[end] == ':' && !name.substr(end).starts_with("::")
             ? name.substr(end + 1)
             : name;
}

/// Xdebug writes internal functions as php::f, and includes and evaluated code as include::PATH.
bool is_php_include(std::string_view name) {
  static constexpr std::string_view kWords[] = {
      "include::", "include_once::", "require::", "require_once::", "eval::"};
  return std::ranges::any_of(kWords, [name](std::string_view word) {
    return name.starts_with(word) && name.find_first_of("/\\ ", word.size()) != kNowhere;
  });
}

/// Cuts what compilers and linkers append: f.part.0, f.constprop.1, f@@GLIBC_2.2.5, f@plt.
std::string_view without_clone_suffix(std::string_view name) {
  name = name.substr(0, name.find('@', 1));
  for (;;) {
    const size_t dot = name.rfind('.');
    if (dot == kNowhere || dot == 0) {
      return name;
    }
    const std::string_view suffix = name.substr(dot + 1);
    if (!std::ranges::all_of(suffix, is_digit) && !is_clone_suffix(suffix) &&
        suffix != "resolver") {
      return name;
    }
    name = name.substr(0, dot);
  }
}

/// Rust's older mangling ends in ::h and 16 hexadecimal digits.
std::string_view without_rust_hash(std::string_view name) {
  constexpr size_t kHash = 19;
  if (name.size() <= kHash || name.substr(name.size() - kHash, 3) != "::h" ||
      name.find_first_not_of("0123456789abcdef", name.size() - 16) != kNowhere) {
    return name;
  }
  return name.substr(0, name.size() - kHash);
}

/// Rust's closures belong to the module of their function.
std::string_view without_rust_closures(std::string_view name) {
  for (;;) {
    const size_t at = name.rfind("::{");
    if (at == kNowhere || at == 0) {
      return name;
    }
    const std::string_view last = name.substr(at + 2);
    const bool is_closure = last == "{{closure}}" ||
                            (last.starts_with("{closure#") && last.find('}') == last.size() - 1);
    if (!is_closure) {
      return name;
    }
    name = name.substr(0, at);
  }
}

/// Where the name of a Go package begins: behind its path.
size_t end_of_path(std::string_view name) {
  const size_t slash = name.substr(0, name.find_first_of("([{<")).rfind('/');
  return slash == kNowhere ? 0 : slash + 1;
}

/// Go's closures and wrappers, main.run.func1, main.(*T).Serve.gowrap2 and main.(*T).Serve-fm,
/// belong where their function does.
std::string_view without_go_closures(std::string_view name) {
  static constexpr std::string_view kWords[] = {"", "func", "gowrap", "deferwrap"};
  if (name.ends_with("-fm")) {
    name.remove_suffix(3);
  }
  const size_t path = end_of_path(name);
  for (;;) {
    const size_t dot = name.rfind('.');
    const size_t before = dot == kNowhere || dot == 0 ? kNowhere : name.rfind('.', dot - 1);
    if (before == kNowhere || before < path) {
      return name;
    }
    const std::string_view last = name.substr(dot + 1);
    const bool is_closure = std::ranges::any_of(kWords, [last](std::string_view word) {
      return last.size() > word.size() && last.starts_with(word) &&
             std::ranges::all_of(last.substr(word.size()), is_digit);
    });
    if (!is_closure) {
      return name;
    }
    name = name.substr(0, dot);
  }
}

/// What is before the last backslash: a PHP namespace.
std::string_view before_backslash(std::string_view name) {
  const size_t backslash = name.find_last_of('\\', name.find_first_of("{("));
  return backslash == kNowhere ? std::string_view() : name.substr(0, backslash);
}

/// a.b.C.m; in Go the dots of a package's path do not count.
FunctionScope dotted_scope(std::string_view name) {
  name = without_go_closures(without_clone_suffix(name));
  const size_t path = end_of_path(name);
  ScopeScanner scan(name.substr(path));
  scan.run();
  if (!scan.last_dot_ || scan.last_dot_.at + 1 >= scan.end_) {
    return {};
  }
  const size_t start = path == 0 ? scan.start_ : 0;
  const std::string_view scope = name.substr(start, path + scan.last_dot_.at - start);
  return {scope, name.substr(start, path + scan.first_dot_.at - start), kind_of_scope(scope, {})};
}

/// A::B::f, Class->method, Net/HTTP::get.
FunctionScope qualified_scope(std::string_view name, const ScopeScanner& scan) {
  FunctionScope scope;
  scope.class_name = name.substr(scan.start_, scan.last_.at - scan.start_);
  const std::string_view php_namespace = before_backslash(scope.class_name);
  if (!php_namespace.empty()) {
    scope.namespace_name = php_namespace;
  } else if (name.substr(scan.first_.at, 2) == "::" && !scan.first_has_brackets_) {
    const std::string_view first = name.substr(scan.start_, scan.first_.at - scan.start_);
    scope.namespace_name = first.substr(0, first.find('/'));
  }
  const bool is_class = !php_namespace.empty() || name.substr(scan.last_.at, 2) == "->";
  scope.class_kind = is_class ? ScopeKind::kClass
                              : kind_of_scope(scope.class_name, name.substr(scan.last_.at + 2));
  return scope;
}

}  // namespace

FunctionScope function_scope(std::string_view name) {
  name = without_address(name);
  if (name.starts_with("php::")) {
    name.remove_prefix(5);
  }
  if (is_php_include(name) || name.starts_with("_GLOBAL__")) {
    return {};
  }
  name = without_rust_closures(without_rust_hash(name));
  ScopeScanner scan(name);
  scan.run();
  if (scan.last_) {
    return qualified_scope(name, scan);
  }
  if (scan.last_semicolon_) {
    const std::string_view scope = name.substr(scan.start_, scan.last_semicolon_.at - scan.start_);
    return {scope, name.substr(scan.start_, scan.first_semicolon_.at - scan.start_),
            kind_of_scope(scope, {})};
  }
  if (scan.last_dot_) {
    return dotted_scope(name.substr(0, scan.end_));
  }
  return {{}, before_backslash(name.substr(scan.start_, scan.end_ - scan.start_)), {}};
}

}  // namespace quern
