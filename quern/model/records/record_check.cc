// SPDX-License-Identifier: MIT
#include "quern/model/records/record_check.h"

#include <algorithm>

#include "quern/base/varint.h"
#include "quern/model/records/record_marks.h"
#include "quern/model/records/symbols.h"

namespace quern {

namespace {

using namespace record_marks;

class RecordChecker {
 public:
  RecordChecker(std::span<const uint8_t> bytes, const RecordLimits& limits, RecordSums& sums,
                RecordFinds& finds)
      : begin_(bytes.data()),
        at_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        limits_(&limits),
        sums_(&sums),
        finds_(&finds) {}

  std::optional<size_t> run() {
    bool is_sound = part();
    size_t item = 0;
    while (is_sound && at_ != end_) {
      item = static_cast<size_t>(at_ - begin_);
      is_sound = next();
    }
    return is_sound ? std::nullopt : std::optional(item);
  }

 private:
  bool byte(uint8_t& value) {
    if (at_ == end_) {
      return false;
    }
    value = *at_++;
    return true;
  }

  /// A varint of at most so many bits.
  template <class Unsigned>
  bool number(Unsigned& value, unsigned bits) {
    return take_varint(at_, end_, value, bits);
  }
  bool number(uint64_t& value) { return number(value, 64); }
  bool index(size_t size, uint32_t& value) { return number(value, 32) && value < size; }

  bool part() {
    finds_->calls.add(0);
    uint8_t control = 0;
    uint64_t width = 0;
    return byte(control) && control == kPartMark && number(width) && width == limits_->width;
  }

  bool next() {
    const auto offset = static_cast<size_t>(at_ - begin_);
    uint8_t control = 0;
    byte(control);
    if (control == kBlockMark) {
      placer_.block(0, offset);
      is_placed_ = true;
      return index(limits_->functions, function_) && index(limits_->names, file_);
    }
    marks_ = 0;
    if ((control & 7) == kEstimateMark) {
      marks_ = static_cast<uint8_t>(((control & kEstimatedCostBit) != 0 ? kEstimatedCost : 0) |
                                    ((control & kEstimatedCountBit) != 0 ? kEstimatedCount : 0));
      if (marks_ == 0 ||
          (control & ~(kEstimateMark | kEstimatedCostBit | kEstimatedCountBit)) != 0 ||
          !byte(control)) {
        return false;
      }
    }
    const bool is_wide = control == kWideMark;
    if ((is_wide && !byte(control)) || !is_placed_ || !delta(control >> kAddressShift & 3) ||
        !delta(control >> kLineShift & 3)) {
      return false;
    }
    if ((control & 7) == kCallMark) {
      placer_.call(finds_->calls, offset, [this](size_t) -> CallPlaces& { return finds_->calls; });
    }
    return record(control, is_wide);
  }

  bool record(uint8_t control, bool is_wide) {
    finds_->files.mark(NameId(file_));
    const bool has_target = (control & kTargetBit) != 0;
    switch (control & 7) {
      case kSelfMark:
        ++sums_->selfs;
        return !limits_->are_sums && (marks_ & kEstimatedCount) == 0 && !has_target &&
               costs(is_wide, nullptr);
      case kCallMark:
        ++sums_->calls;
        return (!has_target || position()) && call(is_wide);
      case kJumpMark:
      case kJcndMark:
        ++sums_->jumps;
        return !limits_->are_sums && marks_ == 0 && !is_wide && !has_target &&
               jump((control & 7) == kJcndMark);
      default:
        return false;
    }
  }

  bool delta(unsigned code) {
    if (static_cast<size_t>(end_ - at_) < kDeltaBytes[code]) {
      return false;
    }
    at_ += kDeltaBytes[code];
    return true;
  }

  bool position() {
    uint64_t number_of = 0;
    return number(number_of) && number(number_of);
  }

