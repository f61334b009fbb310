// SPDX-License-Identifier: MIT
//
// The ids by which the page knows functions, files and groups: a hash of their names, so that a
// link holds in another run and on another machine with the same file. Functions that share a hash
// get distinct suffixes in order of appearance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/views/lists/nodes.h"

namespace quern::server {

/// 13 letters and digits: base32 of 64 bits.
[[nodiscard]] std::string id_text(uint64_t hash);
/// Stable for ever: links hold these.
[[nodiscard]] uint64_t hash_of(std::initializer_list<std::string_view> texts);
[[nodiscard]] uint64_t function_hash(const RowName& name);
[[nodiscard]] std::string file_id(std::string_view file);

class Identities {
 public:
  /// Of all functions of a profile. Keeps no reference.
  explicit Identities(const Profile& profile);

  [[nodiscard]] std::string function(uint32_t function, const RowName& name) const;
  [[nodiscard]] std::optional<uint32_t> find_function(std::string_view id) const;

 private:
  std::vector<std::pair<uint64_t, uint32_t>> functions_;  ///< by hash, then id
  bool has_twins_ = false;
};

/// Ids of the rows of an answer: functions or groups.
class RowIds {
 public:
  /// Keeps references.
  RowIds(const Identities& identities, GroupBy by) : identities_(&identities), by_(by) {}
  [[nodiscard]] std::string of(uint32_t node, const RowName& name) const;

 private:
  const Identities* identities_;
  GroupBy by_;
};

/// The node of an id among functions or groups; nothing where there is none.
[[nodiscard]] std::optional<uint32_t> find_node(const Identities& identities, const Nodes& nodes,
                                                std::string_view id);

}  // namespace quern::server
