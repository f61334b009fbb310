// SPDX-License-Identifier: MIT
//
// The clusters of a drawn call graph: which file, folder, object or group its nodes belong to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "quern/model/profile.h"
#include "quern/views/graph/picture_request.h"

namespace quern {

/// A node has a cluster if all functions that are added for it have the same.
class ClusterChoice {
 public:
  explicit ClusterChoice(size_t nodes) : text_of_(nodes) {}

  /// All listed functions of a profile. `node_of(function)`: its node, or HiddenWays::kHidden.
  /// `request` has `cluster_by`.
  void add(const Profile& profile, const PictureRequest& request,
           const std::function<uint32_t(FunctionId)>& node_of);
  /// The texts of the clusters, in the order of their first nodes. Calls use(node, place of its
  /// cluster) for each node that has one.
  [[nodiscard]] std::vector<std::string> clusters(
      const std::function<void(size_t, uint32_t)>& use) const;

 private:
  std::vector<std::optional<std::string>> text_of_;  ///< empty text: they disagree
};

}  // namespace quern
