// SPDX-License-Identifier: MIT
#include "quern/server/guard.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/text.h"

namespace quern::server {

Guard::Guard(uint16_t port, std::string token) : bearer_("Bearer " + std::move(token)) {
  for (const char* const name : {"127.0.0.1:", "localhost:", "[::1]:"}) {
    hosts_.push_back(name + std::to_string(port));
  }
}

bool Guard::is_own_host(std::string_view host) const {
  return std::ranges::find(hosts_, host) != hosts_.end();
}

std::optional<Refusal> Guard::refuse(const GuardFacts& facts) const {
  if (!is_own_host(facts.host)) {
    return refusal(403, "bad-host", "the host is not the one that quern serves");
  }
  if (!facts.path.starts_with("/api/")) {
    return std::nullopt;  // the page itself, which holds nothing
  }
  constexpr std::string_view kScheme = "http://";
  const bool is_own_origin =
      facts.origin.starts_with(kScheme) && facts.origin.substr(kScheme.size()) == facts.host;
  if (facts.has_origin && !is_own_origin) {
    return refusal(403, "bad-origin", "requests from other sites are refused");
  }
  if (!facts.fetch_site.empty() && facts.fetch_site != "same-origin" &&
      facts.fetch_site != "none") {
    return refusal(403, "cross-site", "requests from other sites are refused");
  }
  if (!is_same_secret(bearer_, facts.authorization)) {
    return refusal(403, "bad-token", "the token is missing or wrong",
                   "use the address that `quern view` printed");
  }
  return std::nullopt;
}

bool Guard::shows_token(std::string_view head) const {
  constexpr std::string_view kScheme = "Bearer ";
  for (size_t at = head.find(kScheme); at != std::string_view::npos;
       at = head.find(kScheme, at + kScheme.size())) {
    if (is_same_secret(bearer_, head.substr(at, bearer_.size()))) {
      return true;
    }
  }
  return false;
}

bool is_same_secret(std::string_view secret, std::string_view given) {
  unsigned difference = secret.size() == given.size() ? 0U : 1U;
  for (size_t at = 0; at < given.size(); ++at) {
    const char expected = secret.empty() ? '\0' : secret[at % secret.size()];
    difference |= static_cast<unsigned char>(expected ^ given[at]);
  }
  return difference == 0;
}

Result<std::string> new_token() {
  std::array<char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return failure(
        output_error("no-randomness", "the system gives no random bytes for the page's token"));
  }
  return to_hex({bytes.data(), bytes.size()});
}

std::vector<std::pair<std::string_view, std::string_view>> standing_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
           "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
           "frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
          {"Cache-Control", "private, no-cache"}};
}

}  // namespace quern::server
