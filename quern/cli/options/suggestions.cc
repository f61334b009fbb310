// SPDX-License-Identifier: MIT
#include "quern/cli/options/suggestions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

/// Words, separated by blanks, and the commands that do what they say. No word is close in spelling
/// to a command of another meaning without a row here: `report` is one slip away from `export`.
struct Synonyms {
  std::string_view words;
  std::string_view commands;
};

constexpr auto kSynonyms = std::to_array<Synonyms>({
    {"ls functions hot hotspot hotspots flat text report print rank ranking pprof gprof "
     "igprof-analyse",
     "'quern top'"},
    {"list show lines callgrind_annotate cg_annotate", "'quern top' or 'quern annotate'"},
    {"source src code asm disasm disassemble weblist", "'quern annotate'"},
    {"callgraph call-graph cg dot graphviz gprof2dot", "'quern graph'"},
    {"treemap tree-map tiles blocks", "'quern map'"},
    {"caller callee parents children edges butterfly sandwich", "'quern peek NAME'"},
    {"flamegraph flame-graph flames icicle svg speedscope", "'quern flame'"},
    {"web gui ui open serve server browser html http kcachegrind qcachegrind webgrind",
     "'quern view'"},
    {"compare cmp delta difference changes cg_diff benchcmp", "'quern diff OLD NEW'"},
    {"assert ci budget limit regressions", "'quern gate --max Ir=+1% OLD NEW'"},
    {"history log evolution timeline", "'quern trend FILE FILE...'"},
    {"sum add combine join cg_merge", "'quern merge FILE FILE... -o NEW.callgrind'"},
    {"stat stats statistics summary summarize describe", "'quern FILE' or 'quern check FILE'"},
    {"validate verify lint", "'quern check FILE'"},
    {"memory heap alloc allocations", "'quern leaks FILE'"},
    {"profile run exec start collect perf valgrind callgrind cachegrind xdebug igprof",
     "'quern record -- ./app'"},
    {"dump json csv sqlite save", "'quern convert FILE -o NEW.json'"},
    {"version ver", "'quern --version'"},
    {"man usage docs commands", "'quern help'"},
    {"settings options set configure", "'quern config'"},
});

}  // namespace

std::optional<std::string_view> commands_meant_by(std::string_view word) {
  for (const Synonyms& row : kSynonyms) {
    for (const auto each : std::views::split(row.words, ' ')) {
      if (std::string_view(each.begin(), each.end()) == word) {
        return row.commands;
      }
    }
  }
  return std::nullopt;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names,
                         std::string otherwise, std::string_view in_front) {
  const std::optional<std::string_view> close = nearest(word, names);
  return close ? fmt::format("did you mean '{}{}'?", in_front, *close) : std::move(otherwise);
}

std::string command_meant(std::string_view word, std::string otherwise) {
  if (const std::optional<std::string_view> meant = commands_meant_by(word)) {
    return fmt::format("did you mean {}?", *meant);
  }
  const std::vector<std::string_view> names = command_names();
  return did_you_mean(word, names, std::move(otherwise), "quern ");
}

const Command& command_that_takes(const Option& option) {
  const Command* const top = find_command("top");
  if (takes(*top, option)) {
    return *top;
  }
  const auto found = std::ranges::find_if(commands(), [&option](const Command& command) {
    return !command.name.empty() && takes(command, option);
  });
  return found != commands().end() ? *found : *top;
}

std::string commands_that_take(const Option& option, std::string_view typed) {
  const auto count = std::ranges::count_if(commands(), [&option](const Command& command) {
    return !command.name.empty() && takes(command, option);
  });
  const std::string others =
      count > 1 ? fmt::format(" and {}", counted(static_cast<uint64_t>(count - 1), "other command"))
                : "";
  return fmt::format("{} is an option of 'quern {}'{}", typed, command_that_takes(option).name,
                     others);
}

bool looks_like_path(std::string_view word) {
  return word.find_first_of("./") != std::string_view::npos;
}

bool looks_like_file(std::string_view word) {
  return word == "-" || word.find_first_of("./0123456789") != std::string_view::npos;
}

}  // namespace quern::cli
