// SPDX-License-Identifier: MIT
//
// The command lines that fuzz_command runs, and how an input chooses one of them. Words that begin
// with `@` are files: @in is the input, @same a copy of it, @old a sound profile, @out is written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quern::fuzzing {

inline constexpr std::array<std::string_view, 60> kCommandLines = {
    // Answers as people and programs read them.
    "top @in",
    "top -n 0 -f json @in",
    "top -n 0 -f csv --sort incl @in",
    "top -f md --running @in",
    "top -f igprof @in",
    "top --paths -f tsv @in",
    "top --each -f json @in",
    "top --group-by file -f json @in",
    "top --group-by object @in",
    "top --group-by class -f csv @in",
    "top --group-by dir --dir-depth 1 -f json @in",
    "top --group-by line -f json @in",
    "top --group-by loop -f json @in",
    "info @in",
    "info -f json @in",
    "check @in",
    "check -f json @in",
    "check -f csv @in",
    "check --repair --force -o @out @in",
    "calls @in",
    "calls -n 0 -f json @in",
    "calls --each -f json @in",
    "tree @in",
    "tree -f json @in",
    "tree --bottom-up -f csv @in",
    "tree --heaviest -f md @in",
    "flame -f json @in",
    "flame -f svg @in",
    "flame --bottom-up -f html @in",
    "flame --of f -f folded @in",
    "peek f -f json @in",
    "callers --all f -f json @in",
    "callees f @in",
    "annotate -f json @in",
    "annotate f @in",
    "leaks -f json @in",
    // Several profiles.
    "diff @old @in",
    "diff --exit-code -f json @in @same",
    "diff --view calls -f json @old @in",
    "diff --view tree -f json @in @old",
    "diff --view flame -f svg @old @in",
    "diff --view annotate -f json @in @old",
    "gate --max Ir=+1% @old @in",
    "gate --max Ir=10 -f json @in",
    "gate --max Ir=+1% -f sarif @old @in",
    "trend -f json @old @in",
    "merge --to callgrind --force -o @out @in @old",
    "merge --to snapshot --force -o @out @in @old",
    // Written, and read again.
    "convert --to json --force -o @out @in",
    "convert --to snapshot --force -o @out @in",
    "convert --to callgrind --force -o @out @in",
    "convert --to callgrind --plain-names --plain-positions --force -o @out @in",
    "convert --to cachegrind --force -o @out @in",
    "convert --to folded --force -o @out @in",
    "convert --to igprof --force -o @out @in",
    "convert --to pprof --force -o @out @in",
    "convert --to speedscope --force -o @out @in",
    "convert --to csv @in",
    "export --to csv @in",
    "export --to sqlite --force -o @out @in",
};

/// Options behind a command line; the first is none. A command that lacks one refuses it.
inline constexpr std::array<std::string_view, 32> kOptions = {
    "",
    "--unfold",
    "--demangle always",
    "--focus f",
    "--ignore g",
    "--show-from f",
    "--show f",
    "--hide f",
    "--hide @allocators",
    "--scale f=50%",
    "--rename s/[a-f]/x/g",
    "--merge-ancestors main>f/both",
    "--min-count 2",
    "--max-count 100",
    "--min-calls 2",
    "--max-average 10",
    "--unfold-recursion",
    "--baseline @old",
    "--part 1",
    "--thread 1",
    "--opcodes",
    "--labels",
    "--recover",
    "--base-rule cost",
    "--dialect xdebug",
    "--buffer-size 4K",
    "--max-row 1M",
    "--where self>1%",
    "--min 1",
    "--width 40 --color always",
    "--short-names --quiet",
    "--siblings",
};

/// What an input is: a choice, and the bytes of a profile.
struct CommandInput {
  size_t line = 0;
  size_t options = 0;
  std::string_view profile;
};

/// No profile begins with these bytes: they choose, as two bytes that precede the profile.
inline constexpr uint8_t kFirstChoice = 0xc0;

inline bool has_choice(std::string_view bytes) {
  const uint8_t first = bytes.empty() ? uint8_t{0} : static_cast<uint8_t>(bytes.front());
  return bytes.size() >= 2 && first >= kFirstChoice && first < kFirstChoice + kCommandLines.size();
}

/// Files of the corpus are profiles without a choice: their bytes decide, each time the same way.
inline CommandInput command_input(std::string_view bytes) {
  if (has_choice(bytes)) {
    const auto options = static_cast<uint8_t>(bytes[1]);  // half of them are none
    return {.line = size_t{static_cast<uint8_t>(bytes[0])} - kFirstChoice,
            .options = options < 0x80 ? 0 : options % kOptions.size(),
            .profile = bytes.substr(2)};
  }
  uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3;
  }
  return {.line = (hash >> 32U) % kCommandLines.size(), .options = 0, .profile = bytes};
}

}  // namespace quern::fuzzing
