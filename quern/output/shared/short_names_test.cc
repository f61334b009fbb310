// SPDX-License-Identifier: MIT
#include "quern/output/shared/short_names.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

#include "quern/output/shared/display_width.h"

namespace quern {
namespace {

using Forms = std::vector<std::string>;

TEST(ShortName, FoldsTemplateArguments) {
  EXPECT_EQ(short_name("std::vector<int, std::allocator<int>>::at"), "std::vector<…>::at");
  EXPECT_EQ(short_name("void sort<It<int> >(It<int>, It<int>)"), "void sort<…>(It<…>, It<…>)");
  EXPECT_EQ(short_name("a<b>::c<d>"), "a<…>::c<…>");
}

TEST(ShortName, KeepsNamesWithoutArguments) {
  EXPECT_EQ(short_name("main"), "main");
  EXPECT_EQ(short_name(""), "");
  EXPECT_EQ(short_name("f(int)'2"), "f(int)'2");
}

TEST(ShortName, KeepsOperators) {
  EXPECT_EQ(short_name("operator<(A, B)"), "operator<(A, B)");
  EXPECT_EQ(short_name("operator<<(A<int>, B)"), "operator<<(A<…>, B)");
  EXPECT_EQ(short_name("A<int>::operator->() const"), "A<…>::operator->() const");
  EXPECT_EQ(short_name("operator<=><int>(A)"), "operator<=><…>(A)");
  EXPECT_EQ(short_name("operator>>=(A)"), "operator>>=(A)");
}

TEST(ShortName, FoldsArgumentsOfOperators) {
  EXPECT_EQ(short_name("operator<< <char>(A)"), "operator<< <…>(A)");
  EXPECT_EQ(short_name("operator<<<char>(A)"), "operator<<<…>(A)");
  EXPECT_EQ(short_name("operator<<char>(A)"), "operator<<…>(A)");
  EXPECT_EQ(short_name("f::operator()<int>(int)"), "f::operator()<…>(int)");
}

TEST(ShortName, CountsNoBracketInsideOfArgumentsThatIsNone) {
  EXPECT_EQ(short_name("f<(A)3, (1>2), int (*)(B<C>)>::g"), "f<…>::g");
  EXPECT_EQ(short_name("f<&A::operator->, 1>::g"), "f<…>::g");
  EXPECT_EQ(short_name("f<auto ()->int>::g"), "f<…>::g");
}

TEST(ShortName, KeepsNamesInAngleBrackets) {
  EXPECT_EQ(short_name("java.lang.Object.<init>"), "java.lang.Object.<init>");
  EXPECT_EQ(short_name("<T as core::Trait<U>>::call"), "<T as core::Trait<…>>::call");
  EXPECT_EQ(short_name("<unknown>"), "<unknown>");
}

TEST(ShortName, KeepsWhatNothingCloses) {
  EXPECT_EQ(short_name("a<b>::c<d"), "a<…>::c<d");
  EXPECT_EQ(short_name("a<b)"), "a<b)");
  EXPECT_EQ(short_name("a<b>>c"), "a<…>>c");
}

TEST(ShortName, TakesAnyBytes) {
  EXPECT_TRUE(rc::check([] {
    const auto name =
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab<>()-:, operator")));
    const std::string once = short_name(name);
    RC_ASSERT(once.size() <= name.size() + 2 * name.size());
  }));
}

TEST(Shortened, TypesAndTraitsOfRustKeepTheirLastComponents) {
  const std::string name =
      "<alloc::vec::Vec<T> as core::iter::traits::collect::FromIterator<T>>::from_iter";
  EXPECT_EQ(shortened(name, 60), "<Vec<T> as FromIterator<T>>::from_iter");
  EXPECT_EQ(shortened(name, 37), "…::from_iter");
  EXPECT_EQ(shortened("<core::fmt::Arguments>::as_str", 24), "<Arguments>::as_str");
  EXPECT_EQ(shortened("<module>", 5), "<m…e>");
}

TEST(Shortened, TypesThatJavaReturnsGoWithTheArguments) {
  const std::string name = "com.example.names.Class$Inner.method(Ljava/lang/String;)V";
  EXPECT_EQ(shortened(name, 40), "com.example.names.Class$Inner.method(…)");
  EXPECT_EQ(shortened(name, 37), "com.example.names.Class$Inner.method");
  EXPECT_EQ(shortened("java.util.List.get(I)Ljava/lang/Object;", 20), "java.util.List.get");
}

TEST(Shortened, ArgumentsGoFirstThenTemplateArgumentsThenNamespaces) {
  const std::string name = "void ns::Map<int, char>::put(int, long) const";
  EXPECT_EQ(shortened(name, 45), name);
  EXPECT_EQ(shortened(name, 44), "void ns::Map<int, char>::put(…) const");
  EXPECT_EQ(shortened(name, 36), "void ns::Map<int, char>::put const");
  EXPECT_EQ(shortened(name, 33), "void ns::Map<int, char>::put");
  EXPECT_EQ(shortened(name, 27), "ns::Map<int, char>::put");
  EXPECT_EQ(shortened(name, 22), "ns::Map<…>::put");
  EXPECT_EQ(shortened(name, 14), "…::Map<…>::put");
  EXPECT_EQ(shortened(name, 13), "…::put");
  EXPECT_EQ(shortened(name, 5), "put");
  EXPECT_EQ(shortened(name, 2), "p…");
}

TEST(ShorterForms, GoDownToTheLastComponent) {
  EXPECT_EQ(shorter_forms("void ns::Map<int, char>::put(int, long) const"),
            (Forms{"void ns::Map<int, char>::put(…) const", "void ns::Map<int, char>::put",
                   "ns::Map<int, char>::put", "ns::Map<…>::put", "…::put", "put"}));
  EXPECT_EQ(shorter_forms("main"), Forms());
  EXPECT_EQ(shorter_forms(""), Forms());
  EXPECT_EQ(shorter_forms("ns::f"), (Forms{"…::f", "f"}));
}

TEST(ShorterForms, AreFewAlsoOfLongNames) {
  std::string name = "f<";
  for (int at = 0; at < 5000; ++at) {
    name += "ns::type_" + std::to_string(at) + ", ";
  }
  EXPECT_EQ(shorter_forms(name + "int>::run(int)"), (Forms{"f<…>::run", "…::run", "run"}));
}

TEST(ShorterForms, EachIsWhatShortenedMakesOfItsWidth) {
  EXPECT_TRUE(rc::check([] {
    const auto name = *rc::gen::container<std::string>(
        rc::gen::elementOf(std::string("abcdefgh<>():: ,operator")));
    size_t width = display_width(name);
    for (const std::string& form : shorter_forms(name)) {
      RC_ASSERT(display_width(form) < width);
      width = display_width(form);
      RC_ASSERT(shortened(name, width) == form);
    }
    RC_ASSERT(width == least_width(name));
  }));
}

TEST(Shortened, TheLastComponentIsCutInOnePlaceAndOnlyWhereItIsTooWide) {
  EXPECT_EQ(shortened("ns::a_rather_long_function(int)", 22), "a_rather_long_function");
  EXPECT_EQ(shortened("ns::a_rather_long_function(int)", 21), "a_rather_l…g_function");
  EXPECT_EQ(shortened("main", 1), "…");
}

TEST(Shortened, OperatorsStayWhole) {
  EXPECT_EQ(shortened("ns::A<int>::operator<(ns::A<int> const&) const", 15), "…::operator<");
  EXPECT_EQ(shortened("ns::A::operator()(int, int)", 15), "…::operator()");
  EXPECT_EQ(shortened("ns::A::operator->() const", 15), "…::operator->");
  EXPECT_EQ(shortened("ns::operator/(ns::A, ns::B)", 15), "ns::operator/");
  EXPECT_EQ(shortened("ns::operator<< <char>(std::ostream&)", 20), "ns::operator<<<…>");
  EXPECT_EQ(shortened("ns::operator<< <char>(std::ostream&)", 14), "…::operator<<");
  EXPECT_EQ(shortened("operator new(unsigned long)", 15), "operator new(…)");
  EXPECT_EQ(shortened("operator new(unsigned long)", 12), "operator new");
}

TEST(Shortened, ConversionOperatorsKeepTheirType) {
  EXPECT_EQ(shortened("ns::A::operator std::string() const", 25), "…::operator std::string");
  EXPECT_EQ(shortened("ns::A::operator std::string() const", 20), "operator std::string");
}

TEST(Shortened, ConversionOperatorsFoldTheArgumentsOfTheirType) {
  const std::string name = "ns::very::Klass::operator std::map<int, char> const&() const";
  EXPECT_EQ(shortened(name, 46), "ns::very::Klass::operator std::map<…> const&");
  EXPECT_EQ(shortened(name, 40), "…::Klass::operator std::map<…> const&");
  EXPECT_EQ(shortened(name, 24), "operator std::map const&");
}

TEST(Shortened, WhatFollowsANameIsNoComponent) {
  const std::string base = "ns::very::long::Klass<int>::~Klass() [base object destructor]";
  EXPECT_EQ(shortened(base, 50), "…::long::Klass<…>::~Klass [base object destructor]");
  EXPECT_EQ(shortened(base, 20), "…::~Klass");
  const std::string constrained =
      "ns::name::f(int, std::map<int, int>) requires (sizeof(int)) > (4)";
  EXPECT_EQ(shortened(constrained, 50), "ns::name::f(…) requires (sizeof(int)) > (4)");
  EXPECT_EQ(shortened(constrained, 20), "ns::name::f");
  EXPECT_EQ(shortened("ns::name::f(int, long) [inlined]", 24), "ns::name::f(…) [inlined]");
  EXPECT_EQ(shortened("ns::name::f(int, long) (.isra.0)", 23), "ns::name::f (.isra.0)");
  EXPECT_EQ(shortened("ns::name::f(int) @ libfoo.so.1", 12), "…::f");
  EXPECT_EQ(shortened("Module.f(_: Swift.Int) -> Swift.Dictionary<A, B>", 20), "Module.f");
}

TEST(Shortened, FilesBehindNamesAreCutFirst) {
  const std::string ruby = "ActiveRecord::Relation#map - /usr/lib/ruby/gems/relation.rb";
  EXPECT_EQ(shortened(ruby, 50), "ActiveRecord::Relation#map - /usr/lib/…relation.rb");
  EXPECT_EQ(shortened(ruby, 30), "ActiveRecord::Relation#map");
  EXPECT_EQ(shortened(ruby, 15), "…::Relation#map");
  EXPECT_EQ(shortened("parse (/usr/lib/python3/site-packages/module.py:12)", 30),
            "parse (/usr/lib/p…odule.py:12)");
  EXPECT_EQ(shortened("a::parse (/usr/lib/module.py:12)", 12), "a::parse");
}

TEST(Shortened, NamesOfFunctionsThatReturnPointersToFunctionsStay) {
  const std::string name = "void (*ns::name::f(int, std::map<int, int> const&))(char, long)";
  EXPECT_EQ(shortened(name, 62), "void (*ns::name::f(…))(char, long)");
  EXPECT_EQ(shortened(name, 31), "void (*ns::name::f)(char, long)");
  EXPECT_EQ(shortened(name, 30), "ns::name::f");
  EXPECT_EQ(shortened(name, 9), "…::f");
  EXPECT_EQ(naming_parts(name).back(), "f");
}

TEST(Shortened, SelectorsOfObjectiveCStay) {
  const std::string name = "-[LongClassName(Category) setObject:forKey:]";
  EXPECT_EQ(shortened(name, 43), "-[LongClassName(…) setObject:forKey:]");
  EXPECT_EQ(shortened(name, 36), "-[LongClassName setObject:forKey:]");
  EXPECT_EQ(shortened(name, 33), "LongClassName setObject:forKey:");
  EXPECT_EQ(shortened(name, 20), "… setObject:forKey:");
  EXPECT_EQ(shortened(name, 12), "setObj…rKey:");
  EXPECT_EQ(naming_parts(name).back(), "setObject:forKey:");
}

TEST(Shortened, WhatASymbolIsOfAFunctionStays) {
  const std::string thunk = "non-virtual thunk to ns::name::Klass<int>::f(int) const";
  EXPECT_EQ(shortened(thunk, 40), "non-virtual thunk to …::Klass<…>::f");
  EXPECT_EQ(shortened(thunk, 20), "thunk to …::f");
  EXPECT_EQ(shortened("guard variable for ns::f(int)::instance", 20), "guard for instance");
  EXPECT_EQ(least_width(thunk), 10U);
}

TEST(Shortened, LambdasAndUnnamedNamespacesAreComponents) {
  const std::string lambda = "ns::f(int)::{lambda(ns::Long const&)#1}::operator()(ns::Long const&)";
  EXPECT_EQ(shortened(lambda, 38), "ns::f(…)::{lambda(…)#1}::operator()(…)");
  EXPECT_EQ(shortened(lambda, 26), "…::{lambda#1}::operator()");
  EXPECT_EQ(shortened("ns::f(int)::{lambda(int)#1}", 13), "…::{lambda#1}");
  EXPECT_EQ(shortened("(anonymous namespace)::f(int)", 26), "(anonymous namespace)::f");
  EXPECT_EQ(shortened("ns::(anonymous namespace)::f(int)", 20), "…::f");
}

TEST(Shortened, ClonesAndLevelsOfRecursionStayAsLongAsPossible) {
  EXPECT_EQ(shortened("ns::f(int) [clone .isra.0]", 24), "ns::f(…) [clone .isra.0]");
  EXPECT_EQ(shortened("ns::f(int) [clone .isra.0]", 20), "…::f [clone .isra.0]");
  EXPECT_EQ(shortened("ns::f(int) [clone .isra.0]", 19), "…::f");
  EXPECT_EQ(shortened("f(std::string)'2", 10), "f(…)'2");
  EXPECT_EQ(shortened("ns::f(std::string)'2", 6), "…::f'2");
  EXPECT_EQ(shortened("long_name.constprop.0", 12), "long_name");
  EXPECT_EQ(shortened("ns::f[abi:cxx11](int)", 18), "ns::f[abi:cxx11]");
  EXPECT_EQ(shortened("ns::f[abi:cxx11](int)", 9), "…::f");
}

TEST(Shortened, NamesOfOtherLanguagesKeepTheirLastComponent) {
  EXPECT_EQ(shortened("alloc::vec::Vec::{{closure}}", 20), "…::Vec::{{closure}}");
  EXPECT_EQ(shortened("<T as core::Trait<U>>::call", 10), "…::call");
  EXPECT_EQ(shortened("App\\Http\\Kernel->handle", 17), "…\\Kernel->handle");
  EXPECT_EQ(shortened("App\\Http\\Kernel::boot", 13), "…::boot");
  EXPECT_EQ(shortened("require_once::/var/www/html/index.php", 18), "…/html/index.php");
  EXPECT_EQ(shortened("github.com/acme/shop.(*Cart).Total", 18), "….(*Cart).Total");
  EXPECT_EQ(shortened("java.lang.StringBuilder.append", 20), "….append");
  EXPECT_EQ(shortened("std.stdio.writeln!(int, string).writeln(int)", 12), "….writeln");
  EXPECT_EQ(shortened("/usr/include/c++/12/bits/stl_vector.h", 20), "…/bits/stl_vector.h");
}

TEST(Shortened, TakesWhatNothingClosesAsText) {
  EXPECT_EQ(shortened("a::b<c(d", 6), "b<c(d");
  EXPECT_EQ(shortened("a)b>c]d}e", 5), "a)…}e");
}

/// A name of a language like C++, and its last component.
struct MadeName {
  std::string name, last;
};

std::string made_type() {
  static const std::vector<std::string> kTypes = {"int", "char const*",
                                                  "std::vector<int, std::allocator<int> >",
                                                  "void (*)(a::b, c<d>)", "A<1>"};
  return *rc::gen::elementOf(kTypes);
}

MadeName made_name() {
  static const std::vector<std::string> kNames = {"f",
                                                  "Parser",
                                                  "a_rather_long_component_of_a_name",
                                                  "operator<",
                                                  "operator()",
                                                  "operator->",
                                                  "operator std::string",
                                                  "~Parser",
                                                  "{lambda#2}",
                                                  "日本語"};
  static const std::vector<std::string> kBefore = {"ns", "(anonymous namespace)", "std",
                                                   "{impl#0}"};
  static const std::vector<std::string> kBehind = {"", " const", "'2", " [clone .isra.0]"};
  MadeName made;
  for (int scopes = *rc::gen::inRange(0, 4); scopes > 0; --scopes) {
    made.name += *rc::gen::elementOf(kBefore);
    made.name += *rc::gen::arbitrary<bool>() ? "" : "<" + made_type() + ">";
    made.name += "::";
  }
  made.last = *rc::gen::elementOf(kNames);
  made.name += made.last;
  const bool is_conversion = made.last == "operator std::string";  // its type ends the component
  made.name += is_conversion || *rc::gen::arbitrary<bool>() ? "" : "<" + made_type() + ">";
  if (!*rc::gen::arbitrary<bool>()) {
    made.name += "(" + made_type() + ", " + made_type() + ")" + *rc::gen::elementOf(kBehind);
  }
  return made;
}

bool is_balanced(std::string_view text) {
  return std::ranges::count(text, '(') == std::ranges::count(text, ')') &&
         std::ranges::count(text, '{') == std::ranges::count(text, '}') &&
         std::ranges::count(text, '[') == std::ranges::count(text, ']');
}

TEST(Shortened, NeverIsWiderThanAskedAndKeepsTheLastComponentAndBrackets) {
  EXPECT_TRUE(rc::check([] {
    const MadeName made = made_name();
    const auto columns = *rc::gen::inRange<size_t>(1, 90);
    const std::string text = shortened(made.name, columns);
    RC_ASSERT(display_width(text) <= columns);
    const size_t least = least_width(made.name);
    RC_ASSERT(least <= display_width(made.last) + 2);  // of '2
    if (least <= columns) {
      RC_ASSERT(text.find(made.last) != std::string::npos);
      RC_ASSERT(is_balanced(text));
    }
  }));
}

TEST(Shortened, TakesAnyBytesAndIsNeverWiderThanAsked) {
  EXPECT_TRUE(rc::check([] {
    const auto name = *rc::gen::container<std::string>(
        rc::gen::elementOf(std::string("ab<>()[]{}-:.,/\\' &operator")));
    const auto columns = *rc::gen::inRange<size_t>(1, 30);
    RC_ASSERT(display_width(shortened(name, columns)) <= columns);
    for (const std::string_view part : naming_parts(name)) {
      RC_ASSERT(name.find(part) != std::string::npos);
    }
  }));
}

TEST(NamingParts, AreTheNameAndItsEndsWithoutArguments) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(
      naming_parts("void ns::Map<int>::put<char>(int) const"),
      (Parts{"void ns::Map<int>::put<char>(int) const", "ns::Map<int>::put<char>",
             "Map<int>::put<char>", "ns::Map<int>::put", "Map<int>::put", "put<char>", "put"}));
  EXPECT_EQ(naming_parts("main"), (Parts{"main", "main"}));
  EXPECT_EQ(naming_parts("a::f()::{lambda(int)#1}"),
            (Parts{"a::f()::{lambda(int)#1}", "a::f()::{lambda(int)#1}", "f()::{lambda(int)#1}",
                   "{lambda(int)#1}"}));
}

}  // namespace
}  // namespace quern
