// SPDX-License-Identifier: MIT
//
// The source files that object files were compiled from. The debug information of an object may
// take half a second to read, so that answers to the same questions share what was read once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/source/symbols.h"

namespace quern {

/// The sources of an object that has been opened for something else, or was known before.
struct UnreadSources {
  std::function<std::vector<std::string>()> read = {};  ///< empty: it has to be opened
  uint64_t held_bytes = 0;  ///< of an opened object, until they are read; 0: they are known
};

/// May be asked by several threads.
class ObjectSources {
 public:
  /// The source files of the object, with the folder they were compiled in, that are `name` or end
  /// in "/NAME"; sorted, the first few.
  [[nodiscard]] std::vector<std::string> paths(const std::string& object, std::string_view name);
  /// Whether its debug information names this very source file, compared without "." and "..".
  [[nodiscard]] bool names(const std::string& object, std::string_view path);
  /// Whether the object is here and its debug information names any source file; nothing if it is
  /// not here.
  [[nodiscard]] std::optional<bool> has_any(const std::string& object);
  /// How to read the sources of an object: it need not be opened again. Keeps few objects open.
  void learn(const std::string& object, const UnreadSources& unread);

 private:
  /// Read when first asked for; `mutex_` is held.
  const std::vector<std::string>& of(const std::string& object);

  std::mutex mutex_;
  SymbolFinder finder_;
  std::map<std::string, std::vector<std::string>> sources_;  ///< by object
  std::map<std::string, UnreadSources> unread_;
  uint64_t held_bytes_ = 0;  ///< by all that are unread
};

}  // namespace quern
