// SPDX-License-Identifier: MIT
#include "quern/analysis/match/function_scope.h"

#include <gtest/gtest.h>

#include <string>

namespace quern {
namespace {

struct Case {
  std::string_view name;
  std::string_view class_name;
  std::string_view namespace_name;
};

void expect_all(std::initializer_list<Case> cases) {
  for (const Case& expected : cases) {
    const FunctionScope scope = function_scope(expected.name);
    EXPECT_EQ(scope.class_name, expected.class_name) << expected.name;
    EXPECT_EQ(scope.namespace_name, expected.namespace_name) << expected.name;
  }
}

TEST(FunctionScope, IsEmptyForPlainFunctions) {
  expect_all({
      {"", "", ""},
      {"main", "", ""},
      {"f(int)", "", ""},
      {"f(ns::A, ns::B<int>) const", "", ""},
      {"(below main)", "", ""},
      {"{main}", "", ""},
      {"0x00000000000a5bc0", "", ""},
      {"0x564c7a54da80:fibo", "", ""},
      {"~<len>", "", ""},
      {"('~', 0, 'len')", "", ""},
      {"unsigned long f<ns::A>(ns::A)", "", ""},
  });
}

TEST(FunctionScope, EndsBeforeTheLastColonsOutsideBrackets) {
  expect_all({
      {"A::f", "A", "A"},
      {"a::b::C::m(int)", "a::b::C", "a"},
      {"std::vector<int>::push_back(int const&)", "std::vector<int>", "std"},
      {"std::vector<int, std::allocator<int> >::~vector()",
       "std::vector<int, std::allocator<int> >", "std"},
      {"a::f(b::C, d::E)", "a", "a"},
      {"a::f<b::C>(b::C)", "a", "a"},
      {"__cxxabiv1::__class_type_info::__do_upcast(__cxxabiv1::__class_type_info const*, void**) "
       "const",
       "__cxxabiv1::__class_type_info", "__cxxabiv1"},
  });
}

TEST(FunctionScope, HasNoNamespaceThatTakesArguments) {
  expect_all({
      {"Box<double>::~Box()", "Box<double>", ""},
      {"f(int)::counter", "f(int)", ""},
      {"<T as core::ops::Drop>::drop", "<T as core::ops::Drop>", ""},
  });
}

TEST(FunctionScope, SkipsResultTypes) {
  expect_all({
      {"void ns::f<int>(int)", "ns", "ns"},
      {"std::string f(int)", "", ""},
      {"std::map<int, std::string>& ns::A::get<int>(int) const", "ns::A", "ns"},
      {"a::B const* ns::g<a::B>()", "ns", "ns"},
      {"decltype(auto) ns::f<int>(int)", "ns", "ns"},
      {"decltype ((a::b)(0)) ns::f<int>(int)", "ns", "ns"},
      {"void (anonymous namespace)::f<int>(int)", "(anonymous namespace)", "(anonymous namespace)"},
      {"non-virtual thunk to ns::A::f()", "ns::A", "ns"},
  });
}

TEST(FunctionScope, StopsAtQualifiersAndCloneMarks) {
  expect_all({
      {"A::f() const", "A", "A"},
      {"A::f() const &", "A", "A"},
      {"A::f(int) [clone .cold]", "A", "A"},
      {"A::f(int) (.part.0)", "A", "A"},
      {"A::f[abi:cxx11](int) const [clone .isra.0]", "A", "A"},
  });
}

TEST(FunctionScope, KnowsAnonymousNamespaces) {
  expect_all({
      {"(anonymous namespace)::f(int, char const*)", "(anonymous namespace)",
       "(anonymous namespace)"},
      {"ns::(anonymous namespace)::A::f()", "ns::(anonymous namespace)::A", "ns"},
      {"`anonymous namespace'::f(int)", "`anonymous namespace'", "`anonymous namespace'"},
      {"(1, 2)::f", "(1, 2)", "(1, 2)"},
  });
}

TEST(FunctionScope, ReadsOperatorsAsNames) {
  expect_all({
      {"A::operator()(int) const", "A", "A"},
      {"A::operator<(A const&) const", "A", "A"},
      {"A::operator>(A const&) const", "A", "A"},
      {"A::operator->() const", "A", "A"},
      {"A::operator->*(int)", "A", "A"},
      {"A::operator<=>(A const&) const", "A", "A"},
      {"A::operator[](unsigned long)", "A", "A"},
      {"A::operator<<=(int)", "A", "A"},
      {"A::operator,(a::B)", "A", "A"},
      {"bool ns::operator==<int>(ns::A<int> const&)", "ns", "ns"},
      {"bool ns::operator< <a::B>(a::B const&)", "ns", "ns"},
      {"std::basic_ostream<char, std::char_traits<char> >& std::operator<< "
       "<std::char_traits<char> >(std::basic_ostream<char, std::char_traits<char> >&, char const*)",
       "std", "std"},
      {"ns::g<&ns::A::operator<>(int)", "ns", "ns"},
      {"operator new(unsigned long)", "", ""},
      {"operator delete[](void*, std::align_val_t)", "", ""},
      {"ns::operator\"\"_km(long double)", "ns", "ns"},
      {"ns::my_operator::f()", "ns::my_operator", "ns"},
  });
}

TEST(FunctionScope, ReadsConversionsAsNames) {
  expect_all({
      {"A::operator bool() const", "A", "A"},
      {"A::operator std::string() const", "A", "A"},
      {"ns::A::operator std::vector<int, a::B>&()", "ns::A", "ns"},
      {"A::operator unsigned long() const", "A", "A"},
  });
}

TEST(FunctionScope, ReadsLambdasAsNames) {
  expect_all({
      {"f()::{lambda()#1}::operator()() const", "f()::{lambda()#1}", ""},
      {"ns::A::f(int)::{lambda(a::B)#2}::operator()(a::B) const", "ns::A::f(int)::{lambda(a::B)#2}",
       "ns"},
      {"A::f() const::{lambda(int)#1}::operator()(int) const", "A::f() const::{lambda(int)#1}",
       "A"},
      {"auto ns::f<int>()::{lambda(auto:1)#1}::operator()<int>(int) const",
       "ns::f<int>()::{lambda(auto:1)#1}", "ns"},
      {"ns::f()::'lambda'(int)::operator()(int) const", "ns::f()::'lambda'(int)", "ns"},
      {"main::{lambda()#1}::operator()", "main::{lambda()#1}", "main"},
  });
}

TEST(FunctionScope, IgnoresRecursionAndCallers) {
  expect_all({
      {"f'2", "", ""},
      {"A::f(int)'2", "A", "A"},
      {"A::f'b::g", "A", "A"},
      {"f'b::g'2", "", ""},
      {"operator new(unsigned long)'2", "", ""},
      {"ns::f()::'lambda'(int)::operator()(int) const'3", "ns::f()::'lambda'(int)", "ns"},
  });
}

TEST(FunctionScope, KnowsPhp) {
  expect_all({
      {"Cart->add", "Cart", ""},
      {"Cart::create", "Cart", "Cart"},
      {"Shop\\Cart->add", "Shop\\Cart", "Shop"},
      {"Shop\\Sub\\Cart::create", "Shop\\Sub\\Cart", "Shop\\Sub"},
      {"Shop\\total", "", "Shop"},
      {"Shop\\Cart\\{closure:/srv/a\\b.php:13-13}", "", "Shop\\Cart"},
      {"Shop\\Cart->{closure:/srv/a->b.php:1-2}", "Shop\\Cart", "Shop"},
      {"{anonymous-class:/srv/x::y.php:21-21}->f", "{anonymous-class:/srv/x::y.php:21-21}", ""},
      {"php::strlen", "", ""},
      {"php::PDO->query", "PDO", ""},
      {"include::/srv/my lib/b (1).php", "", ""},
      {"require_once::C:\\www\\a.php", "", ""},
      {"eval", "", ""},
      {"__halt->compiler", "__halt", ""},
  });
}

TEST(FunctionScope, KnowsRubyPaths) {
  expect_all({
      {"Net/HTTP::get", "Net/HTTP", "Net"},
      {"A/B/C::m", "A/B/C", "A"},
      {"Array::<<", "Array", "Array"},
      {"Array::[]", "Array", "Array"},
  });
}

TEST(FunctionScope, KnowsDottedNamesWhereNothingElseSeparates) {
  expect_all({
      {"a.b.C.m", "a.b.C", "a"},
      {"java.util.List.add(int, java.lang.Object)", "java.util.List", "java"},
      {"java.lang.Object.<init>", "java.lang.Object", "java"},
      {"module.f.<locals>.g", "module.f.<locals>", "module"},
      {"a.b::C::m", "a.b::C", "a.b"},
      {"void std.stdio.writeln!(int)(int)", "std.stdio", "std"},
      {"a.", "", ""},
      {".hidden", "", ""},
      {"f(...)", "", ""},
  });
}

TEST(FunctionScope, KnowsGoPackages) {
  expect_all({
      {"runtime.mallocgc", "runtime", "runtime"},
      {"main.(*T).Method", "main.(*T)", "main"},
      {"net/http.(*conn).serve", "net/http.(*conn)", "net/http"},
      {"github.com/user/pkg.Func", "github.com/user/pkg", "github.com/user/pkg"},
      {"example.com/a/b.F[go.shape.int]", "example.com/a/b", "example.com/a/b"},
  });
}

TEST(FunctionScope, DoesNotTakeSuffixesOfTheToolChainForMethods) {
  expect_all({
      {"f.part.0", "", ""},
      {"get_common_indices.constprop.0", "", ""},
      {"dfs_traversal.part.0'2", "", ""},
      {"f.isra.0.cold", "", ""},
      {"f.llvm.123456", "", ""},
      {"counter.0", "", ""},
      {"memcpy@@GLIBC_2.14", "", ""},
      {"__atan2_finite@GLIBC_2.15", "", ""},
      {"malloc@plt", "", ""},
      {"_GLOBAL__sub_I_main.cc", "", ""},
      {"core::fmt::write::h0123456789abcdef", "core::fmt", "core"},
      {"a.C.m.part.0", "a.C", "a"},
  });
}

TEST(FunctionScope, KnowsParrot) {
  expect_all({
      {"parrot;main", "parrot", "parrot"},
      {"parrot;Animal;speak", "parrot;Animal", "parrot"},
      {"0x5558a99ac470:parrot;Animal;speak", "parrot;Animal", "parrot"},
  });
}

TEST(FunctionScope, ViewsTheNameItself) {
  const std::string name = "void a::b::f<int>(int)";
  const FunctionScope scope = function_scope(name);
  EXPECT_EQ(scope.class_name.data(), name.data() + 5);
  EXPECT_EQ(scope.namespace_name.data(), name.data() + 5);
}

TEST(FunctionScope, IsFoundInLinearTimeHoweverDeepBracketsGo) {
  constexpr size_t kDepth = 1 << 20;
  expect_all({{"A::f" + std::string(kDepth, '('), "A", "A"}});
  expect_all({{std::string(kDepth, '<') + "A::f", "", ""}});
  expect_all({{"A::f" + std::string(kDepth, '<') + std::string(kDepth, ')'), "A", "A"}});
  std::string mixed = "A::f" + std::string(kDepth, '[');
  for (size_t left = kDepth; left != 0; --left) {
    mixed += "<)";
  }
  expect_all({{mixed, "A", "A"}});
  std::string closures = "a.f";
  for (size_t left = kDepth; left != 0; --left) {
    closures += ".func1";
  }
  expect_all({{closures, "a", "a"}});
  std::string quotes = "A::";
  for (size_t left = kDepth; left != 0; --left) {
    quotes += "`";
  }
  expect_all({{quotes, "A", "A"}});
}

}  // namespace
}  // namespace quern
