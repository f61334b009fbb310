// SPDX-License-Identifier: MIT
//
// Names without what changes from build to build or run to run, so that functions of two profiles
// can be recognized: hashes, clones' numbers, addresses, numbers of lambdas, lines of closures, and
// folders that compilers and package managers make up. For comparing only: nothing here is shown.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// Of a function: "core::fmt::write::h0123456789abcdef" -> "core::fmt::write",
/// "f.constprop.0" -> "f", "f(int) [clone .isra.0]" -> "f(int)", "0x55d0c8:sub" -> "sub",
/// "main::{lambda(int)#2}" -> "main::{lambda(int)#}", "{closure:/a/b.php:12-30}" ->
/// "{closure:/a/b.php:}".
[[nodiscard]] std::string stable_name(std::string_view name);

/// Of a file or object: "/tmp/ccXy12/a.c" -> "/tmp/*/a.c", "/rustc/<40 hex>/core.rs" ->
/// "/rustc/*/core.rs", "serde-4f9a8b7c6d5e4f3a" -> "serde-*", "./src/../a.c" -> "a.c",
/// "libc-2.31.so", "libc.so.6" stay.
[[nodiscard]] std::string stable_path(std::string_view path);

}  // namespace quern
