// SPDX-License-Identifier: MIT
//
// quern_bench: the parts that reading and answering spend their time in, each alone. For comparing
// two versions of one part; what users wait for is measured by run.py.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <expected>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/base/json_writer.h"
#include "quern/bytes/reading/window.h"
#include "quern/formats/callgrind/grammar/lexer.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/records/symbols.h"
#include "quern/source/inlines/object_code.h"

namespace quern {
namespace {

/// What each iteration did, in all.
int64_t in_all(const benchmark::State& state, size_t each) {
  return state.iterations() * static_cast<int64_t>(each);
}

using Random = std::mt19937_64;  // seeded with constants: the same work on every run

/// Any number of up to `most_bits` bits, short ones as often as long ones.
uint64_t any_size(Random& random, unsigned most_bits) {
  return random() >> (64 - 1 - random() % most_bits);
}

/// Cost rows as a run by instruction has them: "+3 * 12\n".
std::string cost_rows(size_t rows) {
  Random random(1);
  std::string text;
  for (size_t row = 0; row < rows; ++row) {
    text += "+" + std::to_string(1 + random() % 11);
    text += random() % 3 == 0 ? " +" + std::to_string(random() % 5) : " *";
    text += " " + std::to_string(any_size(random, 20)) + "\n";
  }
  return text;
}

void lex_cost_rows(benchmark::State& state) {
  const std::string text = cost_rows(100000);
  for (auto run : state) {
    uint64_t address = 0x401000;
    uint64_t line = 1;
    uint64_t sum = 0;
    bool plain = true;
    for (const char* at = text.data(); *at != '\0' && plain; ++at) {
      uint64_t cost = 0;
      plain = callgrind::fast_subposition(at, address) && callgrind::fast_subposition(++at, line) &&
              callgrind::fast_decimal(++at, cost);
      sum += cost;
    }
    if (!plain) {
      state.SkipWithError("a row is not plain");
    }
    benchmark::DoNotOptimize(sum + address + line);
  }
  state.SetBytesProcessed(in_all(state, text.size()));
}
BENCHMARK(lex_cost_rows);

void lex_careful(benchmark::State& state) {
  const std::string text = cost_rows(100000);
  for (auto run : state) {
    int128 sum = 0;
    for (const char* at = text.data(); *at != '\0';) {
      const char* const end = std::strchr(at, '\n');
      callgrind::Tokens tokens(at, end);
      callgrind::Subposition position;
      callgrind::parse_subposition(tokens.next(), position);
      callgrind::parse_subposition(tokens.next(), position);
      int128 cost = 0;
      callgrind::parse_cost(tokens.next(), cost);
      sum += cost;
      at = end + 1;
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetBytesProcessed(in_all(state, text.size()));
}
BENCHMARK(lex_careful);

void walk_window(benchmark::State& state) {
  const std::string text = cost_rows(4000000);
  for (auto run : state) {
    state.PauseTiming();
    Input input = memory_input("rows", text);
    state.ResumeTiming();
    Window window(input, static_cast<size_t>(state.range(0)));
    uint64_t lines = 0;
    for (size_t used = 0; window.advance(used).value_or(false);) {
      const char* at = window.begin();
      while (at != window.lines_end()) {
        at = static_cast<const char*>(
                 std::memchr(at, '\n', static_cast<size_t>(window.lines_end() - at))) +
             1;
        ++lines;
      }
      used = static_cast<size_t>(at - window.begin());
    }
    if (lines != 4000000) {
      state.SkipWithError("lines were lost");
    }
  }
  state.SetBytesProcessed(in_all(state, text.size()));
}
BENCHMARK(walk_window)->RangeMultiplier(4)->Range(1 << 14, 1 << 20)->Unit(benchmark::kMillisecond);

/// Names as C++ has them: long, with beginnings in common.
std::vector<std::string> function_names(size_t count) {
  Random random(2);
  std::vector<std::string> names;
  for (size_t at = 0; at < count; ++at) {
    names.push_back("library::detail::basic_" + std::to_string(at % 977) + "<char, " +
                    std::string(random() % 60, 'x') + ">::" + std::to_string(at) + "(int)");
  }
  return names;
}

void intern_names(benchmark::State& state) {
  const std::vector<std::string> names = function_names(static_cast<size_t>(state.range(0)));
  for (auto run : state) {
    NameTable table;
    for (int round = 0; round < 2; ++round) {  // new, then known
      for (const std::string& name : names) {
        benchmark::DoNotOptimize(table.intern(name));
      }
    }
  }
  state.SetItemsProcessed(in_all(state, 2 * names.size()));
}
BENCHMARK(intern_names)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

/// Blocks of self costs and one call each, made before the clock runs.
struct Blocks {
  static constexpr size_t kRows = 16;
  static constexpr size_t kRecords = kRows + 1;
  std::vector<Position> at;
  std::vector<int64_t> costs;
  std::vector<FunctionId> callees;
};

Blocks make_blocks(size_t count) {
  Random random(3);
  Blocks blocks;
  for (size_t block = 0; block < count; ++block) {
    Position position{0x400000 + block * 64, 1 + random() % 3000};
    for (size_t row = 0; row < Blocks::kRows; ++row) {
      blocks.at.push_back(position);
      blocks.costs.push_back(static_cast<int64_t>(any_size(random, 24)));
      position.address += 1 + random() % 11;
      position.line += random() % 4;
    }
    blocks.callees.push_back(FunctionId(random() % 5000));
  }
  return blocks;
}

RecordStore stored(const Blocks& blocks) {
  RecordStore store;
  store.begin_part(1);
  for (size_t block = 0; block < blocks.callees.size(); ++block) {
    const std::span at = std::span(blocks.at).subspan(block * Blocks::kRows, Blocks::kRows);
    const int64_t* const costs = blocks.costs.data() + block * Blocks::kRows;
    const FunctionId function(block % 5000);
    const NameId file(block % 300);
    store.self_costs({function, file, at, costs});
    CallRecord call;
    call.caller = function;
    call.callee = blocks.callees[block];
    call.file = file;
    call.at = at.back();
    call.count = 1;
    call.inclusive = {costs, 1};
    store.call(call);
  }
  return store;
}

void push_records(benchmark::State& state) {
  const Blocks blocks = make_blocks(20000);
  for (auto run : state) {
    const RecordStore store = stored(blocks);
    state.counters["bytes"] = static_cast<double>(store.bytes());
  }
  state.SetItemsProcessed(in_all(state, 20000 * Blocks::kRecords));
}
BENCHMARK(push_records)->Unit(benchmark::kMillisecond);

void walk_records(benchmark::State& state) {
  const RecordStore store = stored(make_blocks(20000));
  for (auto run : state) {
    size_t records = 0;
    for (RecordCursor cursor(store); cursor.next() != nullptr;) {
      ++records;
    }
    if (records != 20000 * Blocks::kRecords) {
      state.SkipWithError("records were lost");
    }
  }
  state.SetItemsProcessed(in_all(state, 20000 * Blocks::kRecords));
}
BENCHMARK(walk_records)->Unit(benchmark::kMillisecond);

/// Calls lead to higher numbers, near ones mostly; one in a thousand leads back a little and makes
/// small cycles.
CallGraph call_graph(size_t nodes, size_t edges) {
  Random random(4);
  CallGraphBuilder builder(nodes, 1);
  for (size_t node = 0; node < nodes; ++node) {
    builder.add_self(node, 0, int128{any_size(random, 30)});
  }
  for (size_t edge = 0; edge < edges; ++edge) {
    const size_t from = random() % nodes;
    const bool leads_back = random() % 1000 == 0;
    const size_t to = leads_back ? from - std::min(from, any_size(random, 6))
                                 : std::min(from + 1 + any_size(random, 16), nodes - 1);
    const int128 cost{any_size(random, 30)};
    builder.add_call(from, to, int128{1}, std::span<const int128>(&cost, 1));
  }
  return builder.build();
}

void build_graph(benchmark::State& state) {
  for (auto run : state) {
    benchmark::DoNotOptimize(call_graph(100000, 1000000).edge_count());
  }
}
BENCHMARK(build_graph)->Unit(benchmark::kMillisecond);

void cycles_and_inclusive(benchmark::State& state) {
  const CallGraph graph = call_graph(100000, 1000000);
  for (auto run : state) {
    const Cycles cycles = find_cycles(graph);
    benchmark::DoNotOptimize(inclusive_costs(graph, cycles).lower(0, 0));
    state.counters["cycles"] = static_cast<double>(cycles.cycle_count());
  }
  state.counters["edges"] = static_cast<double>(graph.edge_count());
}
BENCHMARK(cycles_and_inclusive)->Unit(benchmark::kMillisecond);

void write_json(benchmark::State& state) {
  const std::vector<std::string> names = function_names(1000);
  std::string text;
  size_t bytes = 0;
  for (auto run : state) {
    JsonWriter json(text);
    json.begin_array();
    for (const std::string& name : names) {
      json.begin_object().text("function", name).key("self").integer(123456789);
      json.key("share").number(0.123).end_object();
    }
    json.end_array();
    bytes += text.size();
    text.clear();
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}
BENCHMARK(write_json)->Unit(benchmark::kMicrosecond);

/// An address of each unit of libc, from its debug information (0) or from the cache (1). Skipped
/// where libc6-dbg is not installed.
void inlined_code_of_libc(benchmark::State& state) {
  const std::string libc = "/lib/x86_64-linux-gnu/libc.so.6";
  const std::string folder = std::filesystem::temp_directory_path() / "quern-bench-cache";
  const CacheFolder cache{state.range(0) == 0 ? "" : folder};
  const auto look_up_all = [&] {
    std::expected<ObjectCode, std::string> code = ObjectCode::open(libc, cache);
    for (uint64_t address = 0; code && address < uint64_t{1} << 21; address += 16) {
      benchmark::DoNotOptimize(code->at(address));
    }
    if (code) {
      code->keep();
    } else {
      state.SkipWithError("libc has no debug information here");
    }
  };
  look_up_all();
  for (auto run : state) {
    look_up_all();
  }
  std::filesystem::remove_all(folder);
}
BENCHMARK(inlined_code_of_libc)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace quern
