// SPDX-License-Identifier: MIT
//
// Files and functions as a quern_sink receives them: each once, as soon as its name is known.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "quern/c/quern.h"
#include "quern/model/streaming_sink.h"

namespace quern::c {

/// Bytes with a NUL behind them, for one call.
class Terminated {
 public:
  explicit Terminated(std::string_view text) : text_(text) {}
  [[nodiscard]] quern_text get() const { return {text_.c_str(), text_.size()}; }

 private:
  std::string text_;
};

class ToldNames {
 public:
  ToldNames(const StreamingSink& from, const quern_sink& sink, void* user)
      : from_(&from), sink_(&sink), user_(user) {}

  // Each returns false once the caller wants no more. An id that comes again costs a look-up.
  [[nodiscard]] bool file(NameId id);
  [[nodiscard]] bool function(FunctionId id);
  /// At the end, what was not known before: names that nobody said are empty.
  [[nodiscard]] bool rest();

 private:
  /// The ids that came, dense ones by a bit.
  class Seen {
   public:
    /// Whether it is new.
    bool add(uint32_t id);

   private:
    std::vector<bool> dense_;
    std::unordered_set<uint32_t> far_;
  };
  [[nodiscard]] bool tell_file(NameId id, std::string_view name) const;
  [[nodiscard]] bool tell_function(FunctionId id) const;
  [[nodiscard]] bool is_known(FunctionId id) const;
  [[nodiscard]] std::string_view text(NameId id) const { return from_->name_of(id).value_or(""); }

  const StreamingSink* from_;
  const quern_sink* sink_;
  void* user_;
  Seen files_, functions_;
  std::vector<NameId> late_files_;  ///< not known when they came
  std::vector<FunctionId> late_functions_;
};

}  // namespace quern::c
