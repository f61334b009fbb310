// SPDX-License-Identifier: MIT
#include "quern/server/handle.h"

#include <algorithm>
#include <array>
#include <optional>

#include "quern/base/stopped.h"
#include "quern/server/filtering.h"
#include "quern/server/identities.h"
#include "quern/server/page_files.h"
#include "quern/server/routes.h"

namespace quern::server {
namespace {

/// The id that a path has in place of the route's `*` (empty if the route has none). Nothing: the
/// path is not one of this route.
std::optional<std::string_view> id_in(const Route& route, std::string_view path) {
  const size_t star = route.path.find('*');
  if (star == std::string_view::npos) {
    return route.path == path ? std::optional<std::string_view>("") : std::nullopt;
  }
  const std::string_view front = route.path.substr(0, star);
  const std::string_view behind = route.path.substr(star + 1);
  if (path.size() <= front.size() + behind.size() || !path.starts_with(front) ||
      !path.ends_with(behind)) {
    return std::nullopt;
  }
  const std::string_view id = path.substr(front.size(), path.size() - front.size() - behind.size());
  return id.contains('/') ? std::nullopt : std::optional(id);
}

const Route* find_route(std::string_view path) {
  const auto found = std::ranges::find_if(
      routes(), [path](const Route& route) { return id_in(route, path).has_value(); });
  return found != routes().end() ? &*found : nullptr;
}

Response bad_method(std::string_view allowed) {
  Response response =
      error_response(refusal(405, "bad-method", "this path does not support this method"));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

/// Covers all that an answer depends on: the program, the profiles, the question, and where sources
/// are looked for. A client that has this answer then gets 304 before any work.
std::string etag_of(const Request& request, const LiveProfiles& live, const ProfilePair& set) {
  std::string question = request.path;
  for (const Parameter& parameter : request.query) {
    question += '\0' + parameter.name + '\0' + parameter.value;
  }
  const std::string changed = std::to_string(live.places().second);
  return '"' + id_text(hash_of({live.facts().version, set.hash, question, changed})) + '"';
}

bool has_etag(std::string_view if_none_match, std::string_view etag) {
  return if_none_match == "*" || if_none_match.contains(etag);
}

/// Whether the route answers about both profiles, the new one and the base.
bool compares(const Route& route, const QueryParameters& parameters) {
  return route.compared != nullptr && (route.answer == nullptr || parameters.has("base"));
}

bool asks_base(const Route& route, const QueryParameters& parameters) {
  return compares(route, parameters) || parameters.has("base") || parameters.text("p") == "base" ||
         parameters.text("view") == "diff";
}

/// The profiles as the filters of the question leave them.
Asked<std::shared_ptr<const ProfilePair>> set_for(const Route& route,
                                                  const QueryParameters& parameters,
                                                  const std::shared_ptr<const ProfilePair>& set,
                                                  const std::stop_token& stop) {
  Asked<AskedFilters> filters = asked_filters(parameters);
  if (!filters) {
    return std::unexpected(filters.error());
  }
  return filtered_set(set, *filters, asks_base(route, parameters), stop);
}

bool has_parameter(const Request& request, std::string_view name, std::string_view value) {
  return std::ranges::any_of(request.query, [&](const Parameter& parameter) {
    return parameter.name == name && parameter.value == value;
  });
}

/// Whether the answer has text of source files. Those change without the profile, so that such an
/// answer gets no tag.
bool shows_sources(const Route& route, const Request& request) {
  return route.has(kSources) || has_parameter(request, "view", "annotation");
}

/// Whether the sums of a large profile, which are read first, do not suffice. The order `place`
/// and maps of sources need lines, which only records have; and filters may mark fewer estimates on
/// sums than on records.
bool needs_records(const Route& route, const Request& request) {
  return route.has(kRecords) || has_parameter(request, "sort", "place") ||
         has_parameter(request, "by", "source") ||
         std::ranges::any_of(request.query, [](const Parameter& parameter) {
           return std::ranges::find(kFilterNames, parameter.name + '*') != kFilterNames.end();
         });
}

bool is_answerable(const Route& route, const Request& request, const LiveProfiles::State& state) {
  return !route.has(kProfile) ||
         (state.set && (state.set->has_records() || !needs_records(route, request)));
}

Answer answer_of_both(const Route& route, Question& question) {
  if (const Asked<void> has_base = check_base(question); !has_base) {
    return std::unexpected(has_base.error());
  }
  question.parameters->refuse_any_of({"p"}, kIsOfBoth);
  return route.compared(question);
}

/// The profile that `p` names.
Asked<const ServedProfile*> asked_profile(const Question& question) {
  constexpr auto kProfiles = std::to_array<std::string_view>({"new", "base"});
  const std::string_view which = question.parameters->word("p", kProfiles);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (which == "new") {
    return question.set->now.get();
  }
  if (!question.set->base) {
    return std::unexpected(refusal(409, "no-base", "there is no profile to compare with",
                                   "start `quern view` with --base OLD", "p"));
  }
  return question.set->base.get();
}

Answer answer_of_one(const Route& route, Question& question) {
  question.parameters->refuse_any_of(route.of_both, kNeedsBase);
  if (std::ranges::find(route.parameters, "p") != route.parameters.end()) {
    const Asked<const ServedProfile*> served = asked_profile(question);
    if (!served) {
      return std::unexpected(served.error());
    }
    question.served = *served;
  }
  if (route.selection != nullptr) {
    Asked<Selection> selection =
        selection_of(question.served->profile(), *question.parameters, *route.selection);
    if (!selection) {
      return std::unexpected(selection.error());
    }
    question.selection = *std::move(selection);
    question.selection->worker_threads =
        worker_threads(question.served->profile(), question.live->facts().threads);
  }
  return route.answer(question);
}

Response answer_route(const Route& route, const Request& request, const LiveProfiles& live,
                      const std::stop_token& stop) {
  QueryParameters parameters(request, route.parameters,
                             route.has(kFilters) ? std::span<const std::string_view>(kFilterNames)
                                                 : std::span<const std::string_view>());
  const LiveProfiles::State state = live.state();
  if (!is_answerable(route, request, state)) {
    return error_response(state.error ? Refusal{503, *state.error, {}}
                                      : refusal(503, "loading", "the profile is still being read",
                                                "/api/events reports when it is ready"));
  }
  const bool keeps = route.has(kProfile) && !route.has(kPost) && !shows_sources(route, request);
  const std::string etag = keeps ? etag_of(request, live, *state.set) : std::string();
  if (parameters.refused()) {
    return error_response(*parameters.refused());
  }
  if (keeps && has_etag(request.if_none_match, etag)) {
    return {.status = 304, .type = {}, .body = {}, .etag = etag};
  }
  Asked<std::shared_ptr<const ProfilePair>> set =
      route.has(kFilters) ? set_for(route, parameters, state.set, stop) : state.set;
  if (!set) {
    return error_response(set.error());
  }
  if (stop.stop_requested()) {
    return error_response(no_answer(stopped()));
  }
  Question question{.live = &live,
                    .set = *std::move(set),
                    .parameters = &parameters,
                    .id = std::string(*id_in(route, request.path)),
                    .request = &request,
                    .stop = stop};
  Answer answer = compares(route, parameters) ? answer_of_both(route, question)
                                              : answer_of_one(route, question);
  // Parameters are checked when they are read, and some are read only while answering.
  if (answer && parameters.refused()) {
    return error_response(*parameters.refused());
  }
  if (!answer) {
    return error_response(answer.error());
  }
  answer->etag = etag;
  return *std::move(answer);
}

}  // namespace

Response json_response(std::string body) {
  return {.status = 200, .type = "application/json", .body = std::move(body)};
}

Asked<void> check_base(const Question& question) {
  const std::string base = question.parameters->text("base");
  if (!base.empty() && base != "base") {
    return std::unexpected(bad_parameter("base", "'base' must be 'base'"));
  }
  if (!question.set->base) {
    return std::unexpected(refusal(409, "no-base", "there is no profile to compare with",
                                   "start `quern view` with --base OLD", "base"));
  }
  return {};
}

Asked<void> check_wanted(const Question& question) {
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (question.stop.stop_requested()) {
    return std::unexpected(no_answer(stopped()));
  }
  return {};
}

Asked<uint32_t> asked_node(const ServedProfile& served, const Nodes& nodes, std::string_view id) {
  const std::optional<uint32_t> node = find_node(served.identities(), nodes, id);
  if (!node || !nodes.is_listed(*node)) {
    return std::unexpected(
        refusal(404, "no-such-function", "no function or group of this profile has this id"));
  }
  return *node;
}

Response handle(const Request& request, const LiveProfiles& live, const std::stop_token& stop) {
  if (!request.path.starts_with("/api/")) {
    return request.method == "GET" ? page_response(request) : bad_method("GET");
  }
  const Route* const route = find_route(request.path);
  if (route == nullptr) {
    return error_response(refusal(404, "no-such-path", "no page or answer has this path"));
  }
  if (request.method != (route->has(kPost) ? "POST" : "GET")) {
    return bad_method(route->has(kPost) ? "POST" : "GET");
  }
  const bool is_right_body =
      route->has(kFile) ? request.file != nullptr : request.content_type == "application/json";
  if (route->has(kPost) && !is_right_body) {
    const std::string_view type = route->has(kFile) ? kFileType : "application/json";
    return error_response(
        refusal(415, "bad-content-type", "the body must be " + std::string(type)));
  }
  if (request.body.size() > kMostBody) {
    return error_response(refusal(413, "too-large", "the body is too long"));
  }
  return answer_route(*route, request, live, stop);
}

}  // namespace quern::server
