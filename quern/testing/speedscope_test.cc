// SPDX-License-Identifier: MIT
//
// speedscope's files: the reader against its slow twin, on generated and damaged files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/slow/slow_speedscope.h"

namespace quern::testing {
namespace {

class SpeedscopeGenerator {
 public:
  explicit SpeedscopeGenerator(uint64_t seed) : random_(seed) {}

  std::string generate() {
    std::vector<std::string> members = {
        shared(), profiles(), R"("$schema":"https://www.speedscope.app/file-format-schema.json")"};
    if (random_.chance(40)) {
      members.push_back(R"("exporter":")" + random_.pick({"quern-1.0", "py-spy@0.3", ""}) + '"');
      members.push_back(R"("name":"./app" )");
    }
    if (random_.chance(20)) {
      members.push_back(R"("other" : {"frames":[null,true,[1e5,{"x":"\u00e9\ud83d\ude00"}]]})");
    }
    const size_t first = random_.index(members.size());
    std::rotate(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(first),
                members.end());
    return "{" + join(members, ",\n") + "}\n";
  }

 private:
  static std::string join(const std::vector<std::string>& parts, const char* between) {
    std::string out;
    for (const std::string& part : parts) {
      out += (out.empty() ? "" : between) + part;
    }
    return out;
  }

  std::string shared() {
    std::vector<std::string> frames;
    for (size_t frame = 0; frame < kFrames; ++frame) {
      std::string text =
          R"({"name":")" + random_.pick({"main", "f", "g", "???", "", "a\\\"b"}) + '"';
      text += random_.chance(50) ? R"(,"file":")" + random_.pick({"a.py", "b.py", ""}) + '"' : "";
      text +=
          random_.chance(40) ? R"(,"line":)" + random_.pick({"0", "7", "12", "3.5", "null"}) : "";
      frames.push_back(text + "}");
    }
    return R"("shared":{"frames":[)" + join(frames, ",") + "]}";
  }

  std::string number() {
    return random_.pick({"0", "1", "25", "1e2", "0.5", "12.500", "0.30000000000000004", "3.1e-7",
                         "4096", "1.5e3", "0.0000005", "999999999"});
  }

  std::string profiles() {
    std::vector<std::string> all;
    for (uint64_t count = random_.below(4); count > 0; --count) {
      const std::string unit =
          random_.pick({"none", "bytes", "nanoseconds", "microseconds", "milliseconds", "seconds"});
      const std::string head =
          fmt::format(R"("name":"{}","unit":"{}")",
                      random_.pick({"Ir", "t 1", "", "Dr (stacks are estimated)"}), unit);
      all.push_back("{" + (random_.chance(50) ? sampled(head) : evented(head)) + "}");
    }
    return R"("profiles":[)" + join(all, ",") + "]";
  }

  std::string sampled(const std::string& head) {
    std::vector<std::string> samples;
    std::vector<std::string> weights;
    const bool is_whole = random_.chance(50);
    for (uint64_t count = random_.below(12); count > 0; --count) {
      std::vector<std::string> stack;
      for (uint64_t depth = random_.below(5); depth > 0; --depth) {
        stack.push_back(std::to_string(random_.below(kFrames)));
      }
      samples.push_back("[" + join(stack, ", ") + "]");
      weights.push_back(is_whole ? std::to_string(random_.below(100)) : number());
    }
    return R"("type":"sampled",)" + head + R"(,"samples":[)" + join(samples, ",") +
           R"(],"weights":[)" + join(weights, ",") + "]";
  }

  std::string evented(const std::string& head) {
    std::vector<std::string> events;
    std::vector<uint64_t> open;
    uint64_t time = random_.below(50);
    const auto put = [&](const char* type, uint64_t frame) {
      time += random_.below(30);
      events.push_back(fmt::format(R"({{"type":"{}","frame":{},"at":{}.{}}})", type, frame,
                                   time / 10, time % 10));
    };
    for (uint64_t count = random_.below(15); count > 0; --count) {
      if (open.empty() || random_.chance(60)) {
        open.push_back(random_.below(kFrames));
        put("O", open.back());
      } else {
        put("C", open.back());
        open.pop_back();
      }
    }
    for (; !open.empty(); open.pop_back()) {
      put("C", open.back());
    }
    return head + R"(,"events":[)" + join(events, ",") + R"(],"type":"evented")";
  }

  static constexpr size_t kFrames = 5;
  RandomChoice random_;
};

OpenOptions speedscope_options(uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.dialect = "speedscope";
  return options;
}

std::string speedscope_difference(const std::string& bytes, uint64_t seed) {
  const Meaning slow = slow_read_speedscope(bytes);
  Meaning fast = read_meaning(bytes, speedscope_options(seed));
  if (!slow.valid && !fast.valid) {
    return "";
  }
  for (Meaning::Lint& lint : fast.lints) {
    if (lint.code == "rounded-weights" || lint.code == "estimated-stacks") {
      lint.line = lint.column = 0;
    }
  }
  std::ranges::sort(fast.lints);
  std::ranges::sort(fast.lints, {}, &Meaning::Lint::line);
  return difference(slow, fast);
}

TEST(Speedscope, SoundFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    const std::string bytes = SpeedscopeGenerator(seed).generate();
    ASSERT_TRUE(slow_read_speedscope(bytes).valid) << "seed " << seed << "\n" << bytes;
    ASSERT_EQ(speedscope_difference(bytes, seed), "") << "seed " << seed << "\n" << bytes;
  }
}

TEST(Speedscope, DamagedFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 10; ++seed) {
    const std::string bytes = mutate_callgrind(seed, SpeedscopeGenerator(seed).generate());
    ASSERT_EQ(speedscope_difference(bytes, seed), "") << "seed " << seed << "\n" << bytes;
  }
}

}  // namespace
}  // namespace quern::testing
