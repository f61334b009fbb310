// SPDX-License-Identifier: MIT
//
// What a POST does.
#include <fmt/format.h>

#include <optional>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/json/json_answer.h"
#include "quern/query/definition.h"
#include "quern/server/json_body.h"
#include "quern/server/routes.h"

namespace quern::server {
namespace {

constexpr size_t kMostMaps = 64;

Asked<JsonValue> body_object(const Question& question) {
  Asked<JsonValue> body = read_json(question.request->body);
  if (body && body->kind != JsonValue::Kind::kObject) {
    return std::unexpected(refusal(400, "bad-body", "the body must be an object"));
  }
  return body;
}

Asked<std::string> text_member(const JsonValue& object, std::string_view name) {
  const JsonValue* const value = object.find(name);
  if (value == nullptr || value->kind != JsonValue::Kind::kString || value->text.empty()) {
    return std::unexpected(refusal(400, "bad-body", "'" + std::string(name) + "' must be a string",
                                   {}, std::string(name)));
  }
  return value->text;
}

Asked<std::vector<PathMap>> maps_of(const JsonValue& body) {
  const JsonValue* const list = body.find("maps");
  if (list == nullptr || list->kind != JsonValue::Kind::kArray || list->items.size() > kMostMaps) {
    return std::unexpected(
        refusal(400, "bad-body", "'maps' must be a list of at most 64 maps", {}, "maps"));
  }
  std::vector<PathMap> maps;
  for (const JsonValue& item : list->items) {
    Asked<std::string> from = text_member(item, "from");
    Asked<std::string> to = text_member(item, "to");
    if (!from || !to) {
      return std::unexpected(from ? to.error() : from.error());
    }
    maps.push_back({std::move(*from), std::move(*to)});
  }
  return maps;
}

/// Where sources are looked for, with the folders of all profiles that are served.
SourcePlaces places_of_set(const Question& question) {
  SourcePlaces places = question.live->places().first;
  const auto add_inputs = [&places](const ServedProfile& served) {
    for (const InputInfo& input : served.profile().inputs()) {
      places.inputs.push_back(input.name);
    }
  };
  add_inputs(*question.set->now);
  if (question.set->base != nullptr) {
    add_inputs(*question.set->base);
  }
  places.asks_objects = false;
  return places;
}

/// A page must not point quern at files that the user did not.
std::optional<Refusal> check_maps(const std::vector<PathMap>& maps, const SourcePlaces& places) {
  const SourceFiles sources(places);
  for (const PathMap& map : maps) {
    if (!sources.may_look_below(map.to)) {
      return refusal(403, "outside-sources",
                     fmt::format("'{}' is outside the folders that quern reads sources from",
                                 printable(map.to)),
                     "start quern view with " +
                         printable("--map-path " + shell_quoted(map.from + "=" + map.to)),
                     "maps");
    }
  }
  return std::nullopt;
}

}  // namespace

Asked<std::string> posted_text(const Question& question, std::string_view name) {
  const Asked<JsonValue> body = body_object(question);
  return body ? text_member(*body, name) : Asked<std::string>(std::unexpected(body.error()));
}

Answer answer_reload(Question& question) {
  if (const auto body = body_object(question); !body) {
    return std::unexpected(body.error());
  }
  question.live->ask_reload();
  return json_response(R"({"ok":true})");
}

Answer answer_formula(Question& question) {
  const Asked<std::string> define = posted_text(question, "define");
  if (!define) {
    return std::unexpected(define.error());
  }
  const Result<Definition> read = parse_definition(*define);
  if (!read) {
    return std::unexpected(no_answer(read.error()));
  }
  // Whether the profile has what it names, only an answer with it tells.
  SelectionWords words;
  words.defines = {*define};
  words.events = {read->name};
  words.takes_ratios = true;
  const Result<Selection> selection = select(question.set->now->profile(), words);
  if (!selection) {
    return std::unexpected(no_answer(selection.error()));
  }
  std::string text;
  JsonWriter json(text);
  json.begin_object().text("name", read->name).text_or_null("unit", read->unit);
  json.text_or_null("long_name", read->long_name).text("formula", read->formula);
  json.key("kind").string(selection->ratios.empty() ? "sum" : "ratio").end_object();
  return json_response(std::move(text));
}

Answer answer_pathmap(Question& question) {
  const Asked<JsonValue> body = body_object(question);
  if (!body) {
    return std::unexpected(body.error());
  }
  Asked<std::vector<PathMap>> maps = maps_of(*body);
  if (!maps) {
    return std::unexpected(maps.error());
  }
  if (std::optional<Refusal> refused = check_maps(*maps, places_of_set(question))) {
    return std::unexpected(std::move(*refused));
  }
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("maps").begin_array();
  for (const PathMap& map : *maps) {
    json.begin_object().text("from", map.from).text("to", map.to).end_object();
  }
  json.end_array();
  question.live->map_paths(std::move(*maps));
  // Counting stops at a few thousand files: each is looked for on disk.
  constexpr size_t kMostTried = 2000;
  SourceFiles sources(places_of_set(question));
  size_t found = 0;
  size_t tried = 0;
  for (const auto& [id, file] : question.set->now->files()) {
    if (tried++ == kMostTried) {
      break;
    }
    found += sources.find(file, {}).is_found() ? 1U : 0U;
  }
  write_count(json, "found", found);
  write_count(json, "of", std::min(kMostTried, question.set->now->files().size()));
  json.end_object();
  return json_response(std::move(text));
}

}  // namespace quern::server
