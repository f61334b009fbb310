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
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/formats/callgrind/names/alias_table.h"
#include "quern/model/records/findings.h"
#include "quern/model/records/symbols.h"

namespace quern::callgrind {

enum class NameKind : uint8_t { kObject, kFile, kFunction };

class Aliases {
 public:
  Aliases(Symbols& symbols, Findings& findings) : symbols_(&symbols), findings_(&findings) {}

  /// The name that `value`, the text behind a specification's `=` and blanks, means. `place` is
  /// that of its first byte. `nested`: expand (A)'(B) in function names.
  NameId resolve(NameKind kind, std::string_view value, Place place, bool nested);

  /// What (id) stands for, for references in their plainest form; null: not known. Valid until the
  /// next definition.
  [[nodiscard]] Alias* find(NameKind kind, uint64_t id) const {
    return tables_[static_cast<size_t>(kind)].find(id);
  }

  /// Defines an id that is not known yet; the text is neither nested nor has it a NUL byte. `at`:
  /// NameTable::define() gets it, at this offset of the input. Two ids of one function then are two
  /// functions until all is read: nothing may compare functions before.
  Alias& add(NameKind kind, uint64_t id, std::string_view text, std::optional<uint64_t> at = {}) {
    NameTable& names = symbols_->names;
    return tables_[static_cast<size_t>(kind)].set(
        id, at && kind == NameKind::kFunction ? names.define(text, *at) : names.intern(text));
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
  NameId plain(std::string_view text, Place place, std::optional<NameId> known = {});
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
