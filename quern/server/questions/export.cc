// SPDX-License-Identifier: MIT
//
// /api/export: the bytes that a command writes.
#include <array>

#include "quern/output/answers/calls.h"
#include "quern/output/answers/lists.h"
#include "quern/output/answers/source.h"
#include "quern/output/answers/trees.h"
#include "quern/output/render.h"
#include "quern/server/questions/diff_questions.h"
#include "quern/server/questions/exporting.h"
#include "quern/server/questions/source.h"
#include "quern/views/trees/folded.h"

namespace quern::server {
namespace {

struct ExportForm {
  std::string_view word, type;
};
constexpr auto kForms = std::to_array<ExportForm>({{"json", "application/json"},
                                                   {"csv", "text/csv; charset=utf-8"},
                                                   {"tsv",
                                                    "text/tab-separated-values; "
                                                    "charset=utf-8"},
                                                   {"md", "text/markdown; charset=utf-8"},
                                                   {"text", "text/plain; charset=utf-8"},
                                                   {"svg", "image/svg+xml"},
                                                   {"html", "text/html; charset=utf-8"},
                                                   {"folded", "text/plain; charset=utf-8"}});

struct Exported {
  std::string_view view;
  ExportForm form;
};

/// Parameters that are not of this view would be dropped unsaid.
void refuse_what_means_nothing(QueryParameters& parameters, std::string_view view) {
  const bool compares = parameters.has("base") || view == "diff";
  const bool grows = view == "tree" || view == "flame";
  if (view == "top" || view == "calls") {
    parameters.refuse_any_of({"base"}, "view=diff compares");
  }
  if (compares) {
    parameters.refuse_any_of({"p"}, kIsOfBoth);
  }
  if (view != "top") {
    parameters.refuse_any_of({"running"}, "it is of lists of functions");
  }
  if (view != "diff" && !(view == "tree" && compares)) {
    parameters.refuse_any_of({"changed"}, "it is of comparisons of functions and trees");
  }
  if (view != "diff") {
    parameters.refuse_any_of({"kinds"}, "it is of comparisons of functions");
  }
  if (view != "flame" || !compares) {
    parameters.refuse_any_of({"widths"}, "it is of flame graphs of both sides");
  }
  if (view != "flame") {
    parameters.refuse_any_of({"px", "merge_recursion"}, "it is of flame graphs");
  }
  if (!grows) {
    parameters.refuse_any_of({"inv", "depth"}, "it is of trees and flame graphs");
  }
  if (view == "annotation") {
    parameters.refuse_any_of({"q", "group", "sort", "limit"}, "all lines of one file are shown");
  } else {
    parameters.refuse_any_of({"id"}, "it is of source lines");
  }
}

std::expected<Exported, Refusal> asked_export(QueryParameters& parameters) {
  constexpr auto kViews =
      std::to_array<std::string_view>({"top", "calls", "tree", "flame", "diff", "annotation"});
  std::vector<std::string_view> words;
  for (const ExportForm& form : kForms) {
    words.push_back(form.word);
  }
  Exported exported{.view = parameters.word("view", kViews), .form = kForms[0]};
  const std::string_view word = parameters.word("format", words);
  for (const ExportForm& form : kForms) {
    exported.form = form.word == word ? form : exported.form;
  }
  if (!parse_form(word) && exported.view != "flame") {
    parameters.refuse(
        refusal(400, "bad-parameter", "only a flame graph has this form", {}, "format"));
  }
  refuse_what_means_nothing(parameters, exported.view);
  if (parameters.refused()) {
    return std::unexpected(*parameters.refused());
  }
  return exported;
}

std::expected<std::string, Refusal> flame_export(const ServedProfile& served,
                                                 QueryParameters& parameters,
                                                 const Selection& selection,
                                                 const Exported& exported) {
  const auto pixels = static_cast<uint32_t>(parameters.number("px", 100, 8192, 1200));
  const bool is_picture = exported.form.word == "svg" || exported.form.word == "html";
  const FlameRequest request{.bottom_up = parameters.flag("inv"),
                             .merge_recursion = parameters.flag("merge_recursion"),
                             .depth = parameters.number("depth", 1, 1000, 1000),
                             .least_part = is_picture ? uint64_t{2} * pixels : 0};
  if (parameters.refused()) {
    return std::unexpected(*parameters.refused());
  }
  const Result<Flame> answer = flame(served.profile(), selection, request);
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  return flame_text(*answer, exported.form.word, pixels);
}

std::expected<std::string, Refusal> table_export(const ServedProfile& served,
                                                 QueryParameters& parameters,
                                                 const Selection& selection,
                                                 const Exported& exported) {
  StringSink sink;
  const Style style = export_style(exported.form.word);
  if (exported.view == "top") {
    render(Top(served.profile(), selection, served.costs(selection)), style, sink);
  } else if (exported.view == "calls") {
    render(Calls(served.profile(), selection), style, sink);
  } else {
    const Result<Tree> answer = tree(
        served.profile(), selection,
        {.bottom_up = parameters.flag("inv"), .depth = parameters.number("depth", 1, 1000, 1000)});
    if (!answer) {
      return std::unexpected(no_answer(answer.error()));
    }
    render(*answer, style, sink);
  }
  return std::move(sink.text());
}

std::expected<std::string, Refusal> annotation_export(const Question& question,
                                                      const ServedProfile& served,
                                                      const Exported& exported) {
  const std::expected<Selection, Refusal> selection = selection_of(
      served.profile(), *question.parameters, {.takes_ratios = false, .is_grouped = false});
  if (!selection) {
    return std::unexpected(selection.error());
  }
  const auto answer = annotation_of(question, served, *selection, question.parameters->text("id"));
  if (!answer) {
    return std::unexpected(answer.error());
  }
  StringSink sink;
  render(**answer, export_style(exported.form.word), sink);
  return std::move(sink.text());
}

Response exported_response(const Exported& exported, std::string text) {
  Response response{
      .status = 200, .type = std::string(exported.form.type), .body = std::move(text)};
  const std::string_view ending = exported.form.word == "text"     ? "txt"
                                  : exported.form.word == "folded" ? "folded"
                                                                   : exported.form.word;
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"quern-" +
                                                           std::string(exported.view) + '.' +
                                                           std::string(ending) + '"');
  return response;
}

}  // namespace

