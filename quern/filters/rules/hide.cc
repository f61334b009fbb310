// SPDX-License-Identifier: MIT
#include "quern/filters/rules/hide.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/text.h"
#include "quern/filters/rules/codes.h"

namespace quern {

namespace {

using Words = std::string_view;

constexpr std::array<Words, 12> kAllocators = {"aligned_alloc",  "calloc",  "malloc",  "memalign",
                                               "posix_memalign", "pvalloc", "realloc", "valloc",
                                               "reallocarray",   "zcalloc", "zmalloc", "zrealloc"};

/// Functions of PHP that do nothing but call others.
constexpr std::array<Words, 26> kProxies = {"Closure->__invoke",
                                            "Closure->call",
                                            "ReflectionFunction->invoke",
                                            "ReflectionFunction->invokeArgs",
                                            "ReflectionMethod->invoke",
                                            "ReflectionMethod->invokeArgs",
                                            "array_diff_ukey",
                                            "array_filter",
                                            "array_intersect_ukey",
                                            "array_map",
                                            "array_reduce",
                                            "array_udiff",
                                            "array_udiff_assoc",
                                            "array_uintersect",
                                            "array_walk",
                                            "array_walk_recursive",
                                            "call_user_func",
                                            "call_user_func_array",
                                            "forward_static_call",
                                            "forward_static_call_array",
                                            "iterator_apply",
                                            "preg_replace_callback",
                                            "preg_replace_callback_array",
                                            "uasort",
                                            "uksort",
                                            "usort"};

constexpr std::string_view kPhp = "php::";

/// `new` and `new[]` as compilers name them, for aligned memory and without exceptions too.
bool is_mangled_new(std::string_view name) {
  if (!name.starts_with("_Znw") && !name.starts_with("_Zna")) {
    return false;
  }
  name.remove_prefix(4);
  if (!name.starts_with('m') && !name.starts_with('j')) {
    return false;
  }
  name.remove_prefix(1);
  constexpr std::string_view kAligned = "St11align_val_t";
  if (name.starts_with(kAligned)) {
    name.remove_prefix(kAligned.size());
  }
  return name.empty() || name == "RKSt9nothrow_t";
}

bool is_allocator(std::string_view name, std::string_view) {
  name = name.substr(0, name.find('@'));  // malloc@@GLIBC_2.2.5
  constexpr std::string_view kNew = "operator new";
  if (name.starts_with(kNew)) {
    const std::string_view rest = name.substr(kNew.size());
    return rest.empty() || rest.starts_with('(') || rest.starts_with("[]");
  }
  return std::ranges::find(kAllocators, name) != kAllocators.end() || is_mangled_new(name);
}

bool is_collector(std::string_view, std::string_view object) {
  const std::string_view base = base_name(object);
  return base.starts_with("libigprof.") || base.starts_with("IgProf.") ||
         base.starts_with("IgHook.");
}

bool is_php(std::string_view name, std::string_view) {
  return name.starts_with(kPhp);
}

bool is_proxy(std::string_view name, std::string_view) {
  return name.starts_with(kPhp) &&
         std::ranges::find(kProxies, name.substr(kPhp.size())) != kProxies.end();
}

/// "@php,@proxies" and not an expression for names such as "@?0x7f00".
bool names_presets(std::string_view word) {
  return word.size() > 1 && word[0] == '@' && is_lower(word[1]);
}

}  // namespace

Result<HideRules::Preset> HideRules::preset_named(std::string_view word) {
  struct Named {
    std::string_view name;
    Preset fits;
  };
  static constexpr std::array<Named, 4> kKnown = {{{"@allocators", is_allocator},
                                                   {"@collector", is_collector},
                                                   {"@php", is_php},
                                                   {"@proxies", is_proxy}}};
  std::vector<std::string_view> names;
  for (const Named& known : kKnown) {
    if (known.name == word) {
      return known.fits;
    }
    names.push_back(known.name);
  }
  const std::optional<std::string_view> close = nearest(word, names);
  return failure(
      usage_error(kBadFilter.name, fmt::format("--hide: unknown '{}'", printable(word)),
                  fmt::format("{} to match a name that begins with @, write [@]",
                              close ? fmt::format("did you mean {}?", *close)
                                    : fmt::format("the words are {};", fmt::join(names, ", ")))));
}

Result<HideRules> HideRules::read(std::span<const std::string> words, MatchedNames names) {
  std::vector<Preset> presets;
  std::vector<std::string> expressions;
  for (const std::string& word : words) {
    if (!names_presets(word)) {
      expressions.push_back(word);
      continue;
    }
    std::string_view left = word;
    while (!left.empty()) {
      const size_t comma = std::min(left.find(','), left.size());
      const Result<Preset> known = preset_named(left.substr(0, comma));
      if (!known) {
        return failure(known.error());
      }
      presets.push_back(*known);
      left.remove_prefix(std::min(comma + 1, left.size()));
    }
  }
  Result<FunctionRules> read = FunctionRules::read(expressions, std::move(names));
  if (!read) {
    return failure(read.error());
  }
  HideRules rules;
  static_cast<FunctionRules&>(rules) = std::move(*read);
  rules.presets_ = std::move(presets);
  return rules;
}

}  // namespace quern
