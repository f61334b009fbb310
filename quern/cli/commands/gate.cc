// SPDX-License-Identifier: MIT
#include "quern/output/answers/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "quern/base/text.h"
#include "quern/bytes/writing/output.h"
#include "quern/cli/command_codes.h"
#include "quern/cli/commands/lines.h"
#include "quern/cli/commands/ratchet.h"
#include "quern/cli/commands/sides.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"
#include "quern/compare/gate/gate.h"
#include "quern/compare/gate/main_place.h"
#include "quern/load/find/siblings.h"
#include "quern/output/compare/diff_annotation_words.h"
#include "quern/output/gate/gate_amounts.h"
#include "quern/output/shared/gate_places.h"
#include "quern/save/baselines.h"

namespace quern::cli {
namespace {

/// Whether a side to compare with is named. Without one and with --save-baseline all files are runs
/// to be kept.
bool names_base(const Arguments& arguments) {
  return arguments.gate.against || !arguments.diff.base.empty() || arguments.diff.base_part ||
         arguments.diff.base_thread;
}

/// A file without a base: it stands on both sides.
SideFiles files_alone(const std::vector<std::string>& files) {
  return {runs_of(files), runs_of(files), true};
}

bool is_alone(const Arguments& arguments) {
  return !names_base(arguments) && arguments.words.size() == 1;
}

/// Base files: those of a baseline where one is named. Rules that need none are asked of one file.
Result<SideFiles> gate_files(const Arguments& arguments, const std::vector<GateRule>& rules) {
  const GateArguments& asked = arguments.gate;
  if (is_alone(arguments)) {
    const auto relative = std::ranges::find_if(rules, &GateRule::needs_base);
    if (relative == rules.end()) {
      return files_alone(arguments.words);
    }
    return failure(usage_error(
        "missing-argument",
        fmt::format("the rule '{}' is about {}, but there is no base to compare with",
                    printable(relative->text), relative->only_new ? "what is new" : "a change"),
        "give OLD and NEW, --base OLD or --against NAME; limits without + or -, such as "
        "'Ir=1e9', need no base"));
  }
  if (!asked.against) {
    return side_files(arguments);
  }
  Result<std::vector<RunFiles>> base = baseline_runs(asked.folder, *asked.against);
  if (!base) {
    return failure(base.error());
  }
  return SideFiles{std::move(*base), runs_of(arguments.words), false};
}

Result<std::vector<GateRule>> read_rules(const Arguments& arguments) {
  std::vector<GateRule> rules;
  // All rules come from one place: those that are typed replace those of a file.
  const Setting* const set =
      setting_for(arguments.settings, *find_option("max"), *arguments.command);
  for (const std::string& text : arguments.gate.max) {
    Result<GateRule> rule = read_gate_rule(text);
    if (!rule) {
      return failure(rule.error());
    }
    if (set != nullptr && !set->file.empty()) {
      rule->written = {set->file, set->value_places[rules.size()].place.line};
    }
    rules.push_back(std::move(*rule));
  }
  if (rules.empty()) {
    return failure(
        usage_error("missing-argument", "'quern gate' lacks a rule",
                    "e.g. --max 'Ir=+1%', or max = [\"Ir=+1%\"] under [gate] in .quern.toml; "
                    "see `quern help gate-rules`"));
  }
  return rules;
}

/// The events of all rules, each once; "" is the first that both sides have.
std::vector<std::string> events_of(const std::vector<GateRule>& rules) {
  std::vector<std::string> events;
  for (const GateRule& rule : rules) {
    for (const std::string& event : rule.events()) {
      if (std::ranges::find(events, event) == events.end()) {
        events.push_back(event);
      }
    }
  }
  return events;
}

/// Groups are made of functions, so that these have to have their new names before.
Renames renames_for(const Arguments& arguments, const std::vector<GateRule>& rules) {
  const bool has_groups = arguments.groups || arguments.group_by != GroupBy::kFunction ||
                          std::ranges::any_of(rules, [](const GateRule& rule) {
                            return rule.by != GroupBy::kFunction;
                          });
  return has_groups ? Renames::kApplied : Renames::kLeft;
}

/// The folder that paths in reports are relative to: the repository, as far as a .git tells, else
/// the working directory.
std::filesystem::path project_root() {
  std::error_code ignored;
  std::filesystem::path here = std::filesystem::current_path(ignored);
  for (std::filesystem::path folder = here; !folder.empty(); folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / ".git", ignored)) {
      return folder;
    }
    if (folder == folder.parent_path()) {
      break;
    }
  }
  return here;
}

