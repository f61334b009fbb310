// SPDX-License-Identifier: MIT
#include "quern/cli/options/conflicts.h"

#include <fmt/format.h>

#include <algorithm>
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

constexpr std::string_view kOfSingleCalls = "it applies to single calls";
constexpr std::string_view kOthersAreTables = "the other views are tables";
constexpr std::string_view kNeedsNoBase = "a file of limits needs no base and contains all rules";

/// Of all commands that have the options.
constexpr auto kCommon = std::to_array<Conflict>({
    {[](const Arguments& a) {
       return a.gate.against && (!a.diff.base.empty() || a.diff.base_part || a.diff.base_thread);
     },
     "--against and --base both name the old side", "leave one of them out"},
    {[](const Arguments& a) { return a.edits && (a.format != "text" || a.output); },
     "--edit opens an editor and prints nothing", "leave out --format and -o"},
    {[](const Arguments& a) { return a.all_matches && (a.edits || a.format == "html"); },
     "--all-matches makes no page and opens no editor", "name one of the functions"},
    {[](const Arguments& a) {
       return a.record.is_dry && is_typed(a, "format") && a.format != "text";
     },
     "--dry-run prints text and takes no --format", ""},
    {[](const Arguments& a) {
       return is_typed(a, "baseline") && takes(*a.command, *find_option("order"));
     },
     "--baseline cannot be subtracted from single blocks: their addresses differ from run to run",
     "quern top --event MEM_LIVE --baseline BASE FILE subtracts what each function holds"},
    // Commands that write profiles have a target instead.
    {[](const Arguments& a) {
       return is_typed(a, "spreadsheet") && a.format != "csv" && a.format != "tsv" &&
              !a.command->abilities.writes_profiles;
     },
     "--spreadsheet needs --format csv or tsv", "other formats are not opened in spreadsheets"},
    // A gate's rules say by what they group.
    {[](const Arguments& a) {
       return is_typed(a, "dir-depth") && a.group_by != GroupBy::kDir &&
              !takes(*a.command, *find_option("max"));
     },
     "--dir-depth needs --group-by dir", "it limits how many folders of a path count"},
    {[](const Arguments& a) { return a.groups && a.group_by != GroupBy::kFunction; },
     "--groups and --group-by cannot be combined", "leave one of them out"},
});

/// Of answers about functions, calls, lines and loops, or about single calls.
constexpr auto kOfRows = std::to_array<Conflict>({
    {[](const Arguments& a) { return !a.each && a.each_of.has_value(); }, "--of needs --each",
     kOfSingleCalls},
    {[](const Arguments& a) { return !a.each && a.chronological; }, "--chronological needs --each",
     kOfSingleCalls},
    {[](const Arguments& a) { return a.each && (a.groups || a.group_by != GroupBy::kFunction); },
     "--each needs --group-by function", "a single call has one function"},
    {[](const Arguments& a) { return a.each && a.where; }, "--where and --each cannot be combined",
     "select single calls with --of NAME"},
    {[](const Arguments& a) { return a.each && a.least_share; },
     "--min and --each cannot be combined", "select single calls with --of NAME"},
    {[](const Arguments& a) { return is_igprof(a) && a.where; },
     "--where needs a --format other than igprof", "the report of igprof-analyse has all rows"},
    {[](const Arguments& a) { return is_igprof(a) && a.least_share; },
     "--min needs a --format other than igprof", "the report of igprof-analyse has all rows"},
    {[](const Arguments& a) { return a.each && a.paths; }, "--paths and --each cannot be combined",
     "leave one of them out"},
    {[](const Arguments& a) { return is_typed(a, "running") && a.each; },
     "--running and --each cannot be combined", "it adds up the self costs of functions"},
    {[](const Arguments& a) { return is_typed(a, "running") && is_igprof(a); },
     "--running needs a --format other than igprof", "it adds up the self costs of functions"},
    {[](const Arguments& a) { return is_igprof(a) && a.group_by == GroupBy::kLine; },
     "--group-by line needs a --format other than igprof", "igprof-analyse has no report of lines"},
    {[](const Arguments& a) { return is_igprof(a) && a.group_by == GroupBy::kLoop; },
     "--group-by loop needs a --format other than igprof", "igprof-analyse has no report of loops"},
    {[](const Arguments& a) {
       const bool hides = !a.filters.hide.empty() || !a.filters.choice.show.empty();
       return a.group_by == GroupBy::kLoop && (!a.filters.scale.empty() || a.baseline || hides);
     },
     "--group-by loop needs costs as they were recorded",
     "loops are found from recorded jumps, which --what-if, --baseline, --show and --hide do not "
     "change"},
    {[](const Arguments& a) { return a.each && is_igprof(a); },
     "--each needs a --format other than igprof", "igprof-analyse has no report of single calls"},
    {[](const Arguments& a) { return a.each && (a.baseline || a.filters.rules.any()); },
     "--each needs whole stacks", "--baseline and limits such as --frame-min-count remove calls"},
});

