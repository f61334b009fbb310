// SPDX-License-Identifier: MIT
//
// What tests of the server share: profiles served from inline text, and requests to them. Nothing
// opens a socket: requests go to handle() directly. The text is Callgrind's format, since a few
// rows of it make functions, calls and parts.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "quern/load/open.h"
#include "quern/server/handle.h"
#include "quern/server/live_profiles.h"

namespace quern::server {

/// A profile as `quern view` would serve it. Null, and a failure of the test, if it cannot be read.
inline std::shared_ptr<const ServedProfile> served_text(std::string id, std::string_view text) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.adds_declared_costs = true;  // as `quern view` reads
  Result<Opened> opened = open_bytes("callgrind.out.4711", std::string(text), options);
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    return nullptr;
  }
  return std::make_shared<const ServedProfile>(std::move(id), std::move(*opened));
}

/// What a server of one profile has, or of `now` compared with `base`.
inline std::unique_ptr<LiveProfiles> live_profiles_of(std::string_view now,
                                                      std::string_view base = {}) {
  LiveFacts facts{.version = "0", .files = {"callgrind.out.4711"}, .base_files = {}};
  if (!base.empty()) {
    facts.base_files = {"callgrind.out.4710"};
  }
  auto pair = std::make_shared<ProfilePair>("hash", served_text("new", now),
                                            base.empty() ? nullptr : served_text("base", base));
  pair->files = {.now = facts.files, .base = facts.base_files};
  auto live = std::make_unique<LiveProfiles>(std::move(facts));
  live->put(std::move(pair));
  return live;
}

/// The answer to GET `target`, such as "/api/functions?limit=2".
inline Response asked_of(const LiveProfiles& live, std::string_view target) {
  const Asked<Request> request = read_target(target);
  return request ? handle(*request, live) : error_response(request.error());
}

/// The answer to a POST of JSON.
inline Response posted_to(const LiveProfiles& live, std::string_view target, std::string body) {
  Asked<Request> request = read_target(target);
  if (!request) {
    return error_response(request.error());
  }
  request->method = "POST";
  request->content_type = "application/json";
  request->body = std::move(body);
  return handle(*request, live);
}

/// main (more than 2^60, which no double holds exactly) calls left and right, which both call leaf;
/// two parts.
inline constexpr std::string_view kServed =
    "version: 1\ncreator: test\ncmd: ./app\npart: 1\npositions: line\nevents: Ir Dr\nob=app\n"
    "fl=a.c\n"
    "fn=main\n1 1152921504606846977 3\ncfn=left\ncalls=1 10\n2 60 6\ncfn=right\ncalls=2 20\n"
    "3 30 3\n"
    "fn=left\n10 20 2\ncfi=b.c\ncfn=leaf\ncalls=4 30\n11 40 4\n"
    "fn=right\n20 10 1\ncfi=b.c\ncfn=leaf\ncalls=1 30\n21 20 2\n"
    "fl=b.c\nfn=leaf\n30 60 6\n"
    "part: 2\nevents: Ir Dr\nob=app\nfl=b.c\nfn=leaf\n31 5 0\n";

}  // namespace quern::server