/// A path of the command line relative to the project's folder; nothing for one outside.
std::optional<std::string> below(const std::filesystem::path& root, const std::string& path) {
  std::error_code ignored;
  return project_path(std::filesystem::absolute(path, ignored).lexically_normal().string(),
                      root.string());
}

/// Where reports point, and all places in rules relative to the project's folder.
GatePlaces report_places(Gate& answer, const Sides& sides) {
  const std::filesystem::path root = project_root();
  for (GateVerdict& verdict : answer.verdicts) {
    if (ReportPlace& written = verdict.rule.written; !written.file.empty()) {
      const std::optional<std::string> path = below(root, written.file);
      written = path ? ReportPlace{*path, written.line} : ReportPlace{};
    }
  }
  const std::string& profile = sides.files.back();
  return {.root = root.string(),
          .main = main_place(sides.runs.new_runs.back(), root.string()),
          .profile = below(root, profile).value_or(std::string(base_name(profile)))};
}

void show_verdict(Session& session, Gate& answer, const Sides& sides) {
  const std::string& format = session.arguments.format;
  if (format == "junit") {
    render_junit(answer, session.answerer.out());
  } else if (format == "github") {
    render_annotations(answer, report_places(answer, sides), session.answerer.out());
  } else if (format == "sarif") {
    render_sarif(answer, report_places(answer, sides), QUERN_VERSION, session.answerer.out());
  } else {
    session.answerer.show(answer, style_of(session, sides));
  }
}

/// Rows of a table have no place for what is said of rules that matched nothing.
Result<void> tell_unmatched(const Session& session, const Gate& answer) {
  const std::string unmatched = unmatched_phrase(answer);
  const Arguments& arguments = session.arguments;
  if (unmatched.empty()) {
    return {};
  }
  if (arguments.gate.require_match) {
    return failure(usage_error(kUnmatchedRule, unmatched,
                               "correct or delete the rules; without --require-match they are only "
                               "reported"));
  }
  if (arguments.format == "csv" || arguments.format == "tsv") {
    session.reporter.note(unmatched);
  }
  return {};
}

/// What the rules say of the files, after it has been shown; its profiles are gone.
Result<std::vector<GateVerdict>> judge(Session& session, const std::vector<GateRule>& rules,
                                       const SideFiles& files, GateBase base) {
  const Arguments& arguments = session.arguments;
  // Lines of rules, and of reports that point at them, are known from the records.
  const bool needs_lines =
      arguments.format == "github" || arguments.format == "sarif" ||
      std::ranges::any_of(rules, [](const auto& rule) { return rule.rows == GateRows::kLines; });
  const Result<Sides> sides = open_sides(session, files,
                                         {.events = events_of(rules),
                                          .renames = renames_for(arguments, rules),
                                          .keep = needs_lines ? Keep::kAll : Keep::kSums,
                                          .takes_ratios = true,
                                          .shows_ratios = false,
                                          .is_verdict = true,
                                          .takes_abbreviations = false});
  if (!sides) {
    return failure(sides.error());
  }
  Result<Gate> answer = gate(sides->runs, rules, base, places_of_sides(arguments, sides->runs));
  if (!answer) {
    return failure(without_lines(arguments, answer.error()));
  }
  if (Result<void> told = tell_unmatched(session, *answer); !told) {
    return failure(told.error());
  }
  show_verdict(session, *answer, *sides);
  if (const std::string advice = answer->lines ? inlined_advice(answer->lines->files()) : "";
      !advice.empty()) {
    session.reporter.note(advice);
  }
  return std::move(answer->verdicts);
}

ExitCode exit_code_of(const std::vector<GateVerdict>& verdicts) {
  return std::ranges::all_of(verdicts, &GateVerdict::passed) ? ExitCode::kDone : ExitCode::kNo;
}

Result<ExitCode> compare(Session& session) {
  const Arguments& arguments = session.arguments;
  const Result<std::vector<GateRule>> rules = read_rules(arguments);
  if (!rules) {
    return failure(rules.error());
  }
  const Result<SideFiles> files = gate_files(arguments, *rules);
  if (!files) {
    return failure(files.error());
  }
  const Result<std::vector<GateVerdict>> verdicts =
      judge(session, *rules, *files, is_alone(arguments) ? GateBase::kNone : GateBase::kGiven);
  return verdicts ? Result<ExitCode>(exit_code_of(*verdicts)) : failure(verdicts.error());
}

