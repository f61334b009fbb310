// SPDX-License-Identifier: MIT
#include "quern/output/text/source_lines.h"

#include <fmt/format.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/output/shared/display_width.h"

namespace quern {

SourceLines::SourceLines(std::vector<TableColumn> numbers, JumpMargin margin, const Style& style)
    : numbers_(std::move(numbers)), margin_(std::move(margin)), style_(style) {}

void SourceLines::fit(size_t places) {
  places_ = places;
  if (style_.width != 0) {
    numbers_.fit(style_.width, margin_width() + places_ + kLeastText);
  }
}

size_t SourceLines::room() const {
  const size_t used = numbers_.width() + margin_width() + places_;
  return style_.width == 0 ? 0 : style_.width > used ? style_.width - used : 1;
}

void SourceLines::append_head(std::string& out, std::string_view places) const {
  std::string head;
  numbers_.append_heads(head);
  head.append(margin_width(), ' ');
  append_painted(out, head.append(places), Paint::kDim, style_.color);
  out.push_back('\n');
}

void SourceLines::append_number(std::string& out, size_t column, std::string_view cell,
                                Paint paint) const {
  if (!numbers_.has(column)) {
    return;
  }
  std::string padded;
  numbers_.append(padded, column, cell);
  padded.resize(padded.size() - NumberColumns::kGap);
  append_painted(out, padded, paint, style_.color && (paint != Paint::kDim || cell == "."));
  out.append(NumberColumns::kGap, ' ');
}

void SourceLines::append_margin(std::string& out, const std::string& arrows) const {
  if (margin_.width() != 0) {
    append_painted(out, arrows, Paint::kCyan, style_.color);
    out.push_back(' ');
  }
}

void SourceLines::append_arrows(std::string& out, uint64_t place) {
  append_margin(out, margin_.line(place));
}

void SourceLines::append_painted_text(std::string& out, std::string_view text, Paint paint,
                                      std::string_view mark) const {
  append_shown(out, text, paint, style_.color, mark);
}

void SourceLines::append_text(std::string& out, std::string_view text,
                              std::string_view mark) const {
  append_shown(out, text, Paint::kBold, false, mark);
}

void SourceLines::append_shown(std::string& out, std::string_view text, Paint paint,
                               bool is_painted, std::string_view mark) const {
  std::string shown(text);
  const size_t taken = display_width(mark);
  if (style_.width != 0 && display_width(text) + taken > room()) {
    shown = std::string(fitting_start(text, room() > taken + 1 ? room() - taken - 1 : 0)) + "…";
  }
  shown += mark;
  while (shown.ends_with(' ')) {
    shown.pop_back();
  }
  if (shown.empty()) {
    while (out.ends_with(' ')) {
      out.pop_back();
    }
  }
  append_painted(out, shown, paint, is_painted);
  out.push_back('\n');
}

void SourceLines::append_below(std::string& out, std::string_view text, Paint paint) const {
  out.append(numbers_.width(), ' ');
  append_margin(out, margin_.below());
  out.append(places_, ' ');
  append_painted_text(out, text, paint);
}

void SourceLines::append_fold(std::string& out, uint64_t lines) const {
  if (lines != 0) {
    append_below(out, fmt::format("... {}", counted(lines, "line")), Paint::kDim);
  }
}

}  // namespace quern
