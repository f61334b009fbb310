// SPDX-License-Identifier: MIT
//
// The paths that are answered from profiles, one function each; handle() chooses among them.
#pragma once

#include <expected>
#include <stop_token>
#include <string>

#include "quern/server/live_profiles.h"
#include "quern/server/query_parameters.h"
#include "quern/server/request.h"

namespace quern::server {

using Answer = std::expected<Response, Refusal>;

struct Question {
  const LiveProfiles* live;
  std::shared_ptr<const ProfilePair> set;  ///< null on paths that answer without
  QueryParameters* parameters;
  std::string id;  ///< what follows the path of a route
  const Request* request;
  std::stop_token stop = {};  ///< asks for an end when the client has gone
};

/// Refused once the client has gone: between steps that take long.
[[nodiscard]] std::expected<void, Refusal> check_wanted(const Question& question);

[[nodiscard]] Response json_response(std::string body);
/// The profile that `p` names. Refused: 409 `no-base`.
[[nodiscard]] std::expected<const ServedProfile*, Refusal> asked_profile(const Question& question);
/// The node that an id means, listed; 404 otherwise.
[[nodiscard]] std::expected<uint32_t, Refusal> asked_node(const ServedProfile& served,
                                                          const Nodes& nodes, std::string_view id);

Answer answer_meta(const Question& question);
Answer answer_info(const Question& question);
Answer answer_check(const Question& question);
/// What the filters of the question leave, in words.
Answer answer_filters(const Question& question);
Answer answer_functions(const Question& question);
Answer answer_calls(const Question& question);
Answer answer_function(const Question& question);
Answer answer_reach(const Question& question);
Answer answer_invocations(const Question& question);
Answer answer_tree(const Question& question);
Answer answer_flame(const Question& question);
Answer answer_source(const Question& question);
Answer answer_files(const Question& question);
Answer answer_loops(const Question& question);
Answer answer_search(const Question& question);
Answer answer_compare(const Question& question);
Answer answer_gate(const Question& question);
Answer answer_export(const Question& question);
// POST
Answer answer_reload(const Question& question);
Answer answer_formula(const Question& question);
Answer answer_pathmap(const Question& question);

}  // namespace quern::server
