// SPDX-License-Identifier: MIT
//
// Whether a request may be asked at all: it has to come from this machine's own page. A foreign
// Host stops names that are made to point here, Origin and Sec-Fetch-Site other sites' pages, the
// token everybody else on this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/server/request.h"

namespace quern::server {

/// Of a request's head; empty: not sent.
struct GuardFacts {
  std::string_view path;
  std::string_view host;
  std::string_view origin;
  std::string_view fetch_site;
  std::string_view authorization;
  bool has_origin = false;
};

class Guard {
 public:
  Guard(uint16_t port, std::string token);
  /// Why it may not; nothing where it may.
  [[nodiscard]] std::optional<Refusal> refuse(const GuardFacts& facts) const;
  /// Whether the head of a request shows the token, which says who is served first; refuse() says
  /// who is answered.
  [[nodiscard]] bool shows_token(std::string_view head) const;

 private:
  [[nodiscard]] bool is_own_host(std::string_view host) const;

  std::vector<std::string> hosts_;
  std::string bearer_;
};

/// In a time that depends on the length of `given` alone.
[[nodiscard]] bool is_same_secret(std::string_view secret, std::string_view given);

/// 128 random bits as text. Error: the system has none to give.
[[nodiscard]] Result<std::string> new_token();

/// What every response has: no scripts of others, no frames, no sniffing, no referrer, no caches.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> standing_headers();

}  // namespace quern::server
