// SPDX-License-Identifier: MIT
#include "quern/analysis/match/stable_names.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

TEST(StableName, DropsRustHashes) {
  EXPECT_EQ(stable_name("core::fmt::write::h0123456789abcdef"), "core::fmt::write");
  EXPECT_EQ(stable_name("_ZN4core3fmt5write17h0123456789abcdefE"), "_ZN4core3fmt5write");
  EXPECT_EQ(stable_name("core::fmt::h0123"), "core::fmt::h0123");
  EXPECT_EQ(stable_name("core::fmt::write::h0123456789abcdeg"),
            "core::fmt::write::h0123456789abcdeg");
}

TEST(StableName, DropsClones) {
  EXPECT_EQ(stable_name("sysmalloc_mmap.constprop.0"), "sysmalloc_mmap");
  EXPECT_EQ(stable_name("f.isra.0.part.12"), "f");
  EXPECT_EQ(stable_name("f.part.0.cold"), "f");
  EXPECT_EQ(stable_name("f.llvm.4711"), "f");
  EXPECT_EQ(stable_name("std::f(int) [clone .isra.0] [clone .cold]"), "std::f(int)");
  EXPECT_EQ(stable_name("x.y.0"), "x.y.0");
  EXPECT_EQ(stable_name(".cold"), ".cold");
}

TEST(StableName, DropsNumbersOfLambdasAndClosures) {
  EXPECT_EQ(stable_name("main::{lambda(int)#2}::operator()"), "main::{lambda(int)#}::operator()");
  EXPECT_EQ(stable_name("a::$_0::operator()"), "a::$_::operator()");
  EXPECT_EQ(stable_name("A->{closure:/a/b2.php:12-30}"), "A->{closure:/a/b2.php:-}");
  EXPECT_EQ(stable_name("f(std::array<int, 3>)"), "f(std::array<int, 3>)");
}

TEST(StableName, DropsAddresses) {
  EXPECT_EQ(stable_name("0x55d0c8a0:main;sub"), "main;sub");
  EXPECT_EQ(stable_name("@?0x7fffaa"), "@?0x");
  EXPECT_EQ(stable_name("0x00000000004005d0"), "0x");
}

TEST(StablePath, HasNoFoldersThatAreMadeUp) {
  EXPECT_EQ(stable_path("/tmp/ccXy12/a.c"), "/tmp/*/a.c");
  EXPECT_EQ(stable_path("/rustc/90c541806f23a127002de5b4038be731ba1458ca/library/core.rs"),
            "/rustc/*/library/core.rs");
  EXPECT_EQ(stable_path("/h/.cargo/registry/src/index.crates.io-6f17d22bba15001f/serde/lib.rs"),
            "/h/.cargo/registry/src/index.crates.io-*/serde/lib.rs");
  EXPECT_EQ(stable_path("/usr/lib/libc-2.31.so"), "/usr/lib/libc-2.31.so");
  EXPECT_EQ(stable_path("/b/release-20260101/x"), "/b/release-20260101/x");
}

TEST(StablePath, IsWrittenInOneWay) {
  EXPECT_EQ(stable_path("./string/../sysdeps//x86_64/strlen.S"), "sysdeps/x86_64/strlen.S");
  EXPECT_EQ(stable_path("../../a.c"), "../../a.c");
  EXPECT_EQ(stable_path("/a/../../b"), "/../b");
  EXPECT_EQ(stable_path(""), "");
}

}  // namespace
}  // namespace quern
