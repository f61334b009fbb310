// SPDX-License-Identifier: MIT
#include "quern/source/demangle.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "quern/source/demanglers.h"

namespace quern {
namespace {

/// Null, for none, is what a build without a library has.
std::vector<const Demangler*> demanglers() {
  std::vector<const Demangler*> all = {llvm_demangler(), liberty_demangler()};
  std::erase(all, nullptr);
  return all.empty() ? std::vector<const Demangler*>{nullptr} : all;
}

/// Expects the same of each demangler that is built in; libiberty writes `> >` for `>>` of C++.
void expect_reads(std::string_view name, std::string_view text) {
  for (const Demangler* demangler : demanglers()) {
    const bool is_apart = demangler == liberty_demangler() && name.starts_with("_Z");
    std::string expected;
    for (const char c : text) {
      expected += is_apart && c == '>' && expected.ends_with('>') ? " >" : std::string(1, c);
    }
    EXPECT_EQ(demangle_with(demangler, name).value_or(""), expected) << name;
  }
}

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t at = 0; at < times; ++at) {
    out += text;
  }
  return out;
}

/// "0_", "1_" … as Rust counts: 0 is `_`.
std::string base62(size_t value) {
  constexpr std::string_view kDigits =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (value == 0) {
    return "_";
  }
  std::string out = "_";
  --value;
  do {
    out.insert(out.begin(), kDigits[value % kDigits.size()]);
    value /= kDigits.size();
  } while (value != 0);
  return out;
}

/// A function of `count` tuples, each of them the one before, twice.
std::string doubling_rust(size_t count) {
  std::string name = "_RINvC1a1bThhE";
  size_t last = name.size() - 2 - 4;
  for (size_t at = 0; at < count; ++at) {
    const size_t here = name.size() - 2;
    name += "TB" + base62(last) + "B" + base62(last) + "E";
    last = here;
  }
  return name + "E";
}

/// The same for C++.
std::string doubling_itanium(size_t count) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string name = "_Z1f1AIiiE";
  for (size_t at = 0; at < count; ++at) {
    const std::string last = {'S', kDigits[at % kDigits.size()], '_'};
    name += "S_I" + last + last + "E";
  }
  return name;
}

class Demangle : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_demangler()) {
      GTEST_SKIP() << "built without a demangler";
    }
  }
};

TEST_F(Demangle, ReadsCppNames) {
  expect_reads("_ZN1a1bEi", "a::b(int)");
  expect_reads("_Z3fmtB5cxx11i", "fmt[abi:cxx11](int)");
  expect_reads("_ZNSt6localeC1Ev", "std::locale::locale()");
  expect_reads("_ZN1AcvT_IiEEv", "A::operator int<int>()");
  expect_reads("_ZTv0_n24_N1AD0Ev", "virtual thunk to A::~A()");
  expect_reads("_ZSt3getIJidPcEEvSt5tupleIJDpT_EE",
               "void std::get<int, double, char*>(std::tuple<int, double, char*>)");
  expect_reads(
      "_ZNSt8__detail9_Map_baseIiSt4pairIKiS1_ESaIS3_ENS_10_Select1stESt8equal_toIiE"
      "St4hashIiENS_18_Mod_range_hashingENS_20_Default_ranged_hashENS_20_Prime_rehash"
      "_policyENS_17_Hashtable_traitsILb0ELb0ELb1EEELb1EEixERS2_",
      "std::__detail::_Map_base<int, std::pair<int const, std::pair>, "
      "std::allocator<std::pair<int const, std::pair>>, std::__detail::_Select1st, "
      "std::equal_to<int>, std::hash<int>, std::__detail::_Mod_range_hashing, "
      "std::__detail::_Default_ranged_hash, std::__detail::_Prime_rehash_policy, "
      "std::__detail::_Hashtable_traits<false, false, true>, "
      "true>::operator[](int const&)");
}

TEST_F(Demangle, ReadsRustNames) {
  expect_reads("_RNvC6_123foo3bar", "123foo::bar");
  expect_reads("_RINvNtC3std3mem8align_ofjdE", "std::mem::align_of::<usize, f64>");
  expect_reads("_RNvMs0_NtCs1234_7mycrate3fooINtB5_3FoopE3new", "<mycrate::foo::Foo<_>>::new");
  expect_reads("_RNCNvC4test4main0", "test::main::{closure#0}");
  expect_reads("_RNCNCNvC4test4main00", "test::main::{closure#0}::{closure#0}");
  expect_reads("_RNvXsU_NtNtCsgEmfK2I1SDS_4core3cmp5implsjNtB7_10PartialOrd2lt",
               "<usize as core::cmp::PartialOrd>::lt");
  expect_reads("_RINvNtCs1_4core3ptr13drop_in_placeDNtNtB4_3any3AnyEL_EB2_",
               "core::ptr::drop_in_place::<dyn core::any::Any>");
  expect_reads("_RINvC1a1bFUKCThRlEEmE", "a::b::<unsafe extern \"C\" fn((u8, &i32)) -> u32>");
  expect_reads("_RINvC1a1bAhj10_E", "a::b::<[u8; 16]>");
}

