// SPDX-License-Identifier: MIT
#include "quern/output/shared/short_names.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace quern {
namespace {

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

}  // namespace
}  // namespace quern
