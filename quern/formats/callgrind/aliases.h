// SPDX-License-Identifier: MIT
//
// Name compression: three tables of a file, (ID) -> name. A reference may come before its
// definition; it then stands for a provisional name that the first definition, or the end of the
// file, makes final.
//
//   fn=(12) main      defines     fn=(12)     refers     fn=main     is plain
//   fn=(7) (4)'2'(2)  nested, written by Callgrind with --separate-callers --compress-mangled
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/model/records/findings.h"
#include "quern/model/records/symbols.h"

namespace quern::callgrind {

enum class NameKind : uint8_t { kObject, kFile, kFunction };

/// Names by the ids of one kind. Ids are sparse (Callgrind numbers more names than it writes) but
/// close ones are used close together: groups of 64, each a bit map and the names that are there.
/// Ids far beyond the number of definitions are hashed: an id of 2^32 allocates nothing.
class AliasTable {
 public:
  /// The name an id stands for; nothing if it is neither defined nor referred to yet.
  [[nodiscard]] std::optional<NameId> find(uint64_t id) const {
    const uint64_t group = id >> 6;
    if (group < groups_.size()) [[likely]] {
      const Group& found = groups_[group];
      const uint64_t bit = uint64_t{1} << (id & 63);
      if ((found.used & bit) != 0) [[likely]] {
        return found.names[ones(found.used & (bit - 1))];
      }
    }
    return sparse_.empty() ? std::nullopt : find_sparse(id);
  }
  void set(uint64_t id, NameId name);
  void clear();
  /// Calls visit(id, name) for every id, in no special order.
  template <class Visit>
  void each(Visit visit) const {
    for (size_t at = 0; at < groups_.size(); ++at) {
      const NameId* name = groups_[at].names;
      for (uint64_t left = groups_[at].used; left != 0; left &= left - 1) {
        visit(uint64_t{at} << 6 | static_cast<uint64_t>(std::countr_zero(left)), *name++);
      }
    }
    for (const auto& [id, name] : sparse_) {
      visit(id, name);
    }
  }

 private:
  /// Counts bits without the instruction that the oldest processors lack, nor a library call.
  static constexpr size_t ones(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555U;
    bits = (bits & 0x3333333333333333U) + (bits >> 2 & 0x3333333333333333U);
    return ((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fU) * 0x0101010101010101U >> 56;
  }
  struct Group {
    uint64_t used = 0;
    NameId* names = nullptr;  ///< in the arena; room for the next power of two
  };
  [[nodiscard]] std::optional<NameId> find_sparse(uint64_t id) const;
  NameId* room(unsigned shift);

  std::vector<Group> groups_;
  std::unordered_map<uint64_t, NameId> sparse_;
  std::vector<std::unique_ptr<NameId[]>> arena_;
  size_t arena_left_ = 0;
  std::array<std::vector<NameId*>, 6> left_;  ///< by shift: what groups have grown out of
  size_t set_count_ = 0;
};

class Aliases {
 public:
  Aliases(Symbols& symbols, Findings& findings) : symbols_(&symbols), findings_(&findings) {}

  /// The name that `value`, the text behind a specification's `=` and blanks, means. `place` is
  /// that of its first byte. `nested`: expand (A)'(B) in function names.
  NameId resolve(NameKind kind, std::string_view value, Place place, bool nested);

  /// The known name of (id), for references in their plainest form.
  [[nodiscard]] std::optional<NameId> known(NameKind kind, uint64_t id) const {
    return tables_[static_cast<size_t>(kind)].find(id);
  }

  /// Defines an id that is not known yet; the text is neither nested nor has it a NUL byte.
  NameId add(NameKind kind, uint64_t id, std::string_view text) {
    const NameId name = symbols_->names.intern(text);
    tables_[static_cast<size_t>(kind)].set(id, name);
    return name;
  }

  /// Whether some name is not known before the end of the file.
  [[nodiscard]] bool are_waiting() const { return !waiting_.empty() || !composites_.empty(); }

  /// The end of a file (or of one glued to another): references still waiting are undefined.
  void end_file();

  /// What `later`, which began without any alias, refers to in terms of this table: its waiting
  /// names -> names here. Nothing where joining the two would be reported or is not that simple.
  [[nodiscard]] std::optional<std::unordered_map<uint32_t, NameId>> references_of(
      const Aliases& later) const;
  /// Adds the definitions of `later`, whose names mean names[id] here. False, and nothing added, if
  /// one gives another text to an id.
  bool adopt(const Aliases& later, const std::vector<NameId>& names);

 private:
  struct Waiting {
    NameId name;  ///< provisional
    NameKind kind = NameKind::kFunction;
    uint64_t id = 0;
    Place place;
    bool defined = false;
  };
  /// A nested name whose pieces are not all known yet.
  struct Composite {
    NameId name;  ///< provisional
    std::vector<NameId> pieces;
    std::vector<std::string> between;  ///< "'2'" …: one fewer than pieces, or as many
    Place place;                       ///< of its definition
    uint32_t walk = 0;                 ///< the last walk of contains() that came by
  };
  struct Redefinition {
    uint64_t id = 0;
    Place place;
    NameId before;
    NameId after;
  };
  NameId plain(std::string_view text, Place place);
  void report(const Redefinition& redefinition);
  NameId refer(NameKind kind, uint64_t id, Place place);
  void define(NameKind kind, uint64_t id, NameId name, Place place);
  std::optional<NameId> expand(std::string_view text, Place place);
  NameId compose(Composite composite);
  [[nodiscard]] std::string joined(const Composite& composite);
  const std::string& digest_of(NameId name);
  [[nodiscard]] std::optional<size_t> unsettled_piece(const Composite& composite) const;
  [[nodiscard]] bool is_waiting(NameId name) const;
  [[nodiscard]] bool contains(NameId whole, NameId part);
  [[nodiscard]] uint64_t allowance() const;
  void settle_composites();

  Symbols* symbols_;
  Findings* findings_;
  std::array<AliasTable, 3> tables_;
  std::vector<Waiting> waiting_;
  std::unordered_map<uint32_t, size_t> waiting_of_;  ///< provisional name -> index in waiting_
  std::vector<Composite> composites_;
  std::unordered_map<uint32_t, size_t> composite_of_;
  std::vector<Redefinition> redefinitions_;            ///< of names that are not composed yet
  std::unordered_map<uint32_t, std::string> digests_;  ///< by name: of pieces of shortened names
  uint64_t expanded_bytes_ = 0;
  uint64_t text_bytes_ = 0;
  uint32_t walk_ = 0;
};

}  // namespace quern::callgrind
