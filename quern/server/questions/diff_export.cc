// SPDX-License-Identifier: MIT
//
// /api/export of comparisons.
#include "quern/compare/lists/diff.h"
#include "quern/compare/trees/diff_flame.h"
#include "quern/output/answers/diff.h"
#include "quern/server/questions/diff_questions.h"
#include "quern/server/questions/exporting.h"
#include "quern/server/questions/source.h"

namespace quern::server {
namespace {

std::expected<std::string, Refusal> diff_export(const DiffRuns& runs, const DiffFilter& filter,
                                                std::string_view form) {
  StringSink sink;
  render(Diff(runs, filter), export_style(form), sink);
  return std::move(sink.text());
}

std::expected<std::string, Refusal> diff_tree_export(const DiffRuns& runs,
                                                     const DiffTreeRequest& request,
                                                     std::string_view form) {
  const Result<DiffTree> answer = diff_tree(runs, request);
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  StringSink sink;
  render(*answer, export_style(form), sink);
  return std::move(sink.text());
}

std::expected<std::string, Refusal> diff_flame_export(const DiffRuns& runs,
                                                      const DiffFlameRequest& request,
                                                      std::string_view form, uint32_t pixels) {
  const Result<DiffFlame> answer = diff_flame(runs, request);
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  return flame_text(*answer, form, pixels);
}

std::expected<std::string, Refusal> diff_lines_export(const Question& question,
                                                      std::string_view form) {
  const auto answer = diff_annotation_of(question, question.parameters->text("id"));
  if (!answer) {
    return std::unexpected(answer.error());
  }
  StringSink sink;
  render(**answer, export_style(form), sink);
  return std::move(sink.text());
}

}  // namespace

Style export_style(std::string_view form) {
  Style style;
  style.form = parse_form(form).value_or(Form::kText);
  return style;
}

std::expected<std::string, Refusal> compared_export(const Question& question, std::string_view view,
                                                    std::string_view form) {
  if (view == "annotation") {
    return diff_lines_export(question, form);
  }
  if (const auto has_base = check_base(question); !has_base) {
    return std::unexpected(has_base.error());
  }
  QueryParameters& parameters = *question.parameters;
  const bool is_flame = view == "flame";
  SelectionWords words = branch_words(question, view != "diff", is_flame);
  words.limit = parameters.number("limit", 1, kMostRowsExported, kMostRowsExported);
  const bool only_changed = parameters.flag("changed");
  const std::optional<DiffKinds> kinds = asked_kinds(parameters);
  const bool bottom_up = parameters.flag("inv");
  const uint64_t depth = parameters.number("depth", 1, 1000, 1000);
  const DiffWidths widths = asked_widths(parameters);
  const bool merges = parameters.flag("merge_recursion");
  const auto pixels = static_cast<uint32_t>(parameters.number("px", 100, 8192, 1200));
  const std::expected<DiffRuns, Refusal> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  if (view == "diff") {
    return diff_export(*runs, {.unchanged = !only_changed, .kinds = kinds}, form);
  }
  if (!is_flame) {
    return diff_tree_export(
        *runs, {.bottom_up = bottom_up, .unchanged = !only_changed, .depth = depth}, form);
  }
  const bool is_picture = form == "svg" || form == "html";
  return diff_flame_export(*runs,
                           {.shape = {.bottom_up = bottom_up,
                                      .merge_recursion = merges,
                                      .depth = depth,
                                      .least_part = is_picture ? uint64_t{2} * pixels : 0},
                            .widths = widths},
                           form, pixels);
}

}  // namespace quern::server
