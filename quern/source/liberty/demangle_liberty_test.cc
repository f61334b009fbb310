// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/text.h"
#include "quern/source/demanglers.h"

namespace quern {
namespace {

class Liberty : public ::testing::Test {
 protected:
  void SetUp() override {
    if (liberty_demangler() == nullptr) {
      GTEST_SKIP() << "built without libiberty";
    }
  }
};

std::string by_liberty(std::string_view name) {
  return demangle_with(liberty_demangler(), name).value_or("");
}

std::string times(size_t count, std::string_view text) {
  std::string out;
  while (count-- != 0) {
    out += text;
  }
  return out;
}

TEST_F(Liberty, WritesSomeNamesInItsOwnStyle) {
  EXPECT_EQ(by_liberty("_ZZ4mainENKUlvE_clEv"), "main::{lambda()#1}::operator()() const");
  EXPECT_EQ(by_liberty("_ZZ1fvENKUlT_E_clIiEEDaS_"),
            "auto f()::{lambda(auto:1)#1}::operator()<int>(int) const");
  EXPECT_EQ(by_liberty("_ZN1aUt_C1Ev"), "a::{unnamed type#1}::a()");
  EXPECT_EQ(by_liberty("_ZlsILi1EERSoS0_"), "std::ostream& operator<< <1>(std::ostream&)");
  EXPECT_EQ(by_liberty("_Z1fIiEDTfp_ET_"), "decltype ({parm#1}) f<int>(int)");
  EXPECT_EQ(by_liberty("_D8demangle4testFaZv"), "demangle.test(char)");
}

TEST_F(Liberty, ReadsBothMeaningsOfUnresolvedNamesTheSameEachTime) {
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(by_liberty("_ZN1fIXsr1aE1bEE1gEv"), "f<a::b>::g()");
    EXPECT_EQ(by_liberty("_ZN1fIXsr1a1bEE1gEv"), "");
  }
}

TEST_F(Liberty, LeavesNamesThatCrashLibiberty) {
  // sizeof...(T) in the parameters of a generic lambda; a lambda with template parameters.
  for (const std::string_view name :
       {"_ZNK1aMUlDTsZT_EE_clEv", "_ZNK1aMUlDTsPDpT_EEE_clEv", "_ZN1fUlTyT_E_clIiEEvS_"}) {
    EXPECT_EQ(by_liberty(name), "") << name;
  }
  EXPECT_EQ(by_liberty("_Z1fIJidEEDTsZT_EDpT_"), "decltype (2) f<int, double>(int, double)");
}

TEST_F(Liberty, StopsWhereTheOutputIsTooLong) {
  const std::string head = "_Z1fI4000" + std::string(4000, 'x') + "Ev";
  EXPECT_EQ(by_liberty(head + times(100, "T_")).size(), 4000 * 101 + 2 * 99 + 10);
  for (int round = 0; round < 10; ++round) {
    EXPECT_EQ(by_liberty(head + times(1000, "T_")), "");
  }
}

TEST_F(Liberty, LeavesNamesThatWouldTakeHours) {
  const auto began = std::chrono::steady_clock::now();
  const auto digit = [](size_t at) { return std::string(1, "0123456789ABCDEFGHIJ"[at]); };
  std::string doubling = "_Z1fIJEEv1AIT_T_E";
  for (size_t at = 0; at < 20; ++at) {
    const std::string last = "S" + digit(at) + "_";
    doubling += "S_I" + last + last + "E";
  }
  for (const std::string& name :
       {"_ZN1AcvT_I" + times(40, "ZN1AcvT_I"),                // retried template arguments
        "_ZN1AcvT_I" + times(40, "ZN1AcvPT0000_I") + "iE",    //
        doubling + "DpSJ_",                                   // a doubling pattern of a pack
        "_Z" + times(40, "Z1aIJDpT_DpT_EEvv") + "1aIJEEvvE",  // packs that expand packs
        "_Z1f" + times(300, "1aIiE") + times(300, "RT_"),     // arguments that are copied
        "_D1a" + times(40, "FC1a"),                           // retried parameters
        "_D1a" + times(40, "__T1aS11a"),                      // retried symbols
        "_D1aFB2hh" + times(40, "B2QeQg") + "Zv",             // doubling tuples
        "_D1aF" + times(900, "A") + "QzQzQz"}) {
    for (const std::string_view tail : {"", "E", "EvT_", "Z", "Zv"}) {
      EXPECT_LE(by_liberty(name + std::string(tail)).size(), kLongestDemangled);
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

/// Mangled names among the symbols of this program.
std::vector<std::string> own_symbols() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> names;
  for (size_t at = bytes.find("_Z"); at < bytes.size(); at = bytes.find("_Z", at + 1)) {
    const size_t end = std::min(bytes.find('\0', at), bytes.size());
    if (at != 0 && bytes[at - 1] == '\0') {
      names.push_back(bytes.substr(at, end - at));
    }
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

std::string without_blanks(std::string_view text) {
  std::string out;
  std::ranges::remove_copy(text, std::back_inserter(out), ' ');
  return out;
}

TEST_F(Liberty, AgreesWithLlvmOnThisProgram) {
  if (llvm_demangler() == nullptr) {
    GTEST_SKIP() << "built without LLVM";
  }
  size_t by_llvm = 0;
  size_t by_both = 0;
  std::vector<std::string> different;
  for (const std::string& name : own_symbols()) {
    const std::optional<std::string> left = demangle_with(llvm_demangler(), name);
    const std::optional<std::string> right = demangle_with(liberty_demangler(), name);
    by_llvm += size_t{left.has_value()};
    by_both += size_t{left && right};
    // The styles of lambdas, unnamed types and expressions differ.
    const bool is_plain = left && !left->contains('\'') && !left->contains("decltype");
    if (is_plain && right && without_blanks(*left) != without_blanks(*right)) {
      different.push_back(name);
    }
  }
  if (by_llvm == 0) {
    GTEST_SKIP() << "this program has no symbols";
  }
  EXPECT_GT(by_both * 100, by_llvm * 80) << by_both << " of " << by_llvm;
  EXPECT_LT(different.size() * 100, by_both) << ::testing::PrintToString(different);
}

}  // namespace
}  // namespace quern
