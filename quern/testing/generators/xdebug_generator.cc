// SPDX-License-Identifier: MIT
#include "quern/testing/generators/xdebug_generator.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "quern/base/int128.h"
#include "quern/testing/generators/random_choice.h"

namespace quern::testing {
namespace {

/// How a release writes.
struct Release {
  const char* header;
  const char* events;
  bool has_cfl = true;
  bool compresses = true;
  bool summary_in_main = false;
  bool signed_memory = false;
  bool has_memory = true;
};

constexpr Release kReleases[] = {
    {"version: 0.9.6\n", "Time", false, false, true, false, false},
    {"version: 1\ncreator: xdebug 2.2.7\n", "Time", true, false, true, false, false},
    {"version: 1\ncreator: xdebug 2.7.2 (PHP 7.3.4)\n", "Time Memory", true, true, true, true},
    {"version: 1\ncreator: xdebug 2.9.8 (PHP 7.4.2)\n", "Time Memory", true, true, false, true},
    {"version: 1\ncreator: xdebug 3.5.3 (PHP 8.4.1)\n", "Time_(10ns) Memory_(bytes)"},
};

/// One invocation that was run. Times are ten times finer than what is written.
struct Invocation {
  size_t function = 0;
  int64_t fine_time = 0;
  int64_t memory = 0;
  uint64_t line = 0;             ///< of the call that led here
  std::vector<size_t> children;  ///< in the order of the calls
};

class XdebugGenerator {
 public:
  explicit XdebugGenerator(uint64_t seed) : random_(seed) {}

  GeneratedXdebug run() {
    release_ = kReleases[random_.index(std::size(kReleases))];
    appends_ = random_.chance(25);
    release_.compresses = release_.compresses && !appends_;
    const uint64_t runs = appends_ ? 1 + random_.below(3) : 1;
    for (uint64_t run = 0; run < runs; ++run) {
      write_run(run);
    }
    return std::move(made_);
  }

 private:
  void write_run(size_t part) {
    if (appends_) {
      made_.bytes += "\n==== NEW PROFILING FILE ==============================================\n";
    }
    made_.bytes += release_.header;
    made_.bytes += fmt::format("cmd: /srv/a.php\npart: 1\nevents: {}\n\n", release_.events);
    ids_ = {};
    all_.clear();
    const bool has_fibers = random_.chance(25);
    // One list of finished invocations a stack; that of a fiber ends with its own root.
    std::vector<std::vector<size_t>> stacks;
    for (uint64_t stack = has_fibers ? 2 + random_.below(2) : 1; stack > 0; --stack) {
      const size_t root = grow(0);
      all_[root].function = stacks.empty() ? 0 : kFiber;
      stacks.emplace_back();
      finish(root, stacks.back());
    }
    for (const Invocation& one : all_) {
      total_ += one.fine_time;
    }
    std::vector<size_t> next(stacks.size());
    std::vector<size_t> roots;
    for (;;) {
      std::vector<size_t> live;
      for (size_t stack = 0; stack < stacks.size(); ++stack) {
        if (next[stack] < stacks[stack].size()) {
          live.push_back(stack);
        }
      }
      if (live.empty()) {
        break;
      }
      const size_t stack = live[random_.index(live.size())];
      const size_t done = stacks[stack][next[stack]++];
      write_block(done);
      if (next[stack] == stacks[stack].size()) {
        roots.push_back(done);
      }
    }
    if (!release_.summary_in_main) {
      made_.bytes += fmt::format("summary: {} 1024\n\n", written(total_) + 50);
    }
    for (const size_t root : roots) {
      expect(root, std::nullopt, part, "");
    }
    total_ = 0;
  }

