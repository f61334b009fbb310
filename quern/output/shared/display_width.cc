// SPDX-License-Identifier: MIT
#include "quern/output/shared/display_width.h"

#include <utf8proc.h>

#include <algorithm>

#include "quern/base/text.h"

namespace quern {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";  // U+2026, one column

/// One character at the start of a text: its bytes and its columns.
struct Step {
  size_t bytes = 1;
  size_t columns = 1;
};

Step step_of(std::string_view text) {
  if (static_cast<unsigned char>(text.front()) < 0x80) {
    return {};
  }
  utf8proc_int32_t point = 0;
  const utf8proc_ssize_t bytes =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(text.size()), &point);
  if (bytes <= 0) {
    return {};  // no UTF-8: a terminal shows one replacement character
  }
  return {static_cast<size_t>(bytes), static_cast<size_t>(std::max(0, utf8proc_charwidth(point)))};
}

}  // namespace

size_t display_width(std::string_view text) {
  size_t columns = 0;
  while (!text.empty()) {
    const size_t ascii = ascii_run(text);
    const Step step = ascii != 0 ? Step{ascii, ascii} : step_of(text);
    columns += step.columns;
    text.remove_prefix(step.bytes);
  }
  return columns;
}

std::string_view fitting_start(std::string_view text, size_t columns) {
  size_t end = 0;
  for (size_t used = 0; end < text.size();) {
    const Step step = step_of(text.substr(end));
    used += step.columns;
    if (used > columns) {
      break;
    }
    end += step.bytes;
  }
  return text.substr(0, end);
}

std::string_view fitting_end(std::string_view text, size_t columns) {
  size_t excess = display_width(text);
  excess -= std::min(excess, columns);
  size_t start = 0;
  size_t dropped = 0;
  while (start < text.size()) {
    const Step step = step_of(text.substr(start));
    // What combines with a dropped character goes with it.
    if (dropped >= excess && (step.columns != 0 || dropped == 0)) {
      break;
    }
    dropped += step.columns;
    start += step.bytes;
  }
  return text.substr(start);
}

std::string cut_middle(std::string_view text, size_t columns) {
  if (display_width(text) <= columns) {
    return std::string(text);
  }
  if (columns == 0) {
    return {};
  }
  const size_t end = (columns - 1) / 2;
  std::string cut(fitting_start(text, columns - 1 - end));
  cut.append(kEllipsis);
  cut.append(fitting_end(text, end));
  return cut;
}

void append_left(std::string& out, std::string_view text, size_t width, size_t columns) {
  out.append(text);
  out.append(columns - std::min(width, columns), ' ');
}

void append_right(std::string& out, std::string_view text, size_t width, size_t columns) {
  out.append(columns - std::min(width, columns), ' ');
  out.append(text);
}

}  // namespace quern
