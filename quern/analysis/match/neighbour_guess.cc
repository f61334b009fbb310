// SPDX-License-Identifier: MIT
//
// Compares functions by their neighbors that both sides have, and by how much of their names is
// alike. An index from neighbors to functions finds the candidates; neighbors that more than kCrowd
// unmatched functions share are left out of it, so no pair of functions is compared for them. The
// thresholds demand half of all neighbors in common, and either two neighbors or half of the name.
#include "quern/analysis/match/neighbour_guess.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "quern/analysis/match/alignment.h"

namespace quern {

namespace {

/// A neighbor of more unmatched functions than this distinguishes none of them.
constexpr size_t kCrowd = 32;
constexpr double kLeastShare = 0.5;
constexpr double kLeastNames = 0.5;

/// What a function calls and who calls it, as far as both sides have it: 2 n for a callee, 2 n + 1
/// for a caller; ascending, each once.
using Features = std::vector<uint64_t>;

class SideFeatures {
 public:
  SideFeatures(const GuessSide& side, const GuessSide& other) {
    std::vector<bool> is_one_sided(side.calls->node_count());
    for (const auto* nodes : {&side.unmatched, &other.unmatched}) {
      for (const uint32_t node : *nodes) {
        if (node < is_one_sided.size()) {
          is_one_sided[node] = true;
        }
      }
    }
    for (const uint32_t node : side.unmatched) {
      Features& features = features_.emplace_back();
      for (const uint32_t edge : side.calls->calls_from(node)) {
        add(features, is_one_sided, side.calls->callee(edge), 0);
      }
      for (const uint32_t edge : side.calls->calls_to(node)) {
        add(features, is_one_sided, side.calls->caller(edge), 1);
      }
      std::ranges::sort(features);
    }
  }

  /// The features of the unmatched node of this rank.
  [[nodiscard]] const Features& operator[](size_t rank) const { return features_[rank]; }
  [[nodiscard]] size_t size() const { return features_.size(); }

 private:
  static void add(Features& features, const std::vector<bool>& is_one_sided, uint32_t node,
                  uint64_t direction) {
    if (!is_one_sided[node]) {
      features.push_back(uint64_t{node} * 2 + direction);
    }
  }

  std::vector<Features> features_;
};

/// How much of two names is alike at their ends, from 0 to 1.
double likeness(std::string_view left, std::string_view right) {
  const size_t longest = std::max(left.size(), right.size());
  if (longest == 0) {
    return 0;
  }
  const auto prefix = static_cast<size_t>(std::ranges::mismatch(left, right).in1 - left.begin());
  const size_t most = std::min(left.size(), right.size()) - prefix;
  size_t suffix = 0;
  while (suffix < most && left[left.size() - 1 - suffix] == right[right.size() - 1 - suffix]) {
    ++suffix;
  }
  return static_cast<double>(prefix + suffix) / static_cast<double>(longest);
}

/// The best partner so far, and whether another one is as good.
struct Best {
  size_t rank = 0;
  double score = 0;
  bool is_shared = false;

  void offer(size_t other, double other_score) {
    if (other_score > score) {
      *this = {other, other_score, false};
    } else if (other_score == score) {
      is_shared = true;
    }
  }
};

class Guess {
 public:
  Guess(const GuessSide& old_side, const GuessSide& new_side,
        const std::function<std::string_view(uint32_t, Version)>& name_of)
      : old_side_(&old_side),
        new_side_(&new_side),
        name_of_(&name_of),
        old_features_(old_side, new_side),
        new_features_(new_side, old_side),
        old_best_(old_features_.size()),
        new_best_(new_features_.size()) {}

  /// A pair needs both sides: each is the best for the other, and no second candidate is as good.
  [[nodiscard]] std::vector<std::pair<uint32_t, uint32_t>> pairs() {
    for (size_t at = 0; at < new_features_.size(); ++at) {
      for (const uint64_t feature : new_features_[at]) {
        having_[feature].push_back(at);
      }
    }
    for (size_t at = 0; at < old_features_.size(); ++at) {
      score(at);
    }
    std::vector<std::pair<uint32_t, uint32_t>> found;
    for (size_t at = 0; at < old_best_.size(); ++at) {
      const Best& best = old_best_[at];
      if (best.score > 0 && !best.is_shared && new_best_[best.rank].rank == at &&
          !new_best_[best.rank].is_shared) {
        found.emplace_back(old_side_->unmatched[at], new_side_->unmatched[best.rank]);
      }
    }
    return found;
  }

 private:
  /// Offers an old function to all new ones that share a telling neighbor with it.
  void score(size_t old_rank) {
    std::unordered_map<size_t, size_t> shared;
    for (const uint64_t feature : old_features_[old_rank]) {
      const auto found = having_.find(feature);
      if (found == having_.end() || found->second.size() > kCrowd) {
        continue;
      }
      for (const size_t new_rank : found->second) {
        ++shared[new_rank];
      }
    }
    for (const auto& [new_rank, count] : shared) {
      const size_t both = old_features_[old_rank].size() + new_features_[new_rank].size() - count;
      const double share = static_cast<double>(count) / static_cast<double>(both);
      const double names = likeness((*name_of_)(old_side_->unmatched[old_rank], Version::kOld),
                                    (*name_of_)(new_side_->unmatched[new_rank], Version::kNew));
      if (share >= kLeastShare && (count >= 2 || names >= kLeastNames)) {
        old_best_[old_rank].offer(new_rank, share + names);
        new_best_[new_rank].offer(old_rank, share + names);
      }
    }
  }

  const GuessSide* old_side_;
  const GuessSide* new_side_;
  const std::function<std::string_view(uint32_t, Version)>* name_of_;
  SideFeatures old_features_, new_features_;
  std::vector<Best> old_best_, new_best_;
  std::unordered_map<uint64_t, std::vector<size_t>> having_;  ///< new functions by feature
};

}  // namespace

std::vector<std::pair<uint32_t, uint32_t>> guess_by_neighbours(
    const GuessSide& old_side, const GuessSide& new_side,
    const std::function<std::string_view(uint32_t, Version)>& name_of) {
  return Guess(old_side, new_side, name_of).pairs();
}

}  // namespace quern
