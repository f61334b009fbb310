// SPDX-License-Identifier: MIT
#include "quern/load/find/recognize.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/reading/source.h"
#include "quern/formats/callgrind/callgrind.h"
#include "quern/formats/registry.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/load/find/codes.h"
#include "quern/load/find/first_bytes.h"

namespace quern {
namespace {

/// What a regular file that can be opened begins as.
struct Head {
  const Format* format;  ///< null: nothing that quern reads
  Compression compression;
};

std::optional<Head> head_of(const std::string& path) {
  if (path == "-" || !is_regular_file(path)) {
    return std::nullopt;
  }
  Result<Input> input = open_input(path);
  if (!input) {
    return std::nullopt;
  }
  Window window(*input);
  return Head{recognise(window.peek().value_or("")), input->compression()};
}

}  // namespace

const Format* recognised(Window& window) {
  const Result<std::string_view> first_bytes = window.peek();
  if (!first_bytes) {
    return nullptr;
  }
  const Format* const format = recognise(*first_bytes);
  if (format != nullptr || first_bytes->size() < Window::kPeek) {
    return format;
  }
  // A profile may follow what the program wrote to the same place.
  constexpr size_t kFar = size_t{1} << 20;
  const Result<std::string_view> more = window.peek(kFar);
  return more ? recognise(*more) : nullptr;
}

Result<const Format*> choose_format(const std::string& name, Window& window,
                                    const std::optional<std::string>& dialect) {
  if (dialect) {
    if (const Format* format = format_named(*dialect)) {
      return format;
    }
    Diagnostic error =
        usage_error(kUnknownDialect.name, fmt::format("unknown format or dialect '{}'", *dialect),
                    "`quern help formats` lists them");
    return failure(std::move(error));
  }
  if (const Format* format = recognised(window)) {
    return format;
  }
  const std::string_view first_bytes =
      window.peek().value_or(std::string_view()).substr(0, Window::kPeek);
  const CodeInfo& code = first_bytes.empty() ? kEmptyInput : kUnrecognised;
  Diagnostic error = input_error(
      code.name, name,
      first_bytes.empty() ? std::string("the file is empty") : describe_first_bytes(first_bytes),
      first_bytes.empty() ? empty_file_hint(name) : hint_for_unrecognised(first_bytes, name));
  error.place = {1, 1};
  return failure(std::move(error));
}

bool is_profile(const std::string& path, const std::optional<std::string>& dialect) {
  if (path == "-") {
    return true;
  }
  if (!is_regular_file(path)) {
    std::error_code unknown;
    const auto type = std::filesystem::status(path, unknown).type();
    return type == std::filesystem::file_type::fifo;
  }
  Result<Input> input = open_input(path);
  if (!input || dialect) {
    return input.has_value();
  }
  Window window(*input);
  return recognised(window) != nullptr;
}

bool is_snapshot(const std::string& path) {
  const std::optional<Head> head = head_of(path);
  return head && head->format == &snapshot::kFormat;
}

bool is_plain_callgrind(const std::string& path) {
  const std::optional<Head> head = head_of(path);
  return head && head->format == &callgrind::kFormat && head->compression == Compression::kNone;
}

}  // namespace quern