  bool call(bool is_wide) {
    uint32_t callee = 0;
    uint64_t count = 0;
    if (!index(limits_->functions, callee) || !number(count)) {
      return false;
    }
    const uint64_t key = uint64_t{function_} << 32 | callee;
    sums_->call_print.add(key, 0, int128{count});
    return costs(is_wide, &key);
  }

  bool jump(bool is_conditional) {
    uint32_t to = 0;
    uint64_t count = 0;
    if (!position() || !number(to, 32)) {
      return false;
    }
    const bool is_known = (to & Symbols::kTargetBit) != 0
                              ? (to & ~Symbols::kTargetBit) < limits_->targets
                              : to < limits_->functions;
    uint32_t file = 0;
    if (!is_known || !index(limits_->names, file)) {
      return false;
    }
    finds_->files.mark(NameId(file));
    return number(count) && (!is_conditional || number(count));
  }

  /// `call`: whose they are; null: self costs.
  bool costs(bool is_wide, const uint64_t* call) {
    uint64_t given = 1;
    if ((is_wide || limits_->width != 1) && (!number(given) || given > limits_->width)) {
      return false;
    }
    for (size_t event = 0; event < given; ++event) {
      int128 cost = 0;
      if (!this->cost(is_wide, cost)) {
        return false;
      }
      if (call == nullptr) {
        sums_->self[event] += cost;
        sums_->self_print.add(function_, event, cost);
      } else {
        sums_->call_print.add(*call, event + 1, cost);
      }
    }
    if (marks_ != 0) [[unlikely]] {
      (call == nullptr ? sums_->self_print : sums_->call_print)
          .mark(call == nullptr ? function_ : *call, marks_);
    }
    return true;
  }

  bool cost(bool is_wide, int128& value) {
    if (!is_wide) {
      uint64_t bits = 0;
      const bool is_whole = number(bits);
      value = bits;
      return is_whole;
    }
    uint128 bits = 0;
    if (!number(bits, 128)) {
      return false;
    }
    value = unzigzag128(bits);
    return -kLargestSum <= value && value <= kLargestSum;
  }

  const uint8_t* begin_;
  const uint8_t* at_;
  const uint8_t* end_;
  const RecordLimits* limits_;
  RecordSums* sums_;
  RecordFinds* finds_;
  CallPlacer placer_;
  bool is_placed_ = false;
  uint32_t function_ = 0;  ///< of the block
  uint32_t file_ = 0;      ///< of the block
  uint8_t marks_ = 0;      ///< of the record at hand
};

}  // namespace

void SumPrint::add(uint64_t key, size_t column, int128 cost) {
  if (cost != 0) {
    const uint64_t of_key = folded_product(key ^ seed_, 0xd6e8feb86659fd93U) + seed_;
    const uint64_t weight =
        folded_product(of_key ^ (uint64_t{column} << 1 | 1), 0x9e3779b97f4a7c15U);
    sum_ += static_cast<uint128>(cost) * weight;
  }
}

void SumPrint::mark(uint64_t key, uint8_t marks) {
  constexpr size_t kFew = 1024;
  if (marks_.size() >= 2 * gathered_ + kFew) {
    gather_marks();
  }
  marks_.push_back({key, marks});
}

void SumPrint::gather_marks() {
  std::ranges::sort(marks_, {}, &Mark::key);
  size_t last = 0;
  for (size_t at = 1; at < marks_.size(); ++at) {
    if (marks_[at].key == marks_[last].key) {
      marks_[last].marks |= marks_[at].marks;
    } else {
      marks_[++last] = marks_[at];
    }
  }
  marks_.resize(std::min(marks_.size(), last + 1));
  gathered_ = marks_.size();
}

bool SumPrint::is_as(SumPrint& other) {
  gather_marks();
  other.gather_marks();
  return seed_ == other.seed_ && sum_ == other.sum_ && marks_ == other.marks_;
}

std::optional<size_t> check_records(std::span<const uint8_t> bytes, const RecordLimits& limits,
                                    RecordSums& sums, RecordFinds& finds) {
  sums.self.resize(limits.width);
  return RecordChecker(bytes, limits, sums, finds).run();
}

}  // namespace quern
