// SPDX-License-Identifier: MIT
#include "quern/workspace/load/group_file.h"

#include "quern/bytes/reading/source.h"
#include "quern/bytes/reading/window.h"
#include "quern/query/codes.h"

namespace quern {

Result<GroupRules> read_group_file(const std::string& path) {
  constexpr size_t kMostBytes = size_t{4} << 20;
  constexpr std::string_view kGroupsHint =
      "--groups takes a text of rules like 'parser: name ~ /^parse_/', a row each";
  Result<Input> input = open_input(path);
  if (!input) {
    Diagnostic error = input.error();
    error.hint = error.code == "is-a-directory" ? std::string(kGroupsHint) : error.hint;
    return failure(std::move(error));
  }
  Window window(*input);
  std::string text;
  for (size_t consumed = 0;;) {
    const Result<bool> more = window.advance(consumed);
    if (!more) {
      Diagnostic error = more.error();
      error.input = input->name();
      return failure(std::move(error));
    }
    if (!*more) {
      return GroupRules::read(text, input->name());
    }
    consumed = static_cast<size_t>(window.end() - window.begin());
    text.append(window.begin(), consumed);
    if (text.size() > kMostBytes) {
      Diagnostic error;
      error.code = kBadGroupRule.name;
      error.message = "a file of groups has at most 4 MiB";
      error.hint = kGroupsHint;
      error.input = input->name();
      return failure(std::move(error));
    }
  }
}

}  // namespace quern
