// SPDX-License-Identifier: MIT
//
// The paths that are answered, one function each, and what each needs: handle() goes by that.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "quern/base/byte_sink.h"
#include "quern/base/json_writer.h"
#include "quern/server/live_profiles.h"
#include "quern/server/query_parameters.h"
#include "quern/server/request.h"

namespace quern::server {

using Answer = Asked<Response>;

struct Question {
  const LiveProfiles* live;
  std::shared_ptr<const ProfilePair> set;  ///< null on paths that answer without
  QueryParameters* parameters;
  std::string id;  ///< what follows the path of a route
  const Request* request;
  std::stop_token stop = {};                ///< asks for an end when the client has gone
  const ServedProfile* served = nullptr;    ///< the profile that `p` names, of paths that take it
  std::optional<Selection> selection = {};  ///< of that, as the route says
};

/// What a path needs, and how it is asked.
enum Needs : uint8_t {
  kNothing = 0,
  kProfile = 1,
  kRecords = 2 | kProfile,  ///< single records, or files that only they name
  kFilters = 4 | kProfile,  ///< filters of profiles are taken
  kSources = 8,             ///< their text is shown, which has no tag
  kPost = 16,
  kFile = 32 | kPost,  ///< the body is a profile
};

/// A path, and who answers it.
struct Route {
  std::string_view path;                           ///< `*` stands for an id
  std::span<const std::string_view> parameters;    ///< names; those that may stand again end in "*"
  int needs = kNothing;                            ///< of Needs
  Answer (*answer)(Question&) = nullptr;           ///< null: only both sides are asked
  const SelectionKind* selection = nullptr;        ///< what Question::selection is, if anything
  Answer (*compared)(Question&) = nullptr;         ///< both sides, which `base` asks for
  std::span<const std::string_view> of_both = {};  ///< parameters that mean nothing without `base`
  [[nodiscard]] bool has(Needs need) const { return (needs & need) == need; }
};
[[nodiscard]] std::span<const Route> routes();

/// Refused: 409 `no-base`, 400 for another word than "base".
[[nodiscard]] Asked<void> check_base(const Question& question);
/// Why a comparison has no `p`.
inline constexpr std::string_view kIsOfBoth = "a comparison needs both profiles";

/// Refused once a parameter was, or the client has gone: in front of steps that take long.
[[nodiscard]] Asked<void> check_wanted(const Question& question);

[[nodiscard]] Response json_response(std::string body);
/// What `render` writes into the sink that it is given.
template <class Render>
Answer rendered_answer(const Render& render) {
  StringSink sink;
  render(sink);
  return json_response(std::move(sink.text()));
}
/// The object that `write` writes, which it leaves open.
template <class Write>
Answer json_answer(const Write& write) {
  std::string text;
  JsonWriter json(text);
  write(json);
  json.end_object().newline();
  return json_response(std::move(text));
}
/// The same of what was worked out for it; refused where that failed.
template <class T, class Write>
Answer json_answer(const Result<T>& made, const Write& write) {
  return made ? json_answer([&](JsonWriter& json) { write(json, *made); })
              : Answer(std::unexpected(no_answer(made.error())));
}
/// A text of the posted object; 400 where it has none.
[[nodiscard]] Asked<std::string> posted_text(const Question& question, std::string_view name);
/// The node that an id means, listed; 404 otherwise.
[[nodiscard]] Asked<uint32_t> asked_node(const ServedProfile& served, const Nodes& nodes,
                                         std::string_view id);

Answer answer_meta(Question& question);
Answer answer_info(Question& question);
Answer answer_check(Question& question);
/// What the filters of the question leave, in words.
Answer answer_filters(Question& question);
Answer answer_functions(Question& question);
/// The same list as answer_functions(), of changes.
Answer answer_changes(Question& question);
Answer answer_calls(Question& question);
Answer answer_function(Question& question);
Answer answer_changed_function(Question& question);
Answer answer_reach(Question& question);
Answer answer_invocations(Question& question);
Answer answer_tree(Question& question);
Answer answer_flame(Question& question);
Answer answer_graph(Question& question);
Answer answer_map(Question& question);
Answer answer_source(Question& question);
/// Trees, pictures and source lines of both sides in one.
Answer answer_compared_tree(Question& question);
Answer answer_compared_flame(Question& question);
Answer answer_compared_graph(Question& question);
Answer answer_compared_source(Question& question);
Answer answer_files(Question& question);
Answer answer_loops(Question& question);
Answer answer_search(Question& question);
Answer answer_compare(Question& question);
Answer answer_gate(Question& question);
Answer answer_export(Question& question);
/// Profiles in the same folder.
Answer answer_bases(Question& question);
// POST
/// Compares with one of them from now on.
Answer answer_base(Question& question);
Answer answer_profile(Question& question);
/// Shows a profile that the page has sent.
Answer answer_file(Question& question);
Answer answer_reload(Question& question);
Answer answer_formula(Question& question);
Answer answer_pathmap(Question& question);

}  // namespace quern::server
