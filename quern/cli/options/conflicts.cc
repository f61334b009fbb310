// SPDX-License-Identifier: MIT
#include "quern/cli/options/conflicts.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>

#include "quern/cli/options/commands.h"

namespace quern::cli {
namespace {

struct Conflict {
  bool (*is_there)(const Arguments& arguments);
  std::string_view message;
  std::string_view hint;
};

bool has_view(const Arguments& arguments, std::string_view view) {
  return arguments.diff.view == view;
}

/// Whether the answer is the report of igprof-analyse.
bool is_igprof(const Arguments& arguments) {
  return arguments.format == "igprof";
}

bool is_picture(const Arguments& arguments) {
  return arguments.format == "svg" || arguments.format == "html";
}

constexpr std::string_view kLeaveOneOut = "leave one of them out";
constexpr std::string_view kIgprofHasAll =
    "the igprof report always has all rows; leave one of them out";
constexpr std::string_view kIgprofHasFunctions =
    "the igprof report lists functions; choose another --format";

/// Of all commands that have the options.
constexpr auto kCommon = std::to_array<Conflict>({
    {[](const Arguments& a) {
       return a.graph.cluster_by && a.graph.style.direction == LayerDirection::kCircle;
     },
     "--direction circle draws no frames", "leave out --cluster-by, or choose another --direction"},
    {[](const Arguments& a) { return a.merge.no_lines && a.merge.keep_parts; },
     "--no-lines adds up costs, and --keep-parts does not", kLeaveOneOut},
    {[](const Arguments& a) { return a.stats && a.merge.keep_parts; },
     "--stats is about runs that are added up, and --keep-parts adds up none", kLeaveOneOut},
    {[](const Arguments& a) { return a.stats && a.each; }, "--stats and --each cannot be combined",
     kLeaveOneOut},
    {[](const Arguments& a) { return a.stats && is_igprof(a); },
     "--stats and --format igprof cannot be combined", kLeaveOneOut},
    {[](const Arguments& a) { return a.stats && a.all; },
     "--stats is about calls, and --all about indirect callers and callees", kLeaveOneOut},
    {[](const Arguments& a) { return a.wants_parts; }, "--verbose belongs to --version",
     "'quern --version --verbose' shows what this build contains"},
    {[](const Arguments& a) {
       return a.gate.against && (!a.diff.base.empty() || a.diff.base_part || a.diff.base_thread);
     },
     "--against and --base both name the old side", kLeaveOneOut},
    {[](const Arguments& a) { return a.edits && (a.format != "text" || a.output); },
     "--edit opens an editor and prints nothing", "leave out --format and -o"},
    {[](const Arguments& a) {
       return a.all_matches && (a.edits || is_picture(a) || a.format == "mermaid");
     },
     "--all-matches cannot be combined with --edit or with --format html, svg or mermaid",
     "leave out --all-matches, and name one function"},
    {[](const Arguments& a) {
       return a.record.is_dry && is_typed(a, "format") && a.format != "text";
     },
     "--dry-run prints text and takes no --format", "leave out --format"},
    {[](const Arguments& a) {
       return is_typed(a, "baseline") && takes(*a.command, *find_option("order"));
     },
     "--baseline cannot be subtracted from single blocks: their addresses differ from run to run",
     "quern top --event MEM_LIVE --baseline BASE FILE subtracts what each function holds"},
    {[](const Arguments& a) {
       const bool is_named =
           takes(*a.command, *find_option("view")) ? a.each_of.has_value() : a.words.size() > 1;
       return (is_typed(a, "up") || is_typed(a, "down")) && !is_named;
     },
     "--up and --down need a function", "name a function, or leave out --up and --down"},
    // Commands that write profiles have a target instead.
    {[](const Arguments& a) {
       return is_typed(a, "spreadsheet") && a.format != "csv" && a.format != "tsv" &&
              !a.command->abilities.writes_profiles;
     },
     "--spreadsheet needs --format csv or tsv",
     "add one of these formats, or leave out --spreadsheet"},
    // A gate's rules say by what they group.
    {[](const Arguments& a) {
       return is_typed(a, "dir-depth") && a.group_by != GroupBy::kDir &&
              a.graph.cluster_by != GroupBy::kDir && !takes(*a.command, *find_option("max"));
     },
     "--dir-depth needs --group-by dir", "add --group-by dir, or leave out --dir-depth"},
    {[](const Arguments& a) { return a.graph.cluster_by == GroupBy::kRules && !a.groups; },
     "--cluster-by groups needs --groups", "add --groups FILE, or choose another --cluster-by"},
    {[](const Arguments& a) { return a.groups && a.group_by != GroupBy::kFunction; },
     "--groups and --group-by cannot be combined", kLeaveOneOut},
});

/// Of answers about functions, calls, lines and loops, or about single calls.
constexpr auto kOfRows = std::to_array<Conflict>({
    {[](const Arguments& a) { return !a.each && a.each_of.has_value(); }, "--of needs --each",
     "add --each for single calls, or leave out --of"},
    {[](const Arguments& a) { return !a.each && a.chronological; }, "--chronological needs --each",
     "add --each for single calls, or leave out --chronological"},
    {[](const Arguments& a) { return a.each && (a.groups || a.group_by != GroupBy::kFunction); },
     "--each needs --group-by function", "leave out --group-by and --groups"},
    {[](const Arguments& a) { return a.each && a.where; }, "--where and --each cannot be combined",
     "select single calls with --of NAME"},
    {[](const Arguments& a) { return a.each && a.least_share; },
     "--min and --each cannot be combined", "select single calls with --of NAME"},
    {[](const Arguments& a) { return is_igprof(a) && a.where; },
     "--where and --format igprof cannot be combined", kIgprofHasAll},
    {[](const Arguments& a) { return is_igprof(a) && a.least_share; },
     "--min and --format igprof cannot be combined", kIgprofHasAll},
    {[](const Arguments& a) { return a.each && a.paths; }, "--paths and --each cannot be combined",
     kLeaveOneOut},
    {[](const Arguments& a) { return is_typed(a, "running") && a.each; },
     "--running and --each cannot be combined", kLeaveOneOut},
    {[](const Arguments& a) { return is_typed(a, "running") && is_igprof(a); },
     "--running and --format igprof cannot be combined", kLeaveOneOut},
    {[](const Arguments& a) { return is_igprof(a) && a.group_by == GroupBy::kLine; },
     "--group-by line and --format igprof cannot be combined", kIgprofHasFunctions},
    {[](const Arguments& a) { return is_igprof(a) && a.group_by == GroupBy::kLoop; },
     "--group-by loop and --format igprof cannot be combined", kIgprofHasFunctions},
    {[](const Arguments& a) {
       const bool hides = !a.filters.hide.empty() || !a.filters.show.empty();
       return a.group_by == GroupBy::kLoop && (!a.filters.scale.empty() || a.baseline || hides);
     },
     "--group-by loop cannot be combined with --what-if, --baseline, --show or --hide",
     "leave them out: they change costs, but not the recorded jumps that show loops"},
    {[](const Arguments& a) {
       return a.group_by == GroupBy::kLoop && a.inlines == Inlines::kFunction;
     },
     "--group-by loop and --inlines function cannot be combined",
     "leave out --inlines: loops include the code inlined in them"},
    {[](const Arguments& a) { return a.shows_addresses && a.inlines == Inlines::kFunction; },
     "--addresses and --inlines function cannot be combined",
     "leave out --inlines: each address shows the functions that were inlined there"},
    {[](const Arguments& a) { return a.each && is_igprof(a); },
     "--each and --format igprof cannot be combined", kIgprofHasFunctions},
    {[](const Arguments& a) { return a.each && (a.baseline || a.filters.rules.any()); },
     "--each cannot be combined with --baseline or limits such as --frame-min-count",
     "leave them out: they remove calls from stacks"},
});

constexpr auto kOfSides = std::to_array<Conflict>({
    {[](const Arguments& a) { return is_typed(a, "all") && a.callers == a.callees; },
     "--all needs either --callers or --callees", "use --callers --all, or --callees --all"},
});

/// Of the views of a comparison.
constexpr auto kOfViews = std::to_array<Conflict>({
    {[](const Arguments& a) {
       return a.each_of && !has_view(a, "peek") && !has_view(a, "flame") && !has_view(a, "graph") &&
              !has_view(a, "annotate");
     },
     "--of needs --view peek, annotate, flame or graph",
     "choose one of these views, or leave out --of"},
    {[](const Arguments& a) { return !a.each_of && has_view(a, "peek"); },
     "--view peek needs --of NAME", "add --of with the name of a function of either side"},
    {[](const Arguments& a) { return a.graph.cluster_by == GroupBy::kRules; },
     "--cluster-by groups is not possible in comparisons",
     "choose another --cluster-by, or draw the groups themselves with --groups FILE"},
    {[](const Arguments& a) { return a.where && has_view(a, "peek"); },
     "--view peek and --where cannot be combined", "use --where with another view"},
    {[](const Arguments& a) {
       return has_view(a, "annotate") &&
              (is_typed(a, "where") || is_typed(a, "groups") ||
               (is_typed(a, "group-by") && a.group_by != GroupBy::kFunction));
     },
     "--view annotate takes no --where, --group-by or --groups",
     "use them with another view; --of chooses a function or file"},
    {[](const Arguments& a) {
       return a.group_by == GroupBy::kLine && !has_view(a, "top") && !has_view(a, "annotate");
     },
     "--group-by line needs --view top",
     "leave out --view, or use --view annotate to see lines in their files"},
    {[](const Arguments& a) { return a.group_by == GroupBy::kLine && is_typed(a, "kinds"); },
     "--kinds and --group-by line cannot be combined", kLeaveOneOut},
    {[](const Arguments& a) { return is_typed(a, "lines"); }, "--lines is for `quern annotate`",
     "limit changed lines with --min, --context and --limit"},
    {[](const Arguments& a) { return is_typed(a, "kinds") && !has_view(a, "top"); },
     "--kinds needs --view top", "leave out --view or --kinds"},
});

/// An option that only some views of a comparison know. What a configuration file sets is for those
/// views alone.
struct ViewOption {
  std::string_view option;
  std::string_view views;                                ///< "tree", "tree or flame"
  bool (*is_set)(const Arguments& arguments) = nullptr;  ///< null: whenever it is typed
};

bool lists_no_lines(const Arguments& arguments) {
  return arguments.group_by != GroupBy::kLine;
}

constexpr auto kViewOptions = std::to_array<ViewOption>({
    {"bottom-up", "tree or flame"},
    {"depth", "tree or flame", [](const Arguments& a) { return a.depth != 0; }},
    {"min", "annotate, tree, flame or graph"},
    {"context", "annotate"},
    {"whole", "annotate"},
    {"base-source-path", "annotate", lists_no_lines},
    {"base-object-path", "annotate", lists_no_lines},
    {"heaviest", "tree"},
    {"merge-recursion", "tree or flame"},
    {"roots", "flame"},
    {"widths", "flame", [](const Arguments& a) { return a.diff.widths != DiffWidths::kBoth; }},
    {"pixels", "flame"},
    {"source-path", "annotate", lists_no_lines},
    {"min-change", "top, calls or matches"},
    {"up", "graph"},
    {"down", "graph"},
    {"min-call", "graph"},
    {"cluster-by", "graph"},
    {"open-cycles", "graph"},
    {"direction", "graph",
     [](const Arguments& a) { return a.graph.style.direction != LayerDirection::kDown; }},
    {"boxes", "graph", [](const Arguments& a) { return a.graph.style.boxes != BoxSize::kNormal; }},
});

/// Forms that only some views of a comparison have.
struct FormOfViews {
  std::string_view form, views;
};
constexpr auto kFormsOfViews = std::to_array<FormOfViews>({{"svg", "flame or graph"},
                                                           {"html", "flame, graph or annotate"},
                                                           {"folded", "flame"},
                                                           {"dot", "graph"},
                                                           {"mermaid", "graph"}});

/// Of pictures, and of what has that form.
constexpr auto kOfPictures =
    std::to_array<std::string_view>({"pixels", "height", "roots", "color-by"});

/// Of treemaps whose tiles are no calls.
bool has_other_tiles(const Arguments& arguments) {
  return arguments.map.of != MapOf::kCallees && arguments.map.of != MapOf::kCallers;
}

constexpr auto kOfMaps = std::to_array<Conflict>({
    {[](const Arguments& a) { return has_other_tiles(a) && is_typed(a, "merge-recursion"); },
     "--merge-recursion needs --tiles callees or callers",
     "leave out --merge-recursion, or choose other --tiles"},
    {[](const Arguments& a) {
       return has_other_tiles(a) && (is_typed(a, "groups") || is_typed(a, "group-by"));
     },
     "--group-by and --groups need --tiles callees or callers",
     "leave them out, or choose other --tiles"},
});

constexpr auto kNotWithRatchet = std::to_array<std::string_view>(
    {"max", "against", "base", "base-part", "base-thread", "save-baseline"});

constexpr auto kOfRatchets = std::to_array<Conflict>({
    {[](const Arguments& a) { return !a.filters.scale.empty(); },
     "--ratchet and --what-if cannot be combined",
     "leave out --what-if: a file of limits keeps only measured costs"},
});

constexpr auto kOfChecks = std::to_array<Conflict>({
    {[](const Arguments& a) { return a.only_head && a.is_repair; },
     "--head and --repair cannot be combined", "--repair needs the findings; leave out --head"},
    {[](const Arguments& a) { return a.only_head && a.is_strict; },
     "--head and --strict cannot be combined", "--strict needs the findings; leave out --head"},
    {[](const Arguments& a) { return a.is_repair && (!a.output || *a.output == "-"); },
     "--repair needs -o FILE", "add -o FILE for the repaired copy; stdout has the report"},
    {[](const Arguments& a) {
       return !a.is_repair && !a.list_codes && a.convert.target.has_value();
     },
     "--to needs --repair", "add --repair -o FILE, or leave out --to"},
});

Diagnostic needs_option(std::string message, std::string_view hint) {
  return usage_error("needs-option", std::move(message), std::string(hint));
}

Result<void> check_all(const Arguments& arguments, std::span<const Conflict> conflicts) {
  for (const Conflict& each : conflicts) {
    if (each.is_there(arguments)) {
      return failure(needs_option(std::string(each.message), each.hint));
    }
  }
  return {};
}

/// What only pictures have.
Result<void> check_picture(const Arguments& arguments) {
  for (const std::string_view option : kOfPictures) {
    if (!is_picture(arguments) && is_typed(arguments, option)) {
      return failure(
          needs_option(fmt::format("--{} needs --format svg or html", option),
                       fmt::format("choose one of these formats, or leave out --{}", option)));
    }
  }
  return {};
}

Result<void> check_view(const Arguments& arguments) {
  if (Result<void> fits = check_all(arguments, kOfViews); !fits) {
    return fits;
  }
  for (const ViewOption& each : kViewOptions) {
    const bool is_set = each.is_set == nullptr || each.is_set(arguments);
    if (is_set && is_typed(arguments, each.option) && !each.views.contains(arguments.diff.view)) {
      return failure(needs_option(fmt::format("--{} needs --view {}", each.option, each.views),
                                  fmt::format("change --view, or leave out --{}", each.option)));
    }
  }
  if (has_view(arguments, "flame")) {
    if (Result<void> drawn = check_picture(arguments); !drawn) {
      return drawn;
    }
  }
  for (const FormOfViews& each : kFormsOfViews) {
    if (arguments.format == each.form && !each.views.contains(arguments.diff.view)) {
      return failure(needs_option(
          fmt::format("{} needs --view {}", each.form, each.views),
          fmt::format("quern diff --view {} OLD NEW -f {}",
                      each.views.substr(0, each.views.find_first_of(" ,")), each.form)));
    }
  }
  return {};
}

/// A file of limits stands for itself: nothing else makes rules, and there is no base.
Result<void> check_gate(const Arguments& arguments) {
  if (!arguments.gate.ratchet) {
    return {};
  }
  for (const std::string_view other : kNotWithRatchet) {
    if (is_typed(arguments, other)) {
      return failure(needs_option(
          fmt::format("--ratchet and --{} cannot be combined", other),
          fmt::format("leave out --{}: the file of limits contains all rules", other)));
    }
  }
  return check_all(arguments, kOfRatchets);
}

}  // namespace

Result<void> check_conflicts(const Arguments& arguments) {
  const auto has = [&arguments](std::string_view option) {
    return takes(*arguments.command, *find_option(option));
  };
  Result<void> fits;
  if (has("each")) {
    fits = check_all(arguments, kOfRows);
  } else if (has("view")) {
    fits = check_view(arguments);
  } else if (has("tiles")) {
    fits = check_all(arguments, kOfMaps);
    fits = fits ? check_picture(arguments) : fits;
  } else if (has("pixels")) {
    fits = check_picture(arguments);
  } else if (has("max")) {
    fits = check_gate(arguments);
  } else if (has("callers")) {
    fits = check_all(arguments, kOfSides);
  } else if (has("repair")) {
    fits = check_all(arguments, kOfChecks);
  }
  return fits ? check_all(arguments, kCommon) : fits;
}

}  // namespace quern::cli
