// SPDX-License-Identifier: MIT
#include "quern/cli/commands/matches.h"

#include <memory>
#include <utility>
#include <vector>

#include "quern/cli/names.h"
#include "quern/cli/options/commands.h"
#include "quern/load/find/recognize.h"
#include "quern/query/codes.h"
#include "quern/views/lists/name_candidates.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/source/annotation_target.h"

namespace quern::cli {
namespace {

/// A list of these nodes, by the cost that `selection` sorts by.
Matches listed(const Session& session, const Profile& profile, Selection selection,
               std::string_view wanted, std::vector<bool> members) {
  constexpr size_t kShownToPeople = 15;
  selection.where = {};
  selection.ratios.clear();
  selection.sort_ratio.reset();
  selection.sorts_calls = false;
  selection.order = RowOrder::kCost;
  selection.running = false;
  selection.percent_of = PercentOf::kTotal;
  selection.limit = session.arguments.limit.value_or(
      is_for_people(session.arguments) && !session.arguments.all_matches ? kShownToPeople : 0);
  if (session.arguments.all_matches) {
    selection.limit = 0;
  }
  selection.members = std::make_shared<const std::vector<bool>>(std::move(members));
  return {Top(profile, selection), std::string(wanted)};
}

std::vector<bool> members_of(const Nodes& nodes, std::span<const uint32_t> found) {
  std::vector<bool> members(nodes.size());
  for (const uint32_t node : found) {
    members[node] = true;
  }
  return members;
}

/// Without the row of heads that CSV and TSV begin with. (Heads hold no line feeds.)
std::string_view without_head(std::string_view table) {
  const size_t end = table.find('\n');
  return end == std::string_view::npos ? table : table.substr(end + 1);
}

}  // namespace

bool names_target(const Arguments& arguments) {
  return arguments.words.size() > 1 &&
         !is_profile(arguments.words.front(), arguments.reading.dialect);
}

Matches matches_of(const Session& session, const Profile& profile, const Selection& selection,
                   std::string_view wanted) {
  const Nodes nodes(profile, selection);
  const Result<std::vector<uint32_t>> found = find_named(wanted, nodes.named());
  return listed(session, profile, selection, wanted,
                members_of(nodes, found ? *found : std::vector<uint32_t>()));
}

Matches matches_for_lines(const Session& session, const Profile& profile,
                          const Selection& selection, std::string_view wanted) {
  Selection of_files = selection;
  of_files.group_by = GroupBy::kFile;
  const Nodes files(profile, of_files);
  std::vector<uint32_t> called;
  for (const uint32_t file : files.listed()) {
    const auto place = place_in(wanted);
    if (is_file_called(files.text(file), wanted) ||
        (place && is_file_called(files.text(file), place->first))) {
      called.push_back(file);
    }
  }
  Matches matches = called.empty()
                        ? matches_of(session, profile, selection, wanted)
                        : listed(session, profile, of_files, wanted, members_of(files, called));
  matches.are_for_lines = true;
  return matches;
}

ExitCode show_matches(Session& session, const Matches& matches, Diagnostic error,
                      std::span<const std::string> files, const Profile& profile) {
  bool have_one_name = matches.count() != 0;
  for (size_t rank = 1; rank < matches.count() && have_one_name; ++rank) {
    have_one_name = matches.top.row(rank).name.name == matches.top.row(0).name.name;
  }
  error.hint = have_one_name && !matches.are_for_lines
                   ? std::string(kNamesMerge) + "; --all-matches shows each"
                   : "choose one by a longer part of its name; --all-matches shows each";
  const ExitCode code = exit_code(error.fault);
  session.reporter.error(error);
  session.answerer.show(matches, session.answerer.style(files, {&profile}));
  return code;
}

Result<ExitCode> show_each(
    Session& session, size_t count,
    const std::function<Result<void>(size_t rank, ByteSink& out)>& render_one) {
  const std::string_view format = session.arguments.format;
  const bool is_json = format == "json";
  const bool is_table = format == "csv" || format == "tsv";
  ByteSink& out = session.answerer.out();
  out.write(is_json ? "[" : "");
  for (size_t rank = 0; rank < count && !out.failed(); ++rank) {
    StringSink one;
    if (Result<void> rendered = render_one(rank, one); !rendered) {
      return failure(rendered.error());
    }
    if (rank != 0) {
      out.write(is_json ? "," : is_table ? "" : "\n");
    }
    out.write(is_table && rank != 0 ? without_head(one.text()) : one.text());
  }
  out.write(is_json ? "]\n" : "");
  return ExitCode::kDone;
}

Result<ExitCode> show_matching(
    Session& session, const Profile& profile, const Selection& selection, const Diagnostic* error,
    const std::function<Result<ExitCode>(const Matches& matches)>& show_all) {
  const std::vector<std::string>& words = session.arguments.words;
  if (error != nullptr && error->code != kAmbiguousName.name) {
    return failure(*error);
  }
  Matches matches = matches_of(session, profile, selection,
                               wanted_name(session.arguments, words.front(), {&profile}));
  matches.wanted = words.front();
  return session.arguments.all_matches
             ? show_all(matches)
             : show_matches(session, matches, *error, std::span(words).subspan(1), profile);
}

}  // namespace quern::cli
