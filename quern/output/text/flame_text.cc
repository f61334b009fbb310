// SPDX-License-Identifier: MIT
//
// A flame graph for a terminal: a line a level, roots on top, each frame as wide as its share.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/answers/trees.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/shared/wrapped.h"
#include "quern/output/text/flame_words.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

/// Where nothing tells how wide an answer may be.
constexpr size_t kColumns = 100;

class Picture {
 public:
  Picture(const Flame& flame, const Style& style)
      : flame_(flame), style_(style), columns_(style.width == 0 ? kColumns : style.width) {
    for (size_t at = 0; at < flame.places.size(); ++at) {
      const uint32_t depth = flame.tree.rows[at].depth;
      levels_.resize(std::max<size_t>(levels_.size(), depth + size_t{1}));
      levels_[depth].push_back(at);
    }
  }

  void write(BufferedText& stream) const {
    for (const std::vector<size_t>& level : levels_) {
      std::string line;
      size_t end = 0;
      for (const size_t at : level) {
        append_frame(line, at, end);
      }
      if (end == 0) {
        return;
      }
      line.resize(line.find_last_not_of(' ') + 1);
      stream.text() += line + "\n";
      if (!stream.drain()) {
        return;
      }
    }
  }

 private:
  [[nodiscard]] size_t column(int128 cost) const {
    const double share = to_double(cost) / to_double(flame_.total);
    return static_cast<size_t>(std::lround(share * static_cast<double>(columns_)));
  }

  /// Frames of fewer than two columns are left out; `end` is where the line has got to.
  void append_frame(std::string& line, size_t at, size_t& end) const {
    const FlamePlace& place = flame_.places[at];
    const size_t first = std::max(end, column(place.x));
    const size_t last = std::min(columns_, column(place.x + place.width));
    if (last < first + 2) {
      return;
    }
    line.append(first - end, ' ');
    const std::string words = label(flame_.tree.rows[at], last - first - 1);
    append_painted(line, "|", Paint::kDim, style_.color);
    append_left(line, words, display_width(words), last - first - 1);
    end = last;
  }

  /// The name, with its share where there is room for it.
  [[nodiscard]] std::string label(const TreeRow& row, size_t room) const {
    const Amount& cost = row.inclusive.front();
    const std::string mark = certainty_of(cost) == Certainty::kExact ? "" : "~";
    const std::string name = mark + shown_name(row.name.name, style_);
    const std::string share = " " + percent_text(lower_of(cost), flame_.total) + "%";
    if (display_width(name) + share.size() < room) {
      return name + share;
    }
    return shortened(name, room);
  }

  const Flame& flame_;
  const Style& style_;
  size_t columns_;
  std::vector<std::vector<size_t>> levels_;  ///< rows, from the left
};

/// What draws the same picture as a page.
std::string next_page(const Flame& flame, const Style& style) {
  const TreeRequest& request = flame.tree.request;
  const auto line = [&](std::string_view of, GroupBy by) {
    return next_line(fmt::format("flame --format html{}{}{}{}{}{} -o flame.html",
                                 group_words(by, style), request.bottom_up ? " --bottom-up" : "",
                                 request.merge_recursion ? " --merge-recursion" : "", of,
                                 style.where.empty() ? "" : " ", style.where),
                     style);
  };
  const GroupBy by = flame.tree.selection.group_by;
  if (!request.around || flame.tree.rows.empty()) {
    return line("", by);
  }
  return next_about(
      flame.tree.rows.front().name, by, style, [&](std::string_view part, GroupBy group) {
        // What begins with a hyphen would be taken for an option.
        return part.starts_with('-') ? std::string() : line(" --of " + single_quoted(part), group);
      });
}

}  // namespace

std::string rest_line(const Flame& flame) {
  return note_lines(flame_notes(flame), Style());
}

void write_text(const Flame& flame, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head(stream.text(), flame_head(flame), style);
  Picture(flame, style).write(stream);
  stream.text() += "\n";
  for (const std::string& note : flame_notes(flame)) {
    for (const std::string& line : wrapped(note, style.width == 0 ? kColumns : style.width)) {
      stream.text() += line + "\n";
    }
  }
  stream.text() += next_page(flame, style);
}

}  // namespace quern
