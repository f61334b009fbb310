// SPDX-License-Identifier: MIT
#include "quern/load/group_file.h"

#include <utility>

#include "quern/bytes/reading/whole.h"
#include "quern/query/codes.h"

namespace quern {

Result<GroupRules> read_group_file(const std::string& path) {
  constexpr size_t kMostBytes = size_t{4} << 20;
  constexpr std::string_view kGroupsHint =
      "--groups needs a text file with one rule per row, such as 'parser: name ~ /^parse_/'";
  Result<Input> input = open_input(path);
  if (!input) {
    Diagnostic error = input.error();
    error.hint = error.code == "is-a-directory" ? std::string(kGroupsHint) : error.hint;
    return failure(std::move(error));
  }
  const Result<std::string> text = read_whole(*input, kMostBytes + 1);
  if (text && text->size() <= kMostBytes) {
    return GroupRules::read(*text, input->name());
  }
  Diagnostic error = text ? input_error(kBadGroupRule.name, {}, "a group file has at most 4 MiB",
                                        std::string(kGroupsHint))
                          : text.error();
  error.input = input->name();
  return failure(std::move(error));
}

}  // namespace quern
