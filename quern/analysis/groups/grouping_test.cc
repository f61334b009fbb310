// SPDX-License-Identifier: MIT
#include "quern/analysis/groups/grouping.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

struct Named {
  std::string_view name, file, object;
};

Symbols symbols_of(std::initializer_list<Named> functions) {
  Symbols symbols;
  for (const Named& function : functions) {
    symbols.functions.intern({symbols.names.intern(function.name),
                              symbols.names.intern(function.file),
                              symbols.names.intern(function.object)});
  }
  return symbols;
}

using Texts = std::vector<std::string>;
using Groups = std::vector<uint32_t>;
using Kinds = std::vector<GroupKind>;

TEST(Grouping, KnowsItsWords) {
  for (const std::string_view word : group_by_words()) {
    const auto by = parse_group_by(word);
    ASSERT_TRUE(by) << word;
    EXPECT_EQ(to_string(*by), word);
  }
  EXPECT_EQ(parse_group_by("namespace"), GroupBy::kNamespace);
  EXPECT_EQ(parse_group_by("Class"), std::nullopt);
  EXPECT_EQ(parse_group_by(""), std::nullopt);
}

TEST(Grouping, ByFunctionLeavesAllApart) {
  const Symbols symbols = symbols_of({{"f", "a.c", ""}, {"f", "b.c", ""}, {"g", "a.c", ""}});
  const Grouping groups = group_functions(symbols, GroupBy::kFunction);
  EXPECT_EQ(groups.group_of, (Groups{0, 1, 2}));
  EXPECT_EQ(groups.texts, (Texts{"f", "f", "g"}));
}

TEST(Grouping, ByNameMergesFunctionsOfOneName) {
  const Symbols symbols =
      symbols_of({{"f", "a.c", ""}, {"g", "a.c", ""}, {"f", "b.c", "x"}, {"", "b.c", ""}});
  const Grouping groups = group_functions(symbols, GroupBy::kName);
  EXPECT_EQ(groups.group_of, (Groups{0, 1, 0, 2}));
  EXPECT_EQ(groups.texts, (Texts{"f", "g", ""}));
}

TEST(Grouping, ByFileAndByObjectPutTheUnknownTogether) {
  const Symbols symbols =
      symbols_of({{"f", "", "p"}, {"g", "a.c", "q"}, {"h", "???", "p"}, {"i", "a.c", ""}});
  EXPECT_EQ(group_functions(symbols, GroupBy::kFile).group_of, (Groups{0, 1, 0, 1}));
  EXPECT_EQ(group_functions(symbols, GroupBy::kFile).texts, (Texts{"", "a.c"}));
  EXPECT_EQ(group_functions(symbols, GroupBy::kObject).group_of, (Groups{0, 1, 0, 2}));
  EXPECT_EQ(group_functions(symbols, GroupBy::kObject).texts, (Texts{"p", "q", ""}));
}

TEST(Grouping, ByDirMergesFilesOfOneFolder) {
  const Symbols symbols = symbols_of({{"f", "/s/a.c", ""},
                                      {"g", "/s/b.c", ""},
                                      {"h", "c.c", ""},
                                      {"i", "", ""},
                                      {"j", "/d.c", ""}});
  const Grouping groups = group_functions(symbols, GroupBy::kDir);
  EXPECT_EQ(groups.group_of, (Groups{0, 0, 1, 2, 3}));
  EXPECT_EQ(groups.texts, (Texts{"/s", ".", "", "/"}));
}

TEST(Grouping, KnowsTheFirstFolders) {
  EXPECT_EQ(first_folders("/usr/lib/x", 0), "/usr/lib/x");
  EXPECT_EQ(first_folders("/usr/lib/x", 1), "/usr");
  EXPECT_EQ(first_folders("/usr/lib/x", 2), "/usr/lib");
  EXPECT_EQ(first_folders("/usr/lib/x", 4), "/usr/lib/x");
  EXPECT_EQ(first_folders("src//a/b", 2), "src//a");
  EXPECT_EQ(first_folders("C:\\s\\t", 2), "C:\\s");
  EXPECT_EQ(first_folders("/", 1), "/");
  EXPECT_EQ(first_folders(".", 3), ".");
  EXPECT_EQ(first_folders("./.", 1), "./.");
  EXPECT_EQ(first_folders("./src/./a/b", 2), "./src/./a");
  EXPECT_EQ(first_folders("", 1), "");
}

TEST(Grouping, KnowsFolders) {
  EXPECT_EQ(folder_of(""), "");
  EXPECT_EQ(folder_of("a.c"), ".");
  EXPECT_EQ(folder_of("/a.c"), "/");
  EXPECT_EQ(folder_of("s/t/a.c"), "s/t");
  EXPECT_EQ(folder_of("s/"), "s");
  EXPECT_EQ(folder_of("C:\\s\\a.php"), "C:\\s");
  EXPECT_EQ(folder_of("php:internal"), ".");
}

