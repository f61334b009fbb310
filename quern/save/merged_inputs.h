// SPDX-License-Identifier: MIT
//
// What is odd about files that are to be added up: nothing forbids it, but the sum may not be what
// was meant.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/model/profile.h"
#include "quern/model/records/event.h"

namespace quern {

/// A note for each file that is given again, under whatever name: its costs count again.
[[nodiscard]] std::vector<std::string> repeated_files(std::span<const std::string> paths);

/// Which events are in how many of the inputs. Memory is that of the events' names.
class SharedEvents {
 public:
  /// `events` as the input `input`, of this number, has them; one without events is not counted.
  void add(size_t number, std::string_view input, std::span<const Event> events);
  void add(const SharedEvents& others);
  /// A note where several inputs have no event in common. It does not depend on the order in which
  /// they were added.
  [[nodiscard]] std::optional<std::string> fault() const;
  /// See packing.h.
  template <class Way>
  friend void fields(Way& way, SharedEvents& all) {
    way(all.inputs_, all.events_);
  }

 private:
  struct Inputs {
    size_t count = 0;
    size_t first = 0;  ///< the lowest number
    std::string name;  ///< of that
    template <class Way>
    friend void fields(Way& way, Inputs& inputs) {
      way(inputs.count, inputs.first, inputs.name);
    }
  };
  size_t inputs_ = 0;
  std::map<std::string, Inputs> events_;
};

/// The findings of all inputs: per code the first one, and how many.
class MergedFindings {
 public:
  void add(size_t number, const InputInfo& info);
  void add(const MergedFindings& others);
  /// One of each, in the order of their inputs, with the name of the input.
  [[nodiscard]] std::vector<InputInfo> infos() const;
  /// See packing.h.
  template <class Way>
  friend void fields(Way& way, MergedFindings& all) {
    way(all.by_code_);
  }

 private:
  struct Found {
    size_t count = 0;
    size_t first = 0;   ///< the lowest number
    std::string input;  ///< of that
    Finding finding;
    template <class Way>
    friend void fields(Way& way, Found& found) {
      Finding& first = found.finding;
      way(found.count, found.first, found.input, first.code, first.place, first.message, first.hint,
          first.excerpt);
    }
  };
  std::map<std::string, Found> by_code_;  ///< formats share names of codes
};

/// Each once, and not one for each of thousands of inputs.
[[nodiscard]] std::vector<std::string> told_notes(std::vector<std::string> notes);

}  // namespace quern