Answer answer_export(const Question& question) {
  QueryParameters& parameters = *question.parameters;
  const std::expected<const ServedProfile*, Refusal> served = asked_profile(question);
  if (!served) {
    return std::unexpected(served.error());
  }
  const std::expected<Exported, Refusal> exported = asked_export(parameters);
  if (!exported) {
    return std::unexpected(exported.error());
  }
  if (exported->view == "diff" || parameters.has("base") || exported->view == "annotation") {
    std::expected<std::string, Refusal> text =
        exported->view == "annotation" && !parameters.has("base")
            ? annotation_export(question, **served, *exported)
            : compared_export(question, exported->view, exported->form.word);
    return text ? Answer(exported_response(*exported, *std::move(text)))
                : Answer(std::unexpected(text.error()));
  }
  const bool is_flame = exported->view == "flame";
  const bool is_tree = exported->view == "tree" || is_flame;
  std::expected<Selection, Refusal> selection =
      selection_of((*served)->profile(), parameters,
                   {.rows = is_tree                     ? RowKind::kBranches
                            : exported->view == "calls" ? RowKind::kCalls
                                                        : RowKind::kFunctions,
                    .default_sort = exported->view == "top" ? SortBy::kSelf : SortBy::kInclusive,
                    .takes_ratios = !is_tree,
                    .is_of_one_event = is_flame,
                    .takes_order = exported->view == "top",
                    .takes_running = exported->view == "top"});
  if (!selection) {
    return std::unexpected(selection.error());
  }
  selection->limit = parameters.number("limit", 1, kMostRowsExported, kMostRowsExported);
  if (parameters.refused()) {
    return std::unexpected(*parameters.refused());
  }
  std::expected<std::string, Refusal> text =
      is_flame ? flame_export(**served, parameters, *selection, *exported)
               : table_export(**served, parameters, *selection, *exported);
  if (!text) {
    return std::unexpected(text.error());
  }
  return exported_response(*exported, *std::move(text));
}

}  // namespace quern::server
