// SPDX-License-Identifier: MIT
//
// One call of a compression library whose stream has next_in, avail_in, next_out and avail_out. For
// this room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace quern {

/// Points the stream at the memory and calls it: call(is_all), whether all of the input is there.
/// `step` becomes how much it has taken and given; the result is the library's.
template <class Stream, class Step, class Call>
auto call_library(Stream& stream, std::span<const char> input, std::span<char> room, Step& step,
                  const Call& call) {
  constexpr size_t kMost = size_t{1} << 30;  // most libraries count in 32 bits
  const size_t in = std::min(input.size(), kMost);
  const size_t out = std::min(room.size(), kMost);
  // Their interfaces are older than const; none writes to its input.
  stream.next_in = reinterpret_cast<decltype(stream.next_in)>(const_cast<char*>(input.data()));
  stream.avail_in = static_cast<decltype(stream.avail_in)>(in);
  stream.next_out = reinterpret_cast<decltype(stream.next_out)>(room.data());
  stream.avail_out = static_cast<decltype(stream.avail_out)>(out);
  const auto result = call(in == input.size());
  step.taken = in - stream.avail_in;
  step.given = out - stream.avail_out;
  return result;
}

}  // namespace quern
