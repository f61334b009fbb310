// SPDX-License-Identifier: MIT
#include "quern/model/distribution.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace quern {

namespace {

/// Bits of a cost below its highest one that tell its bucket.
constexpr unsigned kBucketBits = 6;
static_assert(Distribution::kExactBelow == 2U << kBucketBits);

unsigned highest_bit(uint128 value) {
  const auto upper = static_cast<uint64_t>(value >> 64U);
  return upper != 0 ? 64U + static_cast<unsigned>(std::bit_width(upper)) - 1
                    : static_cast<unsigned>(std::bit_width(static_cast<uint64_t>(value))) - 1;
}

/// The cost in the middle of a bucket.
int128 middle_of(int32_t bucket) {
  const auto index = static_cast<uint32_t>(bucket < 0 ? -bucket : bucket);
  if (index < 2U << kBucketBits) {
    return bucket;
  }
  const unsigned shift = (index >> kBucketBits) - 1;
  const auto lowest =
      static_cast<int128>(static_cast<uint128>(index - (shift << kBucketBits)) << shift);
  const int128 middle = lowest + ((int128{1} << shift) - 1) / 2;
  return bucket < 0 ? -middle : middle;
}

}  // namespace

int32_t Distribution::bucket_of(int128 cost) {
  const uint128 size = magnitude(cost);
  uint128 index = size;
  if (size >= 2U << kBucketBits) {
    const unsigned shift = highest_bit(size) - kBucketBits;
    index = (size >> shift) + (uint128{shift} << kBucketBits);
  }
  const auto bucket = static_cast<int32_t>(index);
  return cost < 0 ? -bucket : bucket;
}

std::optional<Distribution> Distribution::of(const Exactly& exactly, std::vector<Bucket> buckets) {
  const int32_t first = bucket_of(exactly.min);
  const int32_t last = bucket_of(exactly.max);
  const bool has_one = first == last;
  uint64_t count = has_one ? exactly.count : 0;
  for (const Bucket& bucket : buckets) {
    count += bucket.count;
  }
  const auto is_no_step = [](const Bucket& left, const Bucket& right) {
    return left.index >= right.index;
  };
  const auto is_wrong = [](const Bucket& bucket) { return bucket.index == 0 || bucket.count == 0; };
  const bool are_sound =
      has_one
          ? buckets.empty()
          : buckets.size() > 1 && buckets.front().index == first && buckets.back().index == last &&
                std::ranges::adjacent_find(buckets, is_no_step) == buckets.end() &&
                std::ranges::none_of(buckets, is_wrong);
  // Divided, for products may exceed 128 bits.
  const int128 mean = exactly.count == 0 ? 0 : exactly.sum / int128{exactly.count};
  if (!are_sound || exactly.count == 0 || count != exactly.count || exactly.min > exactly.max ||
      exactly.min == 0 || exactly.max == 0 || mean < std::min(exactly.min, int128{0}) ||
      mean > std::max(exactly.max, int128{0})) {
    return std::nullopt;
  }
  Distribution distribution;
  distribution.exactly_ = exactly;
  distribution.buckets_ = std::move(buckets);
  return distribution;
}

void Distribution::add_costs(const Distribution& more) {
  const Exactly& from = more.exactly_;
  if (from.count == 0) {
    return;
  }
  if (exactly_.count == 0) {
    const uint32_t run = exactly_.run;
    *this = more;
    exactly_.run = run;
    return;
  }
  const Bucket own{bucket_of(exactly_.min), static_cast<uint32_t>(exactly_.count)};
  const Bucket other{bucket_of(from.min), static_cast<uint32_t>(from.count)};
  exactly_.count += from.count;
  exactly_.sum += from.sum;
  exactly_.min = std::min(exactly_.min, from.min);
  exactly_.max = std::max(exactly_.max, from.max);
  if (bucket_of(exactly_.min) == bucket_of(exactly_.max)) {
    return;
  }
  if (buckets_.empty()) {
    buckets_.push_back(own);
  }
  for (const Bucket& bucket :
       more.buckets_.empty() ? std::span(&other, 1) : std::span(more.buckets_)) {
    const auto at = std::ranges::lower_bound(buckets_, bucket.index, {}, &Bucket::index);
    if (at != buckets_.end() && at->index == bucket.index) {
      at->count += bucket.count;
    } else {
      buckets_.insert(at, bucket);
    }
  }
}

int128 Distribution::at_rank(uint64_t rank, uint64_t zeros) const {
  const auto within = [this](int32_t bucket) {
    return std::clamp(middle_of(bucket), exactly_.min, exactly_.max);
  };
  if (rank == exactly_.count + zeros && exactly_.max > 0) {
    return exactly_.max;
  }
  if (rank == 1 && (zeros == 0 || exactly_.min < 0)) {
    return exactly_.min;
  }
  const Bucket only{bucket_of(exactly_.min), static_cast<uint32_t>(exactly_.count)};
  bool has_passed_zeros = false;
  for (const Bucket& bucket : buckets_.empty() ? std::span(&only, 1) : std::span(buckets_)) {
    if (bucket.index > 0 && !has_passed_zeros) {
      has_passed_zeros = true;
      if (rank <= zeros) {
        return 0;
      }
      rank -= zeros;
    }
    if (rank <= bucket.count) {
      return within(bucket.index);
    }
    rank -= bucket.count;
  }
  return 0;  // those of 0 are above all others
}

int128 percentile(const Distribution& costs, uint64_t runs, unsigned percent) {
  const auto rank = static_cast<uint64_t>((static_cast<uint128>(runs) * percent + 99) / 100);
  return costs.exactly().count == 0
             ? 0
             : costs.at_rank(std::max<uint64_t>(1, rank), runs - costs.exactly().count);
}

RunSummary summary_of(const Distribution& costs, uint64_t runs) {
  const Distribution::Exactly& exactly = costs.exactly();
  const bool has_zeros = exactly.count < runs;
  RunSummary summary;
  summary.runs = runs;
  summary.sum = exactly.sum;
  summary.min = has_zeros ? std::min(exactly.min, int128{0}) : exactly.min;
  summary.median = percentile(costs, runs, 50);
  summary.p95 = percentile(costs, runs, 95);
  summary.max = has_zeros ? std::max(exactly.max, int128{0}) : exactly.max;
  if (summary.max != 0) {
    summary.run = exactly.run;
  }
  return summary;
}

}  // namespace quern