TEST(Grouping, ByClassAndByNamespaceReadTheName) {
  const Symbols symbols = symbols_of({{"main", "", ""},
                                      {"std::vector<int>::push_back(int const&)", "", ""},
                                      {"std::sort(int*, int*)", "", ""},
                                      {"std::vector<int>::size() const (inlined)", "", ""},
                                      {"f(std::string)", "", ""}});
  const Grouping classes = group_functions(symbols, GroupBy::kClass);
  EXPECT_EQ(classes.group_of, (Groups{0, 1, 2, 1, 0}));
  EXPECT_EQ(classes.texts, (Texts{"", "std::vector<int>", "std"}));
  EXPECT_EQ(classes.kinds, (Kinds{GroupKind::kUnknown, GroupKind::kClass, GroupKind::kNamespace}));
  const Grouping spaces = group_functions(symbols, GroupBy::kNamespace);
  EXPECT_EQ(spaces.group_of, (Groups{0, 1, 1, 1, 0}));
  EXPECT_EQ(spaces.texts, (Texts{"", "std"}));
}

/// "class A", "file a.c": the group of one function.
std::string class_group_of(std::string_view name) {
  const Grouping groups = group_functions(symbols_of({{name, "a.c", ""}}), GroupBy::kClass);
  return std::string(to_string(groups.kinds.at(0))) + " " + groups.texts.at(0);
}

TEST(Grouping, C13_ByClassFunctionsWithoutOneAreGroupedByNamespaceFileOrObject) {
  const Symbols symbols = symbols_of({{"main", "a.c", "prog"},
                                      {"helper", "a.c", "prog"},
                                      {"net::connect(int)", "net.cc", "prog"},
                                      {"net::Socket::send(int)", "net.cc", "prog"},
                                      {"0x4a2f", "", "prog"},
                                      {"0x4a30", "", ""}});
  const Grouping groups = group_functions(symbols, GroupBy::kClass);
  EXPECT_EQ(groups.texts, (Texts{"a.c", "net", "net::Socket", "prog", ""}));
  EXPECT_EQ(groups.group_of, (Groups{0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(groups.kinds, (Kinds{GroupKind::kFile, GroupKind::kNamespace, GroupKind::kClass,
                                 GroupKind::kObject, GroupKind::kUnknown}));
}

TEST(Grouping, C13_OneMemberFunctionMakesAClassOfALowercaseName) {
  const Symbols symbols =
      symbols_of({{"ns::list::make()", "a.cc", ""}, {"ns::list::size() const", "a.cc", ""}});
  EXPECT_EQ(group_functions(symbols, GroupBy::kClass).kinds, (Kinds{GroupKind::kClass}));
  EXPECT_EQ(class_group_of("ns::list::make()"), "namespace ns::list");
  EXPECT_EQ(class_group_of("ns::list::list(int)"), "class ns::list");
  EXPECT_EQ(class_group_of("ns::list::~list()"), "class ns::list");
  EXPECT_EQ(class_group_of("ns::list::operator[](int)"), "class ns::list");
}

TEST(Grouping, C13_ClassesOfOtherLanguagesAreFoundByTheirNotation) {
  EXPECT_EQ(class_group_of("core::fmt::write"), "namespace core::fmt");
  EXPECT_EQ(class_group_of("alloc::vec::Vec<T>::push"), "class alloc::vec::Vec<T>");
  EXPECT_EQ(class_group_of("<app::Shape as core::clone::Clone>::clone"),
            "class <app::Shape as core::clone::Clone>");
  EXPECT_EQ(class_group_of("app::run::{{closure}}::h0123456789abcdef"), "namespace app");
  EXPECT_EQ(class_group_of("app::run::{closure#0}"), "namespace app");
  EXPECT_EQ(class_group_of("runtime.mallocgc"), "namespace runtime");
  EXPECT_EQ(class_group_of("net/http.(*conn).serve"), "class net/http.(*conn)");
  EXPECT_EQ(class_group_of("main.main.func1"), "namespace main");
  EXPECT_EQ(class_group_of("main.(*Tree).Walk.func2.1"), "class main.(*Tree)");
  EXPECT_EQ(class_group_of("github.com/user/pkg.Func"), "namespace github.com/user/pkg");
  EXPECT_EQ(class_group_of("Shop\\Cart->add"), "class Shop\\Cart");
  EXPECT_EQ(class_group_of("cart->add"), "class cart");
  EXPECT_EQ(class_group_of("Shop\\total"), "namespace Shop");
  EXPECT_EQ(class_group_of("php::strlen"), "file a.c");
  EXPECT_EQ(class_group_of("java.util.List.add"), "class java.util.List");
  EXPECT_EQ(class_group_of("void std.stdio.writeln!(int)(int)"), "namespace std.stdio");
  EXPECT_EQ(class_group_of("(anonymous namespace)::f(int)"), "namespace (anonymous namespace)");
  EXPECT_EQ(class_group_of("f.isra.0"), "file a.c");
}

TEST(Grouping, OfNothingIsEmpty) {
  const Grouping groups = group_functions(Symbols(), GroupBy::kClass);
  EXPECT_EQ(groups.size(), 0U);
  EXPECT_TRUE(groups.group_of.empty());
}

}  // namespace
}  // namespace quern
