// SPDX-License-Identifier: MIT
#include "quern/server/questions/source.h"

#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/text/annotation_words.h"
#include "quern/server/questions/rows.h"
#include "quern/views/source/function_lines.h"

namespace quern::server {
namespace {

constexpr uint64_t kMostLines = 20'000;

/// Files that debug information alone names have no source view.
LineIds line_ids(const ServedProfile& served) {
  return {.function = id_of_name, .file = [&served](std::string_view file) {
            std::string id = file_id(file);
            return served.find_file(id) ? id : std::string();
          }};
}

void write_source(JsonWriter& json, const Annotation& answer, const ServedProfile& served,
                  std::string_view file_name, const AskedLines& lines) {
  const Selection& selection = answer.selection();
  begin_document(json, "quern.annotation/1", selection);
  write_totals(json, selection, answer.totals());
  json.key("target").begin_object().key("kind").string("file");
  json.text("name", file_name).key("line").null().end_object();
  if (const std::string note = answer.inlined().note(); !note.empty()) {
    json.text("inlined_note", note);
  }
  json.key("files").begin_array();
  if (answer.shown() != 0) {
    const AnnotatedFile file = answer.file(0);
    json.begin_object().key("id").string(file_id(file_name)).text("file", file.name);
    write_full_path(json, lines, file.source);
    json.key("inlined_here").boolean(file.is_inlined);
    write_annotated_source(json, answer.selection(), file);
    json.key("lines").begin_array();
    const LineIds ids = line_ids(served);
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view words) {
      if (lines.contains(number)) {
        json.newline().begin_object();
        write_annotated_line(json, answer.selection(), file, number, line, words, ids);
        json.end_object();
      }
    });
    json.end_array().end_object();
  }
  json.end_array();
  write_count(json, "shown", answer.shown());
  write_count(json, "of", answer.row_count());
  write_accounting(json, answer);
}

}  // namespace

WantedFunction wanted_function(QueryParameters& parameters) {
  return parameters.has("fn") ? WantedFunction(parameters.text("fn")) : std::nullopt;
}

void write_function_line(JsonWriter& json, const ServedProfile& served, const Selection& selection,
                         std::string_view file, const WantedFunction& asked) {
  if (!asked) {
    return;
  }
  std::optional<int128> line;
  std::optional<int128> hottest;
  const Profile& profile = served.profile();
  const std::optional<uint32_t> found = served.identities().find_function(*asked);
  if (found && profile.symbols().file(FunctionId(*found)) == file) {
    const std::span wanted(&*found, 1);
    const auto of = [&](const auto& lines) {
      const auto own = lines.find(*found);
      return own != lines.end() ? std::optional<int128>(own->second) : std::nullopt;
    };
    const std::optional<int128> declared = of(declared_lines(profile, NodeMap(), wanted));
    hottest = of(hottest_lines(profile, selection, NodeMap(), wanted));
    line = declared ? declared : hottest;
  }
  write_number(json, "function_line", line);
  write_number(json, "hottest_line", hottest);
}

void write_full_path(JsonWriter& json, const AskedLines& asked, const SourceFile& source) {
  if (asked.with_path && source.is_found()) {
    json.text("full_path", source.real_path);
  }
}

SourcePlaces places_beside(const Profile& profile, SourcePlaces places) {
  for (const InputInfo& input : profile.inputs()) {
    places.inputs.push_back(input.name);
  }
  return places;
}

AskedLines asked_lines(QueryParameters& parameters) {
  AskedLines lines;
  lines.first = parameters.number("from", 0, UINT32_MAX, 0);
  lines.last = parameters.number("to", 0, UINT32_MAX, lines.first + kMostLines - 1);
  lines.with_path = parameters.flag("full_path");
  if (lines.last < lines.first || lines.last - lines.first >= kMostLines) {
    parameters.refuse(
        bad_parameter("to", "ask for at most 20000 lines, and no last line before the first"));
  }
  return lines;
}

Asked<std::shared_ptr<const Annotation>> annotation_of(const Question& question,
                                                       const Selection& selection,
                                                       std::string_view id) {
  const ServedProfile& served = *question.served;
  const std::optional<std::string_view> file = served.find_file(id);
  if (!file) {
    return std::unexpected(refusal(404, "no-such-file", "no file of this profile has this id"));
  }
  const auto [places, changed] = question.live->places();
  AnnotationRequest request;
  request.target = std::string(*file);
  request.places = places_beside(served.profile(), places);
  request.whole = true;
  request.names_file = true;
  Result<std::shared_ptr<const Annotation>> answer =
      served.annotation(selection, request, std::to_string(changed));
  if (!answer) {
    return std::unexpected(answer.error().code == "no-such-function"
                               ? refusal(404, "no-such-file", answer.error().message)
                               : no_answer(answer.error()));
  }
  return *std::move(answer);
}

Answer answer_source(Question& question) {
  const AskedLines lines = asked_lines(*question.parameters);
  const WantedFunction function = wanted_function(*question.parameters);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  const auto answer = annotation_of(question, *question.selection, question.id);
  if (!answer) {
    return std::unexpected(answer.error());
  }
  return json_answer([&](JsonWriter& json) {
    const std::string_view file = *question.served->find_file(question.id);
    write_source(json, **answer, *question.served, file, lines);
    write_function_line(json, *question.served, (*answer)->selection(), file, function);
  });
}

}  // namespace quern::server