TEST_F(Demangle, ReadsDNames) {
  expect_reads("_D8demangle4testi", "demangle.test");
  expect_reads("_Dmain", "D main");
}

TEST(DemangleLegacyRust, ReadsNamesAndDropsTheHash) {
  expect_reads("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad");
  expect_reads(
      "_ZN58_$LT$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$3fmt"
      "17h0123456789abcdefE",
      "<alloc::string::String as core::fmt::Debug>::fmt");
  expect_reads("_ZN3foo17$RF$$LP$T$C$U$RP$3bar17h0123456789abcdefE.llvm.99",
               "foo::&(T,U)::bar [clone .llvm.99]");
}

TEST_F(Demangle, TakesNoCppNameForRust) {
  expect_reads("_ZN1a17h0000000000000000E", "a::h0000000000000000");
  expect_reads("_ZN1a17h0123456789abcdegE", "a::h0123456789abcdeg");
  expect_reads("_ZN1a17h0123456789abcdefEv", "a::h0123456789abcdef()");
  expect_reads("_ZN4$u1$17h0123456789abcdefE", "$u1$::h0123456789abcdef");
}

TEST_F(Demangle, KeepsWhatIsAppended) {
  expect_reads("_Z1fi.part.0", "f(int) [clone .part.0]");
  expect_reads("_Z1fi.constprop.1.isra.0", "f(int) [clone .constprop.1.isra.0]");
  expect_reads("_Z1fi@@GLIBCXX_3.4", "f(int)@@GLIBCXX_3.4");
  expect_reads("_Z1fi@V_1", "f(int)@V_1");
  expect_reads("_Z1fi'2", "f(int)'2");
  expect_reads("_Z1fi.cold'2", "f(int) [clone .cold]'2");
}

TEST(DemangleAny, LeavesOtherNamesAlone) {
  for (const std::string_view name :
       {"", "_", "_Z", "_R", "_D", "_ZN", "_ZNE", "_ZZZ", "_Z1", "_Z99999999999999999999a", "main",
        "f(int)", "__libc_start_main", "_init", "_Zebra crossing", "_RNvB_1a", "@?0x1234",
        "ZN1a1bEi", "_ZN1a17h0123456789abcdef"}) {
    for (const Demangler* demangler : demanglers()) {
      EXPECT_EQ(demangle_with(demangler, name), std::nullopt) << name;
    }
  }
}

TEST(DemangleAny, ChoosesLlvmBeforeLibiberty) {
  const Demangler* const chosen = chosen_demangler();
  EXPECT_EQ(has_demangler(), chosen != nullptr);
  EXPECT_EQ(demangler_text(), chosen == nullptr ? "" : chosen->description);
  EXPECT_EQ(chosen, llvm_demangler() == nullptr ? liberty_demangler() : llvm_demangler());
}

/// A function whose name makes the mangled name so long.
std::string function_of_size(size_t size) {
  const size_t letters = size - 2 - std::to_string(size).size() - 1;
  return "_Z" + std::to_string(letters) + std::string(letters, 'x') + "v";
}

TEST_F(Demangle, LeavesNamesBeyondItsLimitsAlone) {
  for (const Demangler* demangler : demanglers()) {
    const auto reads = [&](std::string_view name) {
      return demangle_with(demangler, name).has_value();
    };
    const size_t longest = demangler == llvm_demangler() ? kLongestMangled : 8192;
    EXPECT_TRUE(reads(function_of_size(longest - 1)));
    EXPECT_FALSE(reads(function_of_size(longest + 2)));
    EXPECT_TRUE(reads(doubling_itanium(8)));
    EXPECT_FALSE(reads(doubling_itanium(30)));
    EXPECT_TRUE(reads(doubling_rust(8)));
    EXPECT_FALSE(reads(doubling_rust(60)));
  }
}

TEST(DemangleAny, MeasuresAtLeastWhatIsWritten) {
  for (const std::string& name :
       {std::string("_RNvC1a1b"), std::string("_RINvC1a1bFUKCThRlEEmE"), doubling_rust(3),
        doubling_rust(12), std::string("_RNCNCNvC1a1bs0_0s1_0"),
        std::string("_RINvC1a1bDG1_NtB2_1cp1dRL0_hEL0_E")}) {
    const std::optional<size_t> size = measure_rust(name);
    ASSERT_NE(size, std::nullopt) << name;
    for (const Demangler* demangler : demanglers()) {
      EXPECT_GE(*size, demangle_with(demangler, name).value_or("").size()) << name;
    }
  }
}

