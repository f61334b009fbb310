// SPDX-License-Identifier: MIT
//
// What reaches the page's server from outside: a target, or the body of a POST behind a zero byte.
// Whatever it is, the answer is a response of a known kind.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "quern/load/open.h"
#include "quern/server/handle.h"
#include "quern/server/json_body.h"
#include "quern/server/live_profiles.h"

namespace {

using quern::server::Response;

constexpr std::string_view kProfile =
    "positions: line\nevents: Ir Dr\nfl=a.c\nfn=main\n1 10 1\ncfn=f\ncalls=1 5\n2 20 2\n"
    "fn=f\n5 20 2\ncfn=main\ncalls=1 1\n6 1 1\n";

std::shared_ptr<const quern::server::ServedProfile> served(std::string id) {
  quern::OpenOptions options;
  options.keep = quern::Keep::kAll;
  quern::Result<quern::Opened> opened =
      quern::open_bytes("callgrind.out.1", std::string(kProfile), options);
  if (!opened) {
    std::abort();
  }
  return std::make_shared<const quern::server::ServedProfile>(std::move(id), std::move(*opened));
}

std::unique_ptr<quern::server::LiveProfiles> live() {
  auto made = std::make_unique<quern::server::LiveProfiles>(quern::server::LiveFacts{
      .version = "0", .files = {"callgrind.out.1"}, .base_files = {"callgrind.out.0"}});
  made->put(
      std::make_shared<const quern::server::ProfilePair>("hash", served("new"), served("base")));
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::unique_ptr<quern::server::LiveProfiles> kServing = live();
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t zero = input.find('\0');
  std::expected<quern::server::Request, quern::server::Refusal> request =
      quern::server::read_target(input.substr(0, zero));
  if (!request) {
    return 0;
  }
  if (zero != std::string_view::npos) {
    request->method = "POST";
    request->content_type = "application/json";
    request->body = input.substr(zero + 1);
  }
  const Response response = quern::server::handle(*request, *kServing);
  if (response.status < 200 || response.status > 599 ||
      (response.status >= 400 && !response.body.starts_with("{\"error\":"))) {
    std::abort();
  }
  return 0;
}
