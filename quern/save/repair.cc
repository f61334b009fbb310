// SPDX-License-Identifier: MIT
#include "quern/save/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "quern/load/find/codes.h"
#include "quern/save/convert.h"

namespace quern {

namespace {

/// Formats of one document, in which nothing tells where the next sound piece begins.
constexpr std::array<std::string_view, 4> kDocuments = {"pprof", "quern-json", "snapshot",
                                                        "speedscope"};

std::string_view own_format(const InputInfo& input) {
  if (input.read_by == "quern-json") {
    return "json";
  }
  if (input.read_by == "callgrind") {
    return input.format == "cachegrind" ? "cachegrind" : "callgrind";
  }
  return input.read_by;
}

}  // namespace

Result<std::string_view> repair_format(const Profile& profile, const std::optional<std::string>& to,
                                       const std::string& path) {
  const Result<const FormatWriter*> target = target_format(to, path);
  if (target && (*target)->fills_file) {
    return failure(usage_error(kCannotRepair.name, "quern does not read databases",
                               "repair the file first, then `quern convert` the copy"));
  }
  const InputInfo& input = profile.inputs().front();
  const std::string_view own = own_format(input);
  if (to || (target && (*target)->name != own)) {
    return target ? Result<std::string_view>((*target)->name) : failure(target.error());
  }
  const FormatWriter* const found = writer_named(own);
  if (found != nullptr && input.dialect != "folded-diff") {
    return found->name;
  }
  return failure(usage_error(
      kCannotRepair.name,
      found == nullptr
          ? fmt::format("quern reads the format of this file, {}, but cannot write it", own)
          : "quern writes folded stacks with one count, but these have two",
      "choose a format for the copy: --to callgrind, or --to json, which keeps everything"));
}

bool reads_on_after_errors(const Profile& profile) {
  const InputInfo& input = profile.inputs().front();
  // Behind these no byte is known any more.
  constexpr std::array kEnds = {&kCompressedStream, &kReadFailed, &kLineTooLong};
  const bool has_ended = std::ranges::any_of(input.findings.kinds(), [&](const auto& kind) {
    return std::ranges::any_of(
        kEnds, [&kind](const CodeInfo* code) { return kind.code->name == code->name; });
  });
  return !has_ended && std::ranges::find(kDocuments, input.read_by) == kDocuments.end();
}

}  // namespace quern