TEST(DemangleAny, SurvivesHostileNames) {
  constexpr size_t kBytes = 65'000;
  const std::array<std::pair<std::string_view, std::string_view>, 34> kNested = {{
      {"_Z1f", "P"},    {"_Z1f", "K"},        {"_Z1f", "F"},        {"_Z1f", "M"},
      {"_Z1f", "A_"},   {"_Z1f", "Dp"},       {"_Z1f", "U3abc"},    {"_Z1f", "u1aI"},
      {"_Z1f", "Tp"},   {"_ZZ1fENKUl", "Tp"}, {"_ZZ1fENKUl", "Tt"}, {"_Z1fIX", "pl"},
      {"_Z1fIX", "qu"}, {"_Z1fIJ", "J"},      {"_Z1fI", "N1aI"},    {"_Z", "ZN1a"},
      {"_Z1fDT", "cv"}, {"_Z1fIXil", "di1a"}, {"_Z", "GR"},         {"_Z", "Tc"},
      {"_ZN", "cv"},    {"_ZN", "1a"},        {"_Z1fB", "1aB"},     {"_ZN1acvT_", "ZN1acvT_"},
      {"_Z1fIX", "sr"}, {"_RINvC1a1b", "T"},  {"_RINvC1a1b", "P"},  {"_R", "Y"},
      {"_R", "Nv"},     {"_R", "M"},          {"_RINvC1a1b", "FF"}, {"_D", "1a"},
      {"_D1a", "Q"},    {"_ZN", "1$"},
  }};
  const auto began = std::chrono::steady_clock::now();
  for (const auto& [head, piece] : kNested) {
    for (const std::string_view tail : {"", "i", "E", "Ev", "1a"}) {
      const std::string name =
          std::string(head) + repeated(piece, kBytes / piece.size()) + std::string(tail);
      for (const Demangler* demangler : demanglers()) {
        const std::optional<std::string> out = demangle_with(demangler, name);
        EXPECT_LE(out.value_or("").size(), kLongestDemangled);
      }
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(60));
}

TEST(DemangleAny, SurvivesAnEmptyArrayBeforeAllElse) {
  for (const std::string head : {"", "_Z", "_ZN", "_Z1fI"}) {
    for (const Demangler* demangler : demanglers()) {
      EXPECT_FALSE(demangle_with(demangler, head + "UlD\n")) << head;
    }
  }
}

TEST(DemangleAny, SurvivesNamesWithSlips) {
  const std::vector<std::string> names = {
      "_ZNSt10_HashtableISsSt4pairIKSsSsESaIS2_ENSt8__detail10_Select1stESt8equal_toISsESt4hashISsE"
      "NS4_18_Mod_range_hashingENS4_20_Default_ranged_hashENS4_20_Prime_rehash_policyENS4_17_"
      "Hashtable_traitsILb1ELb0ELb1EEEE4findERS1_",
      "_ZZ4mainENKUlTyT_DpT0_E_clIiJdfEEEDaS_",
      "_ZN1AcvT_IiEEv",
      "_Z1fIJidPcEEvDpSt4pairIT_NSt5tupleIJDpT_EEEE",
      "_ZNKSt8functionIFvRKN3foo3barEPFviEEEclES3_S5_.part.0@V_1",
      "_RNvMs0_NtCs1234_7mycrate3fooINtB5_3FoopE3new",
      "_RINvNtCs1_4core3ptr13drop_in_placeDNtNtB4_3any3AnyEL_EB2_",
      "_ZN58_$LT$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE",
      "_D8demangle4test6__initZ",
      doubling_rust(6),
      doubling_itanium(6)};
  constexpr std::string_view kBytes = "_ZNSITEJXLPRKFDpTptSaSs0123456789QBMYCiv.$@u";
  std::mt19937_64 random(4711);
  const auto pick = [&random](size_t below) { return static_cast<size_t>(random() % below); };
  for (int round = 0; round < 30'000; ++round) {
    std::string name = names[pick(names.size())];
    for (size_t slips = 1 + pick(4); slips != 0; --slips) {
      const size_t at = 2 + pick(name.size() - 2);
      switch (pick(4)) {
        case 0:
          name[at] = kBytes[pick(kBytes.size())];
          break;
        case 1:
          name.insert(at, 1, kBytes[pick(kBytes.size())]);
          break;
        case 2:
          name.insert(at, name.substr(2 + pick(name.size() - 2), pick(20)));
          break;
        default:
          name.erase(at, name.size() > 8 ? 1 + pick(3) : 0);
      }
    }
    for (const Demangler* demangler : demanglers()) {
      const std::optional<std::string> out = demangle_with(demangler, name);
      EXPECT_LE(out.value_or("").size(), kLongestDemangled + name.size() + 16) << name;
    }
  }
}

TEST(DemangleChoice, ReadsWhatOneOfTwoLibrariesCannot) {
  if (liberty_demangler() == nullptr) {
    GTEST_SKIP() << "built without libiberty";
  }
  const std::optional<std::string> name = demangle(
      "_ZSteqIcEN9__gnu_cxx11__enable_ifIXsrSt9__is_charIT_E7__valueEbE6__typeERKNSt7__cxx1112basic"
      "_stringIS3_St11char_traitsIS3_ESaIS3_EEESE_");
  ASSERT_TRUE(name);
  EXPECT_NE(name->find("std::operator==<char>"), std::string::npos) << *name;
}

}  // namespace
}  // namespace quern
