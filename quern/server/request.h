// SPDX-License-Identifier: MIT
//
// What the page's server is asked and what it answers, as plain values: no socket, no clock. The
// HTTP shell makes the one and sends the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/base/result.h"
#include "quern/bytes/writing/received_file.h"

namespace quern::server {

struct Parameter {
  std::string name;
  std::string value;
};

struct Request {
  std::string method = "GET";
  std::string path;                   ///< decoded: "/api/functions"
  std::vector<Parameter> query = {};  ///< decoded, in order
  std::string content_type = {};
  std::string body = {};
  std::shared_ptr<const ReceivedFile> file = {};  ///< in place of a body, see kFilePath
  std::string if_none_match = {};
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::string etag = {};  ///< quoted; empty: none
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// Why there is no answer.
struct Refusal {
  int status = 400;
  Diagnostic error;
  std::string field = {};  ///< the parameter or key of the body that is meant
};

/// What a request asks for, or why there is no answer.
template <class T>
using Asked = std::expected<T, Refusal>;

/// A path or query longer than this is not looked at.
inline constexpr size_t kMostTarget = 8192;
inline constexpr size_t kMostBody = size_t{64} << 10;
inline constexpr size_t kMostParameters = 64;
/// A POST to this path whose body is kFileType sends a profile, which is never held in memory.
inline constexpr std::string_view kFilePath = "/api/file";
inline constexpr std::string_view kFileType = "application/octet-stream";
inline constexpr uint64_t kMostFile = uint64_t{4} << 30;

[[nodiscard]] Refusal refusal(int status, std::string_view code, std::string message,
                              std::string hint = {}, std::string field = {});
/// 400 `bad-parameter`: this one is wrong.
[[nodiscard]] Refusal bad_parameter(std::string_view name, std::string message);

/// Splits "/api/fn/x?sort=self" and decodes it; "+" is a plus sign. Errors (400): `bad-parameter`
/// for escapes that are none, NUL, what is no UTF-8, or too many parameters; 413 `too-large`.
[[nodiscard]] std::expected<Request, Refusal> read_target(std::string_view target);

/// {"error":{…}}
[[nodiscard]] Response error_response(const Refusal& refusal);

}  // namespace quern::server
