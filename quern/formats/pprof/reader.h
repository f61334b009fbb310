// SPDX-License-Identifier: MIT
//
// A pprof file -> contexts of a Sink: a sample is the path from a root to a new context. The tables
// that samples refer to mostly stand behind them, so the file is held in memory, once.
//
// A location with a line number is a place in a source file, any other an address. Where any has a
// line, self costs come by line too, beside the contexts.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/formats/pprof/tables.h"
#include "quern/formats/shared/format.h"

namespace quern::pprof {

class Reader {
 public:
  explicit Reader(Reading& reading);
  Result<void> read();

 private:
  /// One function of a stack, at its place.
  struct Step {
    FrameId frame;
    std::optional<int64_t> position;
    FunctionId function;
    NameId file;
    bool is_line = false;
    [[nodiscard]] bool is_same_place(const Step& other) const {
      return frame == other.frame && position == other.position;
    }
  };
  /// What a location stands for, in frames_, outermost first; unknown until it is met.
  struct Steps {
    size_t first = 0;
    uint32_t count = 0;
    bool is_known = false;
  };

  // Functions with a bool return false after an error that fail() has reported. The passes follow
  // in this order: the file's bytes, its tables, events, samples.
  Result<void> read_file();
  bool read_profile();
  bool define_events();
  bool describe(PartHeader& header);
  bool read_samples();
  bool read_sample(const Field& message);
  bool read_costs(const Field& message);
  bool read_stack(const Field& message, const std::vector<uint64_t>& ids);
  bool read_label(const Field& message);
  bool push_labels(const char* at);
  bool steps_of(uint64_t id, const char* at, const Steps*& steps);
  /// What object a location is in, and its address there; 0: not known.
  struct InObject {
    NameId object;
    uint64_t address = 0;
  };
  bool find_object(const PprofLocation& location, InObject& code);
  bool add_step(const PprofLine& line, const InObject& code);
  void add_nameless_step(const PprofLocation& location, const InObject& code);
  void add_step(const FunctionKey& key, int64_t line, uint64_t address);
  bool push_sample(const char* at);
  void push_self(const Step& leaf);
  [[nodiscard]] uint64_t most_contexts() const;
  [[nodiscard]] uint64_t most_copied() const;
  std::optional<std::string_view> text(const TextNumber& number);
  std::optional<NameId> name(const TextNumber& number);
  /// Texts that are referred to again and again take no more than this.
  [[nodiscard]] uint64_t most_said() const { return bytes_.size() + (uint64_t{1} << 16); }
  bool fail(const CodeInfo& code, const char* at, std::string message, std::string hint = {});
  bool fail_as(const WireFault& fault);
  [[nodiscard]] uint64_t offset(const char* at) const {
    return static_cast<uint64_t>(at - bytes_.data());
  }

  Reading* reading_;
  Sink* sink_;
  Findings* findings_;
  std::string bytes_;  ///< the file
  Tables tables_;
  std::optional<Diagnostic> error_;

  std::vector<EventId> events_;  ///< by value of a sample
  std::vector<size_t> columns_;  ///< by value of a sample, in the part's list of events
  bool has_lines_ = false;
  std::vector<Steps> steps_of_;  ///< by location
  /// Of all locations that were met, those of one location in a row; Steps says which.
  std::vector<Step> frames_;
  std::set<RecordedObject> objects_;
  std::unordered_map<uint64_t, NameId> name_of_;  ///< by number of a text
  uint64_t copied_ = 0;                           ///< functions of all stacks so far
  uint64_t contexts_ = 0;
  uint64_t labelled_ = 0;     ///< samples
  uint64_t label_bytes_ = 0;  ///< of all names made of labels
  std::optional<uint64_t> first_label_;

  // the sample at hand
  std::vector<uint64_t> numbers_;
  std::vector<std::string> labels_;
  std::vector<EventCost> costs_;
  std::vector<int64_t> row_;  ///< by event of the part
  std::vector<Step> stack_;
  // the one before
  struct Open {
    Step step;
    ContextId id;
  };
  std::vector<Open> open_;
};

}  // namespace quern::pprof
