// SPDX-License-Identifier: MIT
//
// A profile that questions are asked of, with what answering them took: costs by function, orders
// of rows, trees. Any number of threads may ask at once; what is kept is bounded.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/parallel.h"
#include "quern/base/result.h"
#include "quern/compare/lists/diff.h"
#include "quern/filters/filter_plan.h"
#include "quern/model/profile.h"
#include "quern/model/records/findings.h"
#include "quern/server/identities.h"
#include "quern/server/shared_cache.h"
#include "quern/source/source_files.h"
#include "quern/views/calls/calls.h"
#include "quern/views/lists/lines.h"
#include "quern/views/lists/loops.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/top.h"
#include "quern/views/source/annotation.h"
#include "quern/views/trees/tree.h"

namespace quern::server {

/// Some functions or groups of a selection.
struct NodeSet {
  std::vector<bool> has;
  size_t count = 0;
  [[nodiscard]] bool contains(uint32_t node) const { return node < has.size() && has[node]; }
};

class ServedProfile {
 public:
  ServedProfile(std::string id, Opened opened);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const Profile& profile() const { return *opened_.profile; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return opened_.notes; }
  [[nodiscard]] const Identities& identities() const {
    return *identities_.get([this] { return std::make_unique<const Identities>(profile()); });
  }

  /// The costs of the functions or groups of a selection, with all edges.
  [[nodiscard]] std::shared_ptr<const NodeCosts> costs(const Selection& selection) const;
  /// The same for lists. There may be no edges: making them takes several times as long.
  [[nodiscard]] std::shared_ptr<const NodeCosts> costs_of_rows(const Selection& selection) const;
  /// Makes costs() of all functions and stored events, which a click on a function needs.
  void prepare_edges() const;
  /// Rows in order; any of them may be asked for. `members` names Selection::members.
  [[nodiscard]] std::shared_ptr<const Top> top(const Selection& selection,
                                               const std::string& members = {}) const;
  /// Which rows the query of a selection lets through.
  [[nodiscard]] std::shared_ptr<const NodeSet> fitting(const Selection& selection,
                                                       const std::string& members) const;
  /// Files by what their lines cost, all in order.
  [[nodiscard]] Result<std::shared_ptr<const Lines>> files_by_lines(
      const Selection& selection) const;
  /// Loops, all in order. Errors: those of Loops::make().
  [[nodiscard]] Result<std::shared_ptr<const Loops>> loops(const Selection& selection) const;
  [[nodiscard]] std::shared_ptr<const Calls> calls(const Selection& selection) const;
  /// Errors: those of TreeGround::make().
  [[nodiscard]] Result<std::shared_ptr<const TreeGround>> ground(const Selection& selection,
                                                                 const TreeRequest& request) const;
  /// Of the file that the request names. `places` names its places. Errors: those of
  /// Annotation::make().
  [[nodiscard]] Result<std::shared_ptr<const Annotation>> annotation(
      const Selection& selection, const AnnotationRequest& request,
      const std::string& places) const;

  /// What the filters make of it; `key` names them. Errors: those of FilterPlan::run().
  [[nodiscard]] Result<std::shared_ptr<const ServedProfile>> filtered(
      const FilterPlan& plan, const std::string& key, const std::stop_token& stop) const;

  /// Those of the whole profile, found once.
  [[nodiscard]] const Findings& contradictions() const;

  /// All files that functions are of or that something was recorded in; by id.
  [[nodiscard]] std::optional<std::string_view> find_file(std::string_view id) const;
  [[nodiscard]] const std::map<std::string, std::string_view, std::less<>>& files() const;
  /// The files that functions are of: those of a group. Others have lines alone, as headers do.
  [[nodiscard]] const std::set<std::string_view>& files_of_functions() const;
  /// All objects that functions are of.
  [[nodiscard]] const std::set<std::string_view>& objects() const;
  /// What `make()` gives, once: the profile's keys in /api/meta.
  [[nodiscard]] const std::string& description(
      const std::function<std::string(const ServedProfile&)>& make) const;

 private:
  std::string id_;
  Opened opened_;
  MadeOnce<std::unique_ptr<const Identities>> identities_;
  MadeOnce<std::map<std::string, std::string_view, std::less<>>> files_;
  MadeOnce<std::set<std::string_view>> files_of_functions_;
  MadeOnce<std::set<std::string_view>> objects_;
  MadeOnce<std::string> description_;
  MadeOnce<Findings> contradictions_;
  mutable SharedCache<NodeCosts> costs_, costs_of_rows_;
  mutable SharedCache<Top> tops_;
  mutable SharedCache<NodeSet> fitting_;
  mutable SharedCache<Lines> files_by_lines_;
  mutable SharedCache<Loops> loops_;
  mutable SharedCache<Calls> calls_;
  mutable SharedCache<TreeGround> grounds_;
  mutable SharedCache<CodeWithFiles> codes_;
  mutable SharedCache<Annotation> annotations_;
  mutable SharedCache<ServedProfile> filtered_;
};

/// Lengths separate the texts within keys.
void add_key_text(std::string& key, std::string_view text);
/// What tells selections apart whose costs differ: parts, columns, groups.
[[nodiscard]] std::string costs_key(const Profile& profile, const Selection& selection);
/// And whose rows or their order differ.
[[nodiscard]] std::string rows_key(const Profile& profile, const Selection& selection);

}  // namespace quern::server
