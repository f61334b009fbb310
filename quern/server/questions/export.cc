// SPDX-License-Identifier: MIT
//
// /api/export: the bytes that a command writes.
#include <algorithm>
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
                                                   {"folded", "text/plain; charset=utf-8"},
                                                   {"dot", "text/vnd.graphviz; charset=utf-8"},
                                                   {"mermaid", "text/plain; charset=utf-8"}});

/// Parameters of call graphs alone, and of treemaps alone.
constexpr auto kOfGraphs = std::to_array<std::string_view>(
    {"up", "down", "min_call", "nodes", "open_cycles", "cluster_by", "direction"});
constexpr auto kOfMaps = std::to_array<std::string_view>({"by", "tiles", "w", "h"});

bool is_drawn(std::string_view view) {
  return view == "graph" || view == "map";
}

/// What else than a table or text a view can be.
bool is_picture_of(std::string_view view, std::string_view form) {
  return form == "svg" || form == "html" ? view == "flame" || is_drawn(view)
         : form == "folded"              ? view == "flame"
                                         : view == "graph";
}

struct Exported {
  std::string_view view;
  ExportForm form;
};

/// What drawn call graphs and treemaps do not take, and what only they take.
void refuse_of_drawings(QueryParameters& parameters, std::string_view view) {
  if (view == "map") {
    parameters.refuse_any_of({"base"}, "a comparison has no treemap");
  }
  if (is_drawn(view)) {
    parameters.refuse_any_of({"sort", "limit"}, view == "map"
                                                    ? "tiles limits how many tiles are drawn"
                                                    : "nodes limits how many functions are drawn");
  } else {
    parameters.refuse_any_of({"of", "min"}, "it is only for call graphs and treemaps");
  }
  if (view != "graph") {
    parameters.refuse_any_of(kOfGraphs, "it is only for call graphs");
  }
  if (view != "map") {
    parameters.refuse_any_of(kOfMaps, "it is only for treemaps");
  }
}

/// Parameters that are not of this view would be dropped unsaid.
void refuse_what_means_nothing(QueryParameters& parameters, std::string_view view) {
  const bool compares = parameters.has("base") || view == "diff";
  const bool grows = view == "tree" || view == "flame";
  refuse_of_drawings(parameters, view);
  if (view == "top" || view == "calls") {
    parameters.refuse_any_of({"base"}, "view=diff compares");
  }
  if (compares) {
    parameters.refuse_any_of({"p"}, kIsOfBoth);
  }
  if (view != "top") {
    parameters.refuse_any_of({"running", "paths", "stats"}, "it is only for lists of functions");
  }
  if (view != "diff" && !(view == "tree" && compares)) {
    parameters.refuse_any_of({"changed"}, "it is only for comparisons of functions and trees");
  }
  if (view != "diff") {
    parameters.refuse_any_of({"kinds"}, "it is only for comparisons of functions");
  }
  if (view != "flame" || !compares) {
    parameters.refuse_any_of({"widths"}, "it is only for flame graphs of both sides");
  }
  if (view != "flame") {
    parameters.refuse_any_of({"px"}, "it is only for flame graphs");
  }
  if (view != "flame" && view != "map") {
    parameters.refuse_any_of({"merge_recursion"}, "it is only for flame graphs and treemaps");
  }
  if (!grows) {
    parameters.refuse_any_of({"inv"}, "it is only for trees and flame graphs");
  }
  if (!grows && view != "map") {
    parameters.refuse_any_of({"depth"}, "it is only for trees, flame graphs and treemaps");
  }
  if (view == "annotation") {
    parameters.refuse_any_of({"q", "group", "sort", "limit"}, "all lines of one file are shown");
  } else {
    parameters.refuse_any_of({"id"}, "it is only for source lines");
  }
}

Asked<Exported> asked_export(QueryParameters& parameters) {
  constexpr auto kViews = std::to_array<std::string_view>(
      {"top", "calls", "tree", "flame", "graph", "map", "diff", "annotation"});
  std::vector<std::string_view> words;
  for (const ExportForm& form : kForms) {
    words.push_back(form.word);
  }
  Exported exported{.view = parameters.word("view", kViews), .form = kForms[0]};
  const std::string_view word = parameters.word("format", words);
  exported.form = *std::ranges::find(kForms, word, &ExportForm::word);
  if (!parse_form(word) && !is_picture_of(exported.view, word)) {
    parameters.refuse(bad_parameter("format", "this view does not have this format"));
  }
  refuse_what_means_nothing(parameters, exported.view);
  if (parameters.refused()) {
    return std::unexpected(*parameters.refused());
  }
  return exported;
}

