// SPDX-License-Identifier: MIT
//
// Callees whose file no row names. Old Xdebug and Parrot's converter write no `cfl=` at all: such a
// callee is in the caller's file if that has a block of the name, else in the one file that has,
// else in the caller's. Which it is can be told only when the whole input is read; until then its
// file is a provisional name.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "quern/model/records/symbols.h"

namespace quern::callgrind {

class CalleeFiles {
 public:
  explicit CalleeFiles(Symbols& symbols) : symbols_(&symbols) {}

  /// A `cfl=` or `cfi=` row was met: callees without one are in the caller's file, in the whole
  /// input.
  void are_named() { are_named_ = true; }
  [[nodiscard]] bool named() const { return are_named_; }
  /// A function has a block, in a part of a writer that may name no callee's file.
  void saw_block(FunctionId function) {
    if (!are_named_) {
      add_block(function);
    }
  }
  /// The file of the callee `name` that none is given for, called in `caller_file`.
  NameId file_of(NameId name, NameId caller_file) {
    return are_named_ ? caller_file : provisional(name, caller_file);
  }
  /// Whether some callee's file is provisional.
  [[nodiscard]] bool are_waiting() const { return !waiting_.empty(); }
  /// The end of the input: all files become known.
  void settle();

 private:
  void add_block(FunctionId function);
  NameId provisional(NameId name, NameId caller_file);

  Symbols* symbols_;
  bool are_named_ = false;
  std::vector<bool> has_block_;  ///< by function
  std::vector<FunctionId> blocks_;
  std::unordered_map<uint64_t, NameId> waiting_;  ///< name and caller's file -> provisional file
};

}  // namespace quern::callgrind
