// SPDX-License-Identifier: MIT
//
// Which files are whole, from the description of the formats alone.
#include <algorithm>

#include "quern/testing/slow/slow_callgrind_reader.h"

namespace quern::testing::slow {
namespace {

bool is_old_valgrind(const std::string& creator) {
  const size_t dot = creator.find_first_not_of("0123456789");
  return dot != 0 && dot != std::string::npos && dot + 1 < creator.size() && creator[dot] == '.' &&
         creator[dot + 1] >= '0' && creator[dot + 1] <= '9';
}

/// Zeros behind the last number mean nothing.
std::vector<int128> without_zeros(std::vector<int128> costs) {
  while (!costs.empty() && costs.back() == 0) {
    costs.pop_back();
  }
  return costs;
}

bool is_above(const std::vector<int128>& costs, const std::vector<int128>& sums) {
  for (size_t i = 0; i < costs.size(); ++i) {
    if (costs[i] > sums[i]) {
      return true;
    }
  }
  return false;
}

}  // namespace

Reader::Ends Reader::ends() const {
  if (subprof_row_) {
    return Ends::kByTotals;
  }
  if (is_xdebug()) {
    return is_rewritten_ ? Ends::kAnyhow : Ends::kBySummary;
  }
  if (file_.creator) {
    const std::string& creator = *file_.creator;
    const bool is_of_callgrind = creator.starts_with("callgrind-") ||
                                 creator.starts_with("calltree-") ||
                                 creator.ends_with(" (of callgrind)");
    return is_of_callgrind || is_old_valgrind(creator) || creator.starts_with("xtree-") ||
                   creator.starts_with("quern-")
               ? Ends::kByTotals
               : Ends::kAnyhow;
  }
  if ((first_key_ == "desc" || first_key_ == "cmd") && !has_comment_ && !file_.has_version &&
      !file_.has_callees) {
    return Ends::kBySummary;
  }
  const bool has_unit = first_event_.size() > 3 && first_event_.ends_with(")") &&
                        first_event_.find('(') != std::string::npos;
  const bool is_known = first_event_ == "Ticks" || first_event_ == "Hits" ||
                        (file_.has_positions && has_unit) || first_event_ == "process_time" ||
                        first_event_ == "wall_time";
  return is_known ? Ends::kByRows : Ends::kAnyhow;
}

bool Reader::drops_last(const Row& row) {
  const RowShape shape = shape_of(row.text);
  const bool is_nothing = shape.kind == RowKind::kBlank || shape.kind == RowKind::kComment ||
                          (subprof_row_ && after_subprof_);
  if (is_nothing || ends() == Ends::kAnyhow) {
    return false;
  }
  const std::string_view text = row.text.substr(row.first_column() - 1);
  part().is_end_cut = text.starts_with("totals:") || text.starts_with("summary:");
  return !part().is_end_cut;
}

void Reader::look_for_joined_row(const Row& row, const std::vector<Token>& tokens) {
  if (const uint64_t column = joined_column(tokens); column != 0 && !joined_row_) {
    joined_row_ = Place{row.number, column};
  }
}

void Reader::check_end() {
  if (file_.is_cut) {
    return;
  }
  const Meaning::Part& fields = part().meaning;
  const Place here{row_number_, 1};
  const Ends how = ends();
  const bool is_nothing = !part().has_events && file_.creator.value_or("").starts_with("quern");
  const bool lacks_totals = !fields.declared_totals && !part().has_null_totals && !is_nothing;
  if ((how == Ends::kByTotals && lacks_totals) ||
      (how == Ends::kBySummary && fields.summaries.empty())) {
    lint("end-missing", here);
    return;
  }
  const bool is_cachegrind = how == Ends::kBySummary && !is_xdebug();
  if (!is_cachegrind && !fields.declared_totals) {
    return;
  }
  const std::vector<int128>& declared =
      is_cachegrind ? fields.summaries.back() : *fields.declared_totals;
  const bool is_comparable = !is_converter() || !fields.summaries.empty();
  if (part().is_end_cut && is_comparable &&
      without_zeros(declared) !=
          without_zeros(is_converter() ? fields.summaries.back() : part().sums)) {
    lint("truncated", here);
  } else if (!is_converter() && is_above(declared, part().sums)) {
    lint("costs-missing",
         is_cachegrind ? part().summaries.back().place : part().totals.back().place);
  }
}

}  // namespace quern::testing::slow
