// SPDX-License-Identifier: MIT
//
// The source lines of both sides in one list.
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/server/questions/diff_questions.h"
#include "quern/server/questions/rows.h"
#include "quern/server/questions/source.h"

namespace quern::server {
namespace {

/// The name that an id has as a file of the new side, else of the old one.
std::optional<std::string_view> file_of_id(const ProfilePair& set, std::string_view id) {
  const std::optional<std::string_view> now = set.now->find_file(id);
  return now ? now : set.base->find_file(id);
}

void write_compared_lines(JsonWriter& json, const Selection& selection,
                          const DiffAnnotatedFile& file, const AskedLines& lines) {
  json.key("lines").begin_array();
  uint64_t row = file.shows_unknown ? 0 : 1;
  file.each_line([&](const DiffSourceLine& at) {
    row += at.left_out;
    if (lines.contains(row)) {
      json.newline().begin_object();
      write_diff_line(json, selection, file, at, true, id_of_name);
      json.end_object();
    }
    return row++ < lines.last;
  });
  json.end_array();
}

void write_compared_source(JsonWriter& json, const DiffAnnotation& answer,
                           const AskedLines& lines) {
  write_diff_lines_head(json, answer);
  json.key("files").begin_array();
  if (answer.shown() != 0) {
    const DiffAnnotatedFile file = answer.file(0);
    json.newline().begin_object().key("id").string(file_id(file.name));
    json.key("old_id");
    if (file.status == DiffStatus::kAdded) {
      json.null();
    } else {
      json.string(file_id(file.old_name.value_or(file.name)));
    }
    if (file.new_source) {
      write_full_path(json, lines, *file.new_source);
    }
    write_diff_file_head(json, answer.selection(), file);
    write_count(json, "rows", file.pairing.rows());
    write_compared_lines(json, answer.selection(), file, lines);
    json.end_object();
  }
  json.end_array().newline();
  write_count(json, "shown", answer.shown());
  write_count(json, "of", answer.row_count());
  write_diff_accounting(json, answer);
}

}  // namespace

PlacesOfSides places_of_pair(const Question& question, const SourcePlaces& places) {
  const ProfilePair& set = *question.set;
  PlacesOfSides sides{places_beside(set.base->profile(), places),
                      places_beside(set.now->profile(), places)};
  const LiveFacts& facts = question.live->facts();
  sides.old_places.look_first(facts.base_sources, facts.base_objects);
  return sides;
}

Asked<std::shared_ptr<const DiffAnnotation>> diff_annotation_of(const Question& question,
                                                                std::string_view id) {
  const ProfilePair& set = *question.set;
  const Asked<DiffRuns> runs =
      asked_runs(question, selection_words(set.now->profile(), *question.parameters,
                                           {.takes_ratios = false, .is_grouped = false}));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  const std::optional<std::string_view> file = file_of_id(set, id);
  if (!file) {
    return std::unexpected(refusal(404, "no-such-file", "no file of these profiles has this id"));
  }
  const auto [places, changed] = question.live->places();
  DiffAnnotationRequest request;
  request.target = std::string(*file);
  request.names_file = true;
  request.places = places_of_pair(question, places);
  request.whole = true;
  request.unchanged = true;
  const std::string key =
      runs_key(set, *runs) + '|' + std::to_string(changed) + '|' + std::string(*file);
  Result<std::shared_ptr<const DiffAnnotation>> answer = set.diff_annotations.get(
      key, [&] { return shared(DiffAnnotation::make(*runs, std::move(request))); });
  if (!answer) {
    return std::unexpected(answer.error().code == "no-such-function"
                               ? refusal(404, "no-such-file", answer.error().message)
                               : no_answer(answer.error()));
  }
  return *std::move(answer);
}

Answer answer_compared_source(Question& question) {
  const AskedLines lines = asked_lines(*question.parameters);
  const WantedFunction function = wanted_function(*question.parameters);
  const auto answer = diff_annotation_of(question, question.id);
  if (!answer) {
    return std::unexpected(answer.error());
  }
  return json_answer([&](JsonWriter& json) {
    write_compared_source(json, **answer, lines);
    // A line of the new side, by which the page names lines.
    write_function_line(json, *question.set->now, (*answer)->selection(),
                        *file_of_id(*question.set, question.id), function);
  });
}

}  // namespace quern::server
