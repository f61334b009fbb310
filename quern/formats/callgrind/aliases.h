// SPDX-License-Identifier: MIT
//
// Name compression: three tables of a file, (ID) -> name. A reference may come before its definition;
// it then stands for a provisional name that the first definition, or the end of the file, makes
// final.
//
//   fn=(12) main      defines     fn=(12)     refers     fn=main     is plain
//   fn=(7) (4)'2'(2)  nested, written by Callgrind with --separate-callers --compress-mangled
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/model/findings.h"
#include "quern/model/symbols.h"

namespace quern::callgrind {

enum class NameKind : uint8_t { kObject, kFile, kFunction };

/// Ids of one kind, dense while they are, hashed beyond: an id of 2^32 allocates nothing.
class AliasTable {
 public:
  /// The name an id stands for; nothing if it is neither defined nor referred to yet.
  [[nodiscard]] std::optional<NameId> find(uint64_t id) const {
    if (id < dense_.size() && dense_[id] != 0) [[likely]] {
      return NameId(dense_[id] - 1);
    }
    return sparse_.empty() ? std::nullopt : find_sparse(id);
  }
  void set(uint64_t id, NameId name);
  void clear();

 private:
  [[nodiscard]] std::optional<NameId> find_sparse(uint64_t id) const;

  std::vector<uint32_t> dense_;  ///< name + 1; 0: none
  std::unordered_map<uint64_t, NameId> sparse_;
  size_t set_count_ = 0;
};

class Aliases {
 public:
  Aliases(Symbols& symbols, Findings& findings) : symbols_(&symbols), findings_(&findings) {}

  /// The name that `value`, the text behind a specification's `=` and blanks, means. `place` is that
  /// of its first byte. `nested`: expand (A)'(B) in function names.
  NameId resolve(NameKind kind, std::string_view value, Place place, bool nested);

  /// The known name of (id), for references in their plainest form.
  [[nodiscard]] std::optional<NameId> known(NameKind kind, uint64_t id) const {
    return tables_[static_cast<size_t>(kind)].find(id);
  }

  /// The end of a file (or of one glued to another): references still waiting are undefined.
  void end_file();

 private:
  struct Waiting {
    NameId name;  ///< provisional
    uint64_t id = 0;
    Place place;
    bool defined = false;
  };
  /// A nested name whose pieces are not all known yet.
  struct Composite {
    NameId name;  ///< provisional
    std::vector<NameId> pieces;
    std::vector<std::string> between;  ///< "'2'" …: one fewer than pieces, or as many
    bool is_open = false;              ///< being composed
  };
  NameId plain(std::string_view text, Place place);
  NameId refer(NameKind kind, uint64_t id, Place place);
  void define(NameKind kind, uint64_t id, NameId name, Place place);
  std::optional<NameId> expand(std::string_view text, Place place);
  NameId compose(Composite composite);
  [[nodiscard]] std::string joined(const Composite& composite);
  [[nodiscard]] std::optional<size_t> unsettled_piece(const Composite& composite) const;
  [[nodiscard]] bool is_waiting(NameId name) const;
  void settle_composites();

  Symbols* symbols_;
  Findings* findings_;
  std::array<AliasTable, 3> tables_;
  std::vector<Waiting> waiting_;
  std::unordered_map<uint32_t, size_t> waiting_of_;  ///< provisional name -> index in waiting_
  std::vector<Composite> composites_;
  std::unordered_map<uint32_t, size_t> composite_of_;
  uint64_t expanded_bytes_ = 0;
  uint64_t text_bytes_ = 0;
};

}  // namespace quern::callgrind
