// SPDX-License-Identifier: MIT
#include "quern/filters/rules/hide.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quern {
namespace {

bool hides(std::string word, std::string_view name, std::string_view object = {}) {
  const std::vector<std::string> words = {std::move(word)};
  return HideRules::read(words).value().fits({name, "dir/a.c", object});
}

TEST(HideRules, FitAPartOfTheNameFileOrObject) {
  EXPECT_TRUE(hides("lloc", "malloc"));
  EXPECT_FALSE(hides("^lloc", "malloc"));
  EXPECT_TRUE(hides("libc", "malloc", "libc.so"));
  EXPECT_TRUE(hides("^dir/", "malloc", "libc.so"));
  EXPECT_FALSE(hides("libm", "malloc", "libc.so"));
  EXPECT_TRUE(hides("@\\?0x", "@?0x7f00"));
}

TEST(HideRules, KnowAllocators) {
  for (const char* const name :
       {"malloc", "posix_memalign", "zrealloc", "malloc@@GLIBC_2.2.5", "_Znwm", "_Znaj",
        "_ZnwmSt11align_val_t", "_ZnamRKSt9nothrow_t", "_ZnwmSt11align_val_tRKSt9nothrow_t",
        "operator new(unsigned long)", "operator new[](unsigned long)", "operator new"}) {
    EXPECT_TRUE(hides("@allocators", name)) << name;
  }
  for (const char* const name :
       {"my_malloc", "malloc_trim", "free", "_Znwmx", "_Znw", "_ZnwmSt11align_val_tx", "",
        "operator newer", "operator delete(void*)", "@?0x7f00"}) {
    EXPECT_FALSE(hides("@allocators", name)) << name;
  }
}

TEST(HideRules, KnowTheCollectorByItsFile) {
  EXPECT_TRUE(hides("@collector", "f", "/opt/lib/libigprof.so"));
  EXPECT_TRUE(hides("@collector", "f", "IgHook.so"));
  EXPECT_FALSE(hides("@collector", "f", "/opt/libigprof.d/libc.so"));
  EXPECT_FALSE(hides("@collector", "libigprof.so", ""));
}

TEST(HideRules, KnowPhp) {
  EXPECT_TRUE(hides("@php", "php::strlen"));
  EXPECT_FALSE(hides("@php", "strlen"));
  EXPECT_TRUE(hides("@proxies", "php::call_user_func_array"));
  EXPECT_TRUE(hides("@proxies", "php::ReflectionMethod->invoke"));
  EXPECT_FALSE(hides("@proxies", "php::strlen"));
  EXPECT_FALSE(hides("@proxies", "usort"));
  EXPECT_TRUE(hides("@collector,@php", "php::strlen"));
}

TEST(HideRules, SuggestThePresetThatWasMeant) {
  const std::vector<std::string> words = {"@php,@alocators"};
  const Diagnostic error = HideRules::read(words).error();
  EXPECT_EQ(error.message, "--hide: unknown '@alocators'");
  EXPECT_EQ(error.hint, "did you mean @allocators? to match a name that begins with @, write [@]");
}

}  // namespace
}  // namespace quern