constexpr auto kOfSides = std::to_array<Conflict>({
    {[](const Arguments& a) { return is_typed(a, "all") && a.callers == a.callees; },
     "--all needs either --callers or --callees", "it lists indirect callers or indirect callees"},
});

/// Of the views of a comparison.
constexpr auto kOfViews = std::to_array<Conflict>({
    {[](const Arguments& a) {
       return a.each_of && !has_view(a, "peek") && !has_view(a, "flame") &&
              !has_view(a, "annotate");
     },
     "--of needs --view peek, annotate or flame", "it names the function that is shown"},
    {[](const Arguments& a) { return !a.each_of && has_view(a, "peek"); },
     "--view peek needs --of NAME", "NAME is a function of the old or new side"},
    {[](const Arguments& a) { return a.where && has_view(a, "peek"); },
     "--view peek shows all calls of one function", "use --where with the other views"},
    {[](const Arguments& a) {
       return has_view(a, "annotate") &&
              (is_typed(a, "where") || is_typed(a, "groups") ||
               (is_typed(a, "group-by") && a.group_by != GroupBy::kFunction));
     },
     "--view annotate shows lines of source",
     "use --where, --group-by and --groups with the other views; --of names a function or file"},
    {[](const Arguments& a) { return is_typed(a, "lines"); }, "--lines is for `quern annotate`",
     "limit changed lines with --min, --context and --limit"},
    {[](const Arguments& a) { return is_typed(a, "kinds") && !has_view(a, "top"); },
     "--kinds needs --view top", "only functions and groups have kinds of change"},
});

/// An option that only some views of a comparison know. What a configuration file sets is for those
/// views alone.
struct ViewOption {
  std::string_view option;
  std::string_view views;                                ///< "tree", "tree or flame"
  bool (*is_set)(const Arguments& arguments) = nullptr;  ///< null: whenever it is typed
};

constexpr auto kViewOptions = std::to_array<ViewOption>({
    {"bottom-up", "tree or flame"},
    {"depth", "tree or flame", [](const Arguments& a) { return a.depth != 0; }},
    {"min", "annotate, tree or flame"},
    {"context", "annotate"},
    {"whole", "annotate"},
    {"base-source-path", "annotate"},
    {"heaviest", "tree"},
    {"merge-recursion", "tree or flame"},
    {"roots", "flame"},
    {"widths", "flame", [](const Arguments& a) { return a.diff.widths != DiffWidths::kBoth; }},
    {"pixels", "flame"},
    {"source-path", "annotate"},
    {"object-path", "annotate"},
    {"map-path", "annotate"},
    {"min-change", "top, calls or matches"},
});

/// Of pictures, and of what has that form.
constexpr auto kOfPictures = std::to_array<std::string_view>({"pixels", "roots", "color-by"});

constexpr auto kNotWithRatchet = std::to_array<std::string_view>(
    {"max", "against", "base", "base-part", "base-thread", "save-baseline"});

constexpr auto kOfRatchets = std::to_array<Conflict>({
    {[](const Arguments& a) { return !a.filters.scale.empty(); },
     "--ratchet and --what-if cannot be combined",
     "limits are kept permanently, and --what-if shows costs that were not measured"},
});

constexpr auto kOfChecks = std::to_array<Conflict>({
    {[](const Arguments& a) { return a.only_head && a.is_repair; },
     "--head and --repair cannot be combined", "--repair needs the findings; leave out --head"},
    {[](const Arguments& a) { return a.only_head && a.is_strict; },
     "--head and --strict cannot be combined", "--strict needs the findings; leave out --head"},
    {[](const Arguments& a) { return a.is_repair && (!a.output || *a.output == "-"); },
     "--repair needs -o FILE, the file to write", "the report goes to standard output"},
    {[](const Arguments& a) {
       return !a.is_repair && !a.list_codes && a.convert.target.has_value();
     },
     "--to needs --repair", "it is the format of the repaired copy"},
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
      return failure(needs_option(fmt::format("--{} needs --format svg or html", option),
                                  arguments.format == "text"
                                      ? "text is as wide as the terminal and has its roots on top"
                                      : "the other formats are not pictures"));
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
                                  kOthersAreTables));
    }
  }
  const bool is_flame = has_view(arguments, "flame");
  if (is_flame) {
    return check_picture(arguments);
  }
  if (arguments.format == "svg" || arguments.format == "folded") {
    return failure(needs_option("svg and folded need --view flame",
                                "quern diff --view flame OLD NEW -o FILE.svg"));
  }
  if (arguments.format == "html" && !has_view(arguments, "annotate")) {
    return failure(needs_option("--format html needs --view flame or annotate", kOthersAreTables));
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
      return failure(
          needs_option(fmt::format("--ratchet and --{} cannot be combined", other), kNeedsNoBase));
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
