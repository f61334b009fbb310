// SPDX-License-Identifier: MIT
//
// The report of igprof-analyse, laid out so that scripts which cut its columns go on working.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/render.h"

namespace quern {
namespace {

constexpr std::string_view kRule =
    "----------------------------------------------------------------------\n";

/// "1'234'567"
std::string with_marks(int128 number) {
  std::string text = grouped(number);
  std::ranges::replace(text, ',', '\'');
  return text;
}

double share(int128 part, int128 whole) {
  return part == 0 || whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

class Report {
 public:
  Report(const Gprof& gprof, BufferedText& stream) : gprof_(gprof), stream_(stream) {
    count_width_ = std::max(
        {size_t{8}, amount(gprof.total).size(), with_marks(gprof.rows[0].inclusive.calls).size()});
    width_ = count_width_ + (gprof.period ? 1 : 0);
  }

  bool write() {
    add("Counter: {}\n\n", printable(gprof_.event.name));
    flat_head("Flat profile (cumulative >= 1%)", "Total");
    for (size_t row = 0; row < gprof_.rows.size(); ++row) {
      flat_row(row, gprof_.rows[row].inclusive, gprof_.rows[row].paths, 1, 1);
    }
    add("\n");
    flat_head("Flat profile (self >= 0.01%)", "Self");
    for (const size_t row : by_self()) {
      flat_row(row, gprof_.rows[row].self, gprof_.rows[row].self_paths, 0.01, 2);
    }
    add("\n\n{}Call tree profile (cumulative)\n", kRule);
    for (size_t row = 0; row < gprof_.rows.size(); ++row) {
      block(row);
      if (!stream_.drain()) {
        return false;
      }
    }
    return true;
  }

 private:
  template <class... Parts>
  void add(fmt::format_string<Parts...> text, Parts&&... parts) {
    fmt::format_to(std::back_inserter(stream_.text()), text, std::forward<Parts>(parts)...);
  }

  [[nodiscard]] std::string amount(int128 cost) const {
    return gprof_.period ? fmt::format("{:.2f}", static_cast<double>(cost) * *gprof_.period)
                         : with_marks(cost);
  }

  [[nodiscard]] std::string name(size_t row) const {
    const RowName& name = gprof_.rows[row].name;
    return name.is_root ? "<spontaneous>" : printable(name.name.empty() ? "???" : name.name);
  }

  void flat_head(std::string_view title, std::string_view column) {
    add("{}{}\n\n% total  {:>{}}  ", kRule, title, column, width_);
    if (gprof_.has_calls) {
      add("{:>{}}  ", "Calls", count_width_);
    }
    if (gprof_.has_paths) {
      add("{:>{}}  ", "Paths", count_width_);
    }
    add("Function\n");
  }

  void flat_row(size_t row, const GprofCost& cost, uint64_t paths, double least, int digits) {
    const double percent = share(cost.cost, gprof_.total);
    if (std::abs(percent) < least) {
      return;
    }
    add("{:7.{}f}  {:>{}}  ", percent, digits, amount(cost.cost), width_);
    if (gprof_.has_calls) {
      add("{:>{}}  ", with_marks(cost.calls), count_width_);
    }
    if (gprof_.has_paths) {
      add("{:>{}}  ", with_marks(paths), count_width_);
    }
    add("{} [{}]\n", name(row), row + 1);
  }

  [[nodiscard]] std::vector<size_t> by_self() const {
    std::vector<size_t> order(gprof_.rows.size());
    for (size_t row = 0; row < order.size(); ++row) {
      order[row] = row;
    }
    std::ranges::sort(order, [this](size_t left, size_t right) {
      const uint128 a = magnitude(gprof_.rows[left].self.cost);
      const uint128 b = magnitude(gprof_.rows[right].self.cost);
      return a != b ? a > b : left < right;
    });
    return order;
  }

  void fraction(std::string_view part, std::string_view whole, size_t width) {
    add("  {:>{}} / {:<{}}", part, width, whole, width);
  }

  void block(size_t at) {
    const GprofRow& row = gprof_.rows[at];
    const size_t length = 34 + (3 * width_) + (gprof_.has_calls ? (2 * count_width_) + 5 : 0);
    add("\n");
    for (size_t dash = 0; dash < (length + 1) / 2; ++dash) {
      add("- ");
    }
    add("\n");
    if (at % 10 == 0) {
      block_head();
    }
    for (const GprofEdge& caller : row.callers) {
      edge(caller);
    }
    add("{:<8}{:7.1f}  {:>{}}", fmt::format("[{}]", at + 1),
        share(row.inclusive.cost, gprof_.total), amount(row.inclusive.cost), width_);
    fraction(amount(row.self.cost), amount(row.children), width_);
    add("  ");
    if (gprof_.has_calls) {
      fraction(with_marks(row.self.calls), with_marks(row.inclusive.calls), count_width_);
      add("  ");
    }
    add("{}\n", name(at));
    for (const GprofEdge& callee : row.callees) {
      edge(callee);
    }
  }

  void block_head() {
    add("{:<8}% total  {:>{}}", "Rank", "Self", width_);
    fraction("Self", "Children", width_);
    add("  ");
    if (gprof_.has_calls) {
      fraction("Calls", "Total", count_width_);
      add("  ");
    }
    add("Function\n");
  }

  /// What went along an edge, of all that the other function costs.
  void edge(const GprofEdge& edge) {
    const GprofRow& other = gprof_.rows[edge.row];
    add("{:8}{:7.1f}  {:.>{}}", "", share(edge.cost.cost, gprof_.total), "", width_);
    fraction(amount(edge.cost.cost), amount(other.inclusive.cost), width_);
    add("  ");
    if (gprof_.has_calls) {
      fraction(with_marks(edge.cost.calls), with_marks(other.inclusive.calls), count_width_);
      add("  ");
    }
    add("  {} [{}]\n", name(edge.row), edge.row + 1);
  }

  const Gprof& gprof_;
  BufferedText& stream_;
  size_t count_width_ = 0;
  size_t width_ = 0;
};

}  // namespace

void render_igprof(std::span<const Gprof> reports, ByteSink& out) {
  BufferedText stream(out);
  for (const Gprof& report : reports) {
    if (&report != reports.data()) {
      stream.text() += "\n";
    }
    if (!Report(report, stream).write()) {
      return;
    }
  }
}

}  // namespace quern
