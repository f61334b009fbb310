// SPDX-License-Identifier: MIT
//
// Raw Parrot profile -> calls of a Sink, in one forward pass. `CS:` rows say which context runs:
// from them the stack follows, and from the stack one call and one context an invocation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/segmented.h"
#include "quern/formats/shared/row_reader.h"

namespace quern::parrot {

class Reader : private RowReader {
 public:
  explicit Reader(Reading& reading);
  Result<void> read();

 private:
  /// A sum of both events.
  struct Costs {
    int128 time = 0;
    int128 ops = 0;
    void add(const Costs& other) {
      time += other.time;
      ops += other.ops;
    }
  };
  /// What a `CS:` row says.
  struct Entered {
    std::string_view ns;
    std::string_view file;
    NameId sub;      ///< of addresses_
    NameId context;  ///< of addresses_
  };
  /// Where a call stands.
  struct Site {
    NameId file;
    std::optional<int64_t> line;
  };
  /// A context that has been called and has not returned.
  struct OpenContext {
    NameId context;
    NameId sub;
    FunctionId function;
    NameId file;
    Site called_at;
    std::optional<Site> last_op;
    Costs inclusive;
    uint32_t node = 0;
  };
  struct Node {
    uint32_t parent = 0;  ///< kRoot or its index
    FrameId frame;
    int64_t line = 0;
    bool has_line = false;
    Costs self;
  };
  static constexpr uint32_t kRoot = ~uint32_t{0};

  // Functions of rows return false after an error that was reported.
  bool row(std::string_view text);
  bool version_row(std::string_view value);
  bool context_row(std::string_view value);
  bool op_row(std::string_view value);
  bool annotation_row(std::string_view value);
  void check_end(bool has_last_line_feed);
  bool check_version();
  bool fields(std::string_view value, std::span<const std::string_view> keys,
              std::span<std::string_view> values);

  // Control moves between contexts: one is entered, which opens it, returns to it, or renames it.
  // Everything that returns becomes a call, with all that it cost.
  void begin_part();
  void enter(const Entered& entered);
  void open(const Entered& entered);
  void rename(const Entered& entered);
  void return_to(size_t depth);
  uint32_t add_node(uint32_t parent, FunctionId function, const Site& site);
  void call(FunctionId callee, const Site& site, const Costs& inclusive);
  void end_run_loop();
  void self(const Costs& costs, std::optional<int64_t> line);
  void opcode(std::string_view name, const Costs& costs, std::optional<int64_t> line);
  void book(FunctionId function, const Site& site, const Costs& costs);
  void flush();
  Symbols* symbols_;

  bool has_version_ = false;
  bool part_is_open_ = false;
  bool has_ops_ = false;
  bool is_running_ = true;  ///< no `END_OF_RUNLOOP:` has ended what ran last
  bool is_canonical_ = false;
  std::array<EventId, 2> events_{};
  NameTable addresses_;  ///< of subs and contexts: opaque texts

  std::vector<OpenContext> stack_;
  std::vector<uint32_t> depth_of_;  ///< by address: the context's place on the stack + 1
  Segmented<Node, 10> nodes_;       ///< of the run loop, parents first

  // the batch of self costs
  FunctionId batch_function_;
  NameId batch_file_;
  std::vector<Position> batch_at_;
  std::vector<int64_t> batch_costs_;
};

}  // namespace quern::parrot
