// SPDX-License-Identifier: MIT
//
// Parrot's three formats: the reader against its slow twins, on generated and damaged profiles.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/slow/slow_callgrind.h"
#include "quern/testing/slow/slow_parrot.h"

namespace quern::testing {
namespace {

OpenOptions parrot_options(uint64_t seed, const char* dialect) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.threads = 1 + static_cast<unsigned>(seed / 7 % 3);
  options.parallel_from = 0;
  options.dialect = dialect;
  return options;
}

/// Some run loops: calls, returns, exceptions, contexts taken over, all at random.
std::string generate_raw(uint64_t seed) {
  RandomChoice random(seed);
  std::string out = random.chance(80) ? "CLI: parrot  x.pir a \nVERSION:2\n" : "VERSION:2\n";
  const bool is_canonical = random.chance(10);
  for (uint64_t row = 5 + random.below(60); row > 0; --row) {
    const uint64_t kind = random.below(100);
    if (kind < 35 || out.size() < 40) {
      const uint64_t sub = random.below(4);
      out +=
          fmt::format("CS:{{x{{ns:{}}}x}}{{x{{file:{}}}x}}{{x{{sub:0x{:x}}}x}}{{x{{ctx:0x{:x}}}x}}",
                      random.pick({"main", "p;f", "p;f{}:", "???", ""}),
                      random.pick({"x.pir", "y.pir", "no_file"}), is_canonical ? 3 : sub,
                      is_canonical ? 3 : random.below(6));
    } else if (kind < 88) {
      out += fmt::format("OP:{{x{{line:{}}}x}}{{x{{time:{}}}x}}{{x{{op:set}}x}}",
                         random.pick({"1", "2", "77", "-1", "007"}),
                         random.pick({"0", "5", "230", "-4", "18446744073709551615"}));
    } else {
      out += random.pick({"END_OF_RUNLOOP:1", "END_OF_RUNLOOP:", "# note", "", "  ",
                          "AN:{x{name:line}x}{x{value:4}x}", "AN:{x{value:}x}{x{name:a:b}x} "});
    }
    out += random.chance(5) ? "\r\n" : "\n";
  }
  return out;
}

TEST(ParrotRaw, SoundProfilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 10; ++seed) {
    const std::string bytes = generate_raw(seed);
    const Meaning slow = slow_read_parrot(bytes);
    ASSERT_EQ(difference(slow, read_meaning(bytes, parrot_options(seed, "parrot"))), "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

TEST(ParrotRaw, DamagedProfilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 10; ++seed) {
    const std::string bytes = mutate_callgrind(seed, generate_raw(seed));
    const Meaning slow = slow_read_parrot(bytes);
    ASSERT_EQ(difference(slow, read_meaning(bytes, parrot_options(seed, "parrot"))), "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

constexpr const char* kConverter =
    "version: 1\ncreator: 3.4.1-Debian\npid: 5751\ncmd:  parrot x.pir\n\npart: 1\n"
    "desc: I1 cache: \ndesc: Trigger: Program termination\npositions: line\nevents: Ir\n"
    "summary: 100\n\n\nfl=no_file\n\nfn=main\n0 0\ncfn=p;g\ncalls=1 90\n0 90\n1 0\n"
    "fl=x.pir\n\nfn=p;f\n10 4\n2 30\n\nfn=p;m\n3 16\ncfn=p;f\ncalls=5 34\n3 34\nfl=y.pir\n\n"
    "fn=p;g\n129 40\ncfn=p;m\ncalls=1 -50 x\n129 -50\nfn=p;f\n1 1\ntotals: 90";
constexpr const char* kSubprof =
    "too few arguments\nfn f: 1\n# x\nevents: ops ticks\nsummary: 2 9\n\nfl=x.pir\nfn=0x1a:f\n"
    "21 1 9\n-1 1 2\n+1 1 1\ncfl=y.pir\ncfn=0x2a:g'1\ncalls=0 -1\n-1 3 4\n\nfl=\n"
    "fn=__profiling_root__\ncfl=x.pir\ncfn=0x1a:f\ncalls=1 21\n0 1 9\n\ntotals: 2 9\n"
    "bye\n12 5\nevents: none\n\nevents: ops ticks\nsummary: 1 1\nfn=q\n1 1 1\n";

TEST(ParrotCallgrind, DamagedProfilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 10; ++seed) {
    const std::string sound = seed % 2 == 0 ? kConverter : kSubprof;
    const std::string bytes = seed < 2 ? sound : mutate_callgrind(seed, sound);
    ASSERT_EQ(difference(slow_read_callgrind(bytes),
                         read_meaning(bytes, parrot_options(seed, "callgrind"))),
              "")
        << "seed " << seed << "\n"
        << bytes;
  }
}

/// Stretches of a file are read ahead, by readers that do not know whether `totals:` came before.
TEST(ParrotCallgrind, OtherOutputIsSkippedWithAnyNumberOfThreads) {
  std::string bytes = "events: ops ticks\nsummary: 40 40\npositions: instr\nfl=a.c\n";
  for (int function = 1; function <= 60; ++function) {
    bytes += fmt::format("fn=f{}\n{} 1 1\n{}", function, function,
                         function == 40 ? "totals: 40 40\n" : "");
  }
  const Meaning slow = slow_read_callgrind(bytes);
  for (uint64_t seed = 0; seed < 42; ++seed) {
    ASSERT_EQ(difference(slow, read_meaning(bytes, parrot_options(seed, "callgrind"))), "")
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace quern::testing
