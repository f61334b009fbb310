// SPDX-License-Identifier: MIT
//
// How the program, not the library, takes memory from the system.
#pragma once

namespace quern::cli {

/// Takes what is allocated from now on from one range of addresses, in pages of 2 MB where the
/// system has them: a page of 4 kB costs up to 13 µs when it is first used in a virtual machine,
/// and there are 25,000 of them in 100 MB. Nothing is used before it is needed. Changes nothing
/// where addresses are limited or another allocator is linked.
void use_large_pages();

/// Gives memory back that is not needed any more: what was there before was large.
void give_back_memory();

}  // namespace quern::cli
