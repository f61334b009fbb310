// SPDX-License-Identifier: MIT
//
// What was inlined where, for a whole profile: the addresses of its records, looked up in the debug
// information of its objects. A profile with addresses does not say which build of an object ran.
// So an object counts only if its line table gives the lines that the profile recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/profile.h"
#include "quern/source/source_places.h"

namespace quern {

/// One step outward from some code: the function that was inlined, and the line that calls it.
struct InlineStep {
  /// Files that the profile does not name have ids behind those of its names.
  NameId file;
  uint32_t line = 0;      ///< 0: not known
  uint32_t function = 0;  ///< InlinedCode::function_name()
  /// A step before leads to the same line: costs count once for it.
  bool is_repeated = false;
};

/// What came of an object that the profile has addresses of.
struct InlinedObject {
  NameId object;
  std::string path;     ///< the file that was read; empty: none
  std::string problem;  ///< why nothing of it is used, or not all: a phrase; empty: all is
  bool is_used = false;
  bool has_stacks = false;  ///< whose lines nobody has recorded
  int128 self = 0;          ///< costs of its records in the first event
  /// Costs in the first event of records with a line, and of those with which its line table
  /// agrees.
  int128 recorded = 0;
  int128 agreed = 0;
};

class InlinedCode {
 public:
  /// A function of a stack, at its address.
  struct StackAddress {
    FunctionId function;
    std::string_view name;          ///< that symbols may have; empty: none
    std::optional<uint64_t> start;  ///< of the function, if it is known
    uint64_t address = 0;
    bool is_exact = false;  ///< of the instruction; else behind a call
  };
  struct StackPlace {
    uint32_t line = 0;   ///< 0: not known
    uint32_t chain = 0;  ///< with its file, once this is settled
    /// Of the instruction, as its object counts it; nothing where it is not known.
    std::optional<uint64_t> address = {};
  };

  /// Nothing is looked up, or known, if the profile has no addresses or `places` do not ask
  /// objects.
  InlinedCode(const Profile& profile, const SourcePlaces& places);
  InlinedCode(InlinedCode&&) noexcept;
  InlinedCode& operator=(InlinedCode&&) noexcept;
  ~InlinedCode();

  /// Looks a record up: the number of what is inlined around it, below chains(); 0: nothing is, or
  /// it is not known. Records next to each other are found fast.
  [[nodiscard]] uint32_t chain(const Record& record);
  /// The same of a function of a stack, with its line.
  [[nodiscard]] StackPlace place(const StackAddress& at);
  /// Whether there are such functions without lines, if objects are asked.
  [[nodiscard]] bool has_stacks() const { return has_stacks_; }
  /// What such a function cost itself in the first event.
  void add_self(FunctionId function, int128 cost);
  /// Once all of them have been looked up: decides which objects count. All that follows is known
  /// only then.
  void settle();
  /// Takes back what is known of these objects (by index), because other profiles that this one is
  /// compared with do not know it.
  void forget(const std::vector<bool>& which);

  /// Whether any object is used.
  [[nodiscard]] bool is_known() const { return is_known_; }
  /// In the order in which they appear; none if the profile has no addresses.
  [[nodiscard]] std::span<const InlinedObject> objects() const { return objects_; }
  /// What a user should know where not all is known: a sentence; empty: nothing.
  [[nodiscard]] std::string note() const;
  /// From the innermost function outward.
  [[nodiscard]] std::span<const InlineStep> steps(uint32_t chain) const {
    return std::span(steps_).subspan(chains_[chain].first, chains_[chain].count);
  }
  /// The file of a record's line: `recorded`, unless its address says that this is wrong.
  [[nodiscard]] NameId file(uint32_t chain, NameId recorded) const {
    return chains_[chain].file == kUnknownName ? recorded : chains_[chain].file;
  }

  /// Ids of files are below it.
  [[nodiscard]] size_t file_count() const { return first_file_ + files_.size(); }
  [[nodiscard]] std::string_view file_name(NameId file) const {
    return file.index() < first_file_ ? profile_->symbols().names.text(file)
                                      : std::string_view(files_[file.index() - first_file_]);
  }
  /// Readable, if it was mangled.
  [[nodiscard]] std::string_view function_name(uint32_t function) const {
    return functions_[function];
  }

 private:
  class Lookup;
  struct Chain {
    uint32_t first = 0;  ///< of steps_
    uint32_t count = 0;
    NameId file = kUnknownName;  ///< of the line, where the profile has the wrong one
    uint32_t object = 0;         ///< of objects_
  };

  const Profile* profile_;
  size_t first_file_;
  bool is_asked_;
  bool has_stacks_;  ///< with addresses, which alone say what their lines are
  bool is_known_ = false;
  std::unique_ptr<Lookup> lookup_;  ///< until it is settled
  std::vector<InlinedObject> objects_;
  std::vector<Chain> chains_ = {Chain()};
  std::vector<InlineStep> steps_;
  std::deque<std::string> files_;      ///< that the profile does not name
  std::deque<std::string> functions_;  ///< 0: no name
};

}  // namespace quern