/// Lowers the limits of the file that could be lower.
Result<void> lower_limits(const Session& session, const Ratchet& ratchet,
                          const std::vector<GateVerdict>& verdicts) {
  std::vector<std::optional<std::string>> limits;
  for (const GateVerdict& verdict : verdicts) {
    limits.push_back(lower_limit(verdict));
  }
  const Result<std::string> text = with_limits(ratchet, limits);
  if (!text) {
    return failure(text.error());
  }
  if (*text == ratchet.text) {
    return {};
  }
  Result<Output> file = create_output(ratchet.file, true);
  if (!file) {
    return failure(file.error());
  }
  file->write(*text);
  file->keep();
  if (Result<void> written = file->commit(); !written) {
    written.error().hint = "the limits were not changed; free space there, or choose another file";
    return written;
  }
  for (size_t rule = 0; rule < limits.size(); ++rule) {
    if (limits[rule]) {
      session.reporter.note(fmt::format("{}: lowered the limit of '{}' to {}", ratchet.file,
                                        printable(ratchet.rules[rule].text), *limits[rule]));
    }
  }
  return {};
}

Result<ExitCode> turn_ratchet(Session& session) {
  const Arguments& arguments = session.arguments;
  const Result<Ratchet> ratchet = read_ratchet(*arguments.gate.ratchet);
  if (!ratchet) {
    return failure(ratchet.error());
  }
  const Result<std::vector<GateVerdict>> verdicts =
      judge(session, ratchet->rules, files_alone(arguments.words), GateBase::kNone);
  if (!verdicts) {
    return failure(verdicts.error());
  }
  const ExitCode code = exit_code_of(*verdicts);
  if (code == ExitCode::kDone) {
    if (Result<void> lowered = lower_limits(session, *ratchet, *verdicts); !lowered) {
      return failure(lowered.error());
    }
  }
  return code;
}

/// A baseline that is named in a configuration file and is to be saved for the first time.
bool is_first_of_its_name(const GateArguments& asked) {
  return asked.save && asked.against && *asked.save == *asked.against &&
         !baseline_runs(asked.folder, *asked.against);
}

/// The runs to keep: each file, or with --siblings all files of its run. Those of one run are one
/// run, however many of them are named.
Result<std::vector<RunFiles>> runs_to_keep(const Arguments& arguments) {
  if (!arguments.reading.siblings) {
    return runs_of(arguments.words);
  }
  std::vector<RunFiles> runs;
  for (const std::string& file : arguments.words) {
    Result<RunFiles> run = sibling_files(file);
    if (!run) {
      return failure(run.error());
    }
    if (std::ranges::find(runs, *run) == runs.end()) {
      runs.push_back(std::move(*run));
    }
  }
  return runs;
}

/// Keeps the new files, after each run has been read.
Result<ExitCode> save(Session& session, bool was_compared) {
  const Arguments& arguments = session.arguments;
  const Result<std::vector<RunFiles>> runs = runs_to_keep(arguments);
  if (!runs) {
    return failure(runs.error());
  }
  size_t files = 0;
  for (const RunFiles& run : *runs) {
    files += run.size();
    const Result<Opened> sound = session.loader.open(run, Keep::kTotals);
    const Result<void> complete =
        sound ? check_complete(session.arguments, Completeness(*sound->profile))
              : failure(sound.error());
    if (!complete) {
      return failure(complete.error());
    }
  }
  const GateArguments& asked = arguments.gate;
  if (Result<void> saved = save_baseline(asked.folder, *asked.save, *runs, arguments.force);
      !saved) {
    return failure(saved.error());
  }
  const std::string of =
      files == runs->size() ? "" : fmt::format(" of {}", counted(runs->size(), "run"));
  session.reporter.note(fmt::format("saved {}{} as baseline {}{}", counted(files, "file"), of,
                                    *asked.save, was_compared ? "" : "; nothing was compared"));
  return ExitCode::kDone;
}

}  // namespace

Result<ExitCode> run_gate(Session& session) {
  const Arguments& arguments = session.arguments;
  const GateArguments& asked = arguments.gate;
  if (asked.ratchet) {
    return turn_ratchet(session);
  }
  const bool compares = !asked.save || (names_base(arguments) && !is_first_of_its_name(asked));
  if (compares) {
    const Result<ExitCode> code = compare(session);
    if (!code || *code != ExitCode::kDone || !asked.save) {
      return code;
    }
  }
  return save(session, compares);
}

}  // namespace quern::cli
