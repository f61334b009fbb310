// SPDX-License-Identifier: MIT
//
// What the golden tests of answers share. Their files are tests/golden/output/QUESTION/ANSWER, then
// ANSWER.FORM, of text with the width; an answer begins with the word of its question.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/load/open.h"
#include "quern/output/answers/calls.h"
#include "quern/output/answers/diff.h"
#include "quern/output/answers/gate.h"
#include "quern/output/answers/held.h"
#include "quern/output/answers/input.h"
#include "quern/output/answers/lists.h"
#include "quern/output/answers/source.h"
#include "quern/output/answers/trees.h"
#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/flame_script.h"
#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"

namespace quern {

inline std::unique_ptr<const Profile> read_profile(std::string_view text, bool keep_going = false) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.keep_going = keep_going;
  Result<Opened> opened = open_bytes("callgrind.out.4711", std::string(text), options);
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    return nullptr;
  }
  return std::move(opened->profile);
}

inline Selection selected(const Profile& profile, const SelectionWords& words) {
  Result<Selection> selection = select(profile, words);
  if (!selection) {
    ADD_FAILURE() << selection.error().message;
    return {.completeness = Completeness(profile), .columns = {}, .parts = PartSet::all(profile)};
  }
  return *std::move(selection);
}

inline SelectionWords some_rows(size_t limit, SortBy sort) {
  SelectionWords words;
  words.limit = limit;
  words.default_sort = sort;
  return words;
}

/// Runs of two sides, kept for as long as answers about them are asked.
struct GoldenSides {
  std::vector<std::unique_ptr<const Profile>> profiles;
  DiffRuns runs;

  void add(std::string_view text, Version side, const SelectionWords& words) {
    profiles.push_back(read_profile(text));
    DiffRun run{profiles.back().get(), selected(*profiles.back(), words)};
    (side == Version::kOld ? runs.old_runs : runs.new_runs).push_back(std::move(run));
  }
};

/// Fails where `actual` is not what the golden file of this name, ANSWER.FORM, holds.
void compare(const std::string& name, std::string_view actual);

inline Style style_of(Form form, size_t width = 0) {
  Style style;
  style.form = form;
  style.width = width;
  style.input = "callgrind.out.4711";
  style.source = style.input;
  return style;
}

/// `answer(style, sink)` in 80 columns.
template <class Answer>
void compare_text(const std::string& name, const Answer& answer) {
  StringSink sink;
  answer(style_of(Form::kText, 80), sink);
  compare(name + ".80.txt", sink.text());
}

/// In all widths and forms.
template <class Answer>
void compare_all(const std::string& name, const Answer& answer) {
  const auto compare_one = [&](const std::string& ending, const Style& style) {
    StringSink sink;
    answer(style, sink);
    compare(name + "." + ending, sink.text());
  };
  for (const size_t width : std::initializer_list<size_t>{60, 80, 120, 200, 0}) {
    compare_one(std::to_string(width) + ".txt", style_of(Form::kText, width));
  }
  Style style = style_of(Form::kText, 80);
  style.color = true;
  compare_one("color.txt", style);
  style.color = false;
  style.short_names = true;
  compare_one("short.txt", style);
  for (size_t form = 1; form < form_words().size(); ++form) {
    compare_one(std::string(form_words()[form]), style_of(static_cast<Form>(form)));
  }
}

template <class View>
void compare_view(const std::string& name, const View& view) {
  compare_all(name, [&view](const Style& style, ByteSink& out) { render(view, style, out); });
}

/// As a document without its style sheet and script, which are the same in all.
inline std::string without_constants(std::string text) {
  const auto drop = [&text](std::string_view what) {
    if (const size_t at = text.find(what); at != std::string::npos) {
      text.erase(at, what.size());
    }
  };
  drop(flame_style_sheet());
  drop(flame_script());
  return text;
}

template <class Picture>
void compare_pictures(const std::string& name, const Picture& flame, const FlameStyle& how) {
  const Style style = style_of(Form::kText);
  StringSink svg, html;
  render_svg(flame, style, how, svg);
  compare(name + ".svg", without_constants(svg.text()));
  FlameStyle icicle = how;
  icicle.roots_on_top = true;
  render_html(flame, style, icicle, html);
  compare(name + ".html", without_constants(html.text()));
}

}  // namespace quern