/// The text of a view of one profile.
Asked<std::string> text_of(const Question& question, const Exported& asked,
                           const Selection& selection) {
  const ServedProfile& served = *question.served;
  const std::string_view form = asked.form.word;
  const FlameRequest shape = asked_shape(*question.parameters, form, asked.view == "flame");
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  if (asked.view == "top") {
    return rendered(Top(served.profile(), selection, served.costs_of_rows(selection)), form);
  }
  if (asked.view == "calls") {
    return rendered(Calls(served.profile(), selection), form);
  }
  if (asked.view == "flame") {
    return exported(flame(served.profile(), selection, shape), [&](const Flame& flame) {
      return flame_text(flame, form, *question.parameters);
    });
  }
  return exported(
      tree(served.profile(), selection, {.bottom_up = shape.bottom_up, .depth = shape.depth}),
      [form](const Tree& tree) { return rendered(tree, form); });
}

/// What a view asks of a profile.
SelectionKind kind_of(std::string_view view) {
  if (view == "annotation") {
    return {.takes_ratios = false, .is_grouped = false};
  }
  const bool is_tree = view == "tree" || view == "flame" || is_drawn(view);
  const bool is_top = view == "top";
  return {.rows = is_tree           ? RowKind::kBranches
                  : view == "calls" ? RowKind::kCalls
                                    : RowKind::kFunctions,
          .default_sort = is_top ? SortBy::kSelf : SortBy::kInclusive,
          .takes_ratios = !is_tree,
          .is_of_one_event = view == "flame" || is_drawn(view),
          .takes_order = is_top,
          .takes_running = is_top,
          .takes_paths = is_top};
}

Asked<std::string> own_export(const Question& question, const Exported& asked) {
  QueryParameters& parameters = *question.parameters;
  Asked<Selection> selection =
      selection_of(question.served->profile(), parameters, kind_of(asked.view));
  if (!selection) {
    return std::unexpected(selection.error());
  }
  if (asked.view == "graph") {
    return exported_graph(question, *selection, asked.form.word);
  }
  if (asked.view == "map") {
    return exported_map(question, *selection, asked.form.word);
  }
  if (asked.view == "annotation") {
    const auto answer = annotation_of(question, *selection, parameters.text("id"));
    return answer ? Asked<std::string>(rendered(**answer, asked.form.word))
                  : std::unexpected(answer.error());
  }
  selection->limit = parameters.number("limit", 1, kMostRowsExported, kMostRowsExported);
  return text_of(question, asked, *selection);
}

Response exported_response(const Exported& exported, std::string text) {
  Response response{
      .status = 200, .type = std::string(exported.form.type), .body = std::move(text)};
  const std::string_view ending = exported.form.word == "text" ? "txt" : exported.form.word;
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"quern-" +
                                                           std::string(exported.view) + '.' +
                                                           std::string(ending) + '"');
  return response;
}

}  // namespace

Style export_style(std::string_view form) {
  Style style;
  style.form = parse_form(form).value_or(Form::kText);
  return style;
}

FlameRequest asked_shape(QueryParameters& parameters, std::string_view form, bool is_flame) {
  const bool is_picture = form == "svg" || form == "html";
  const uint32_t pixels = is_flame ? asked_pixels(parameters) : 0;
  return {.bottom_up = parameters.flag("inv"),
          .merge_recursion = parameters.flag("merge_recursion"),
          .depth = parameters.number("depth", 1, 1000, 1000),
          .least_part = is_picture ? uint64_t{2} * pixels : 0};
}

Answer answer_export(Question& question) {
  QueryParameters& parameters = *question.parameters;
  const Asked<Exported> asked = asked_export(parameters);
  if (!asked) {
    return std::unexpected(asked.error());
  }
  Asked<std::string> text = asked->view == "diff" || parameters.has("base")
                                ? compared_export(question, asked->view, asked->form.word)
                                : own_export(question, *asked);
  return text ? Answer(exported_response(*asked, *std::move(text)))
              : Answer(std::unexpected(text.error()));
}

}  // namespace quern::server