  /// A random tree; its root.
  size_t grow(uint64_t depth) {
    Invocation made;
    made.function = depth == 0 ? 0 : 1 + random_.index(5);
    // Fibers need costs that differ, to tell apart whose child is whose.
    made.fine_time = static_cast<int64_t>(random_.below(1'000'000'000));
    made.memory = release_.signed_memory ? static_cast<int64_t>(random_.below(9999)) - 4000
                                         : static_cast<int64_t>(random_.below(9999));
    made.line = 1 + random_.below(90);
    const uint64_t most = depth > 8 || all_.size() > 60 ? 0 : depth == 0 ? 5 : 3;
    for (uint64_t child = most == 0 ? 0 : random_.below(most + 1); child > 0; --child) {
      made.children.push_back(grow(depth + 1));
    }
    all_.push_back(std::move(made));
    return all_.size() - 1;
  }

  /// Callees before callers.
  void finish(size_t at, std::vector<size_t>& finished) const {
    for (const size_t child : all_[at].children) {
      finish(child, finished);
    }
    finished.push_back(at);
  }

  [[nodiscard]] std::pair<int64_t, int64_t> inclusive(size_t at) const {
    std::pair<int64_t, int64_t> sum = {all_[at].fine_time, all_[at].memory};
    for (const size_t child : all_[at].children) {
      const auto [time, memory] = inclusive(child);
      sum.first += time;
      sum.second += memory;
    }
    return sum;
  }

  /// Each number is rounded by itself.
  [[nodiscard]] static int64_t written(int64_t fine_time) { return (fine_time + 5) / 10; }

  [[nodiscard]] std::string costs(int64_t fine_time, int64_t memory) const {
    return release_.has_memory ? fmt::format("{} {}", written(fine_time), memory)
                               : fmt::format("{}", written(fine_time));
  }

  static constexpr size_t kFiber = 6;
  static std::string function_name(size_t function) {
    return function == 0        ? "{main}"
           : function == kFiber ? "{closure:/srv/0.php:3-9}"
           : function == 1      ? "php::usleep"
                                : fmt::format("App\\Thing->f{}", function);
  }
  static std::string file_name(size_t function) {
    return function == 1 ? "php:internal" : fmt::format("/srv/{}.php", function % 2);
  }

  std::string name(char table, const std::string& text) {
    if (!release_.compresses) {
      return text;
    }
    auto& ids = ids_[table];
    const auto [known, is_new] = ids.emplace(text, ids.size() + 1);
    return is_new ? fmt::format("({}) {}", known->second, text)
                  : fmt::format("({})", known->second);
  }

  void write_block(size_t at) {
    const Invocation& one = all_[at];
    std::string& out = made_.bytes;
    out += "fl=" + name('l', file_name(one.function)) + '\n';
    out += "fn=" + name('n', function_name(one.function)) + '\n';
    if (one.function == 0 && release_.summary_in_main) {
      out += fmt::format("\nsummary: {}\n\n", costs(total_ + 500, 1000));
    }
    out += fmt::format("{} {}\n", one.function + 1, costs(one.fine_time, one.memory));
    for (const size_t child : one.children) {
      const auto [time, memory] = inclusive(child);
      if (release_.has_cfl) {
        out += "cfl=" + name('l', file_name(all_[child].function)) + '\n';
      }
      out += "cfn=" + name('n', function_name(all_[child].function)) + '\n';
      out += fmt::format("calls=1 0 0\n{} {}\n", all_[child].line, costs(time, memory));
    }
    out += '\n';
  }

  void expect(size_t at, std::optional<size_t> parent, size_t part, const std::string& file) {
    const Invocation& one = all_[at];
    Meaning::Context context;
    context.parent = parent;
    context.function = {function_name(one.function), file_name(one.function), ""};
    context.file = file;
    if (parent) {
      context.line = static_cast<int64_t>(one.line);
    }
    context.part = part;
    context.self = {written(one.fine_time)};
    if (release_.has_memory) {
      context.self.emplace_back(one.memory);
    }
    const size_t own = made_.contexts.size();
    made_.contexts.push_back(std::move(context));
    for (const size_t child : one.children) {
      expect(child, own, part, file_name(one.function));
    }
  }

  RandomChoice random_;
  Release release_{};
  bool appends_ = false;
  GeneratedXdebug made_;
  std::vector<Invocation> all_;
  std::map<char, std::map<std::string, size_t>> ids_;
  int64_t total_ = 0;
};

}  // namespace

GeneratedXdebug generate_xdebug(uint64_t seed) {
  return XdebugGenerator(seed).run();
}

}  // namespace quern::testing
