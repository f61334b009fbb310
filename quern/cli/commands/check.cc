// SPDX-License-Identifier: MIT
#include "quern/views/input/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/command_codes.h"
#include "quern/cli/commands/target.h"
#include "quern/cli/options/commands.h"
#include "quern/load/find/codes.h"
#include "quern/output/answers/input.h"
#include "quern/output/input/repair.h"
#include "quern/query/codes.h"
#include "quern/save/convert.h"
#include "quern/save/repair.h"
#include "quern/views/input/info.h"
#include "quern/views/input/repair.h"

namespace quern::cli {
namespace {

/// Every code there is, sorted by name.
ExitCode list_codes(Session& session) {
  std::vector<const CodeInfo*> codes = all_codes();
  codes.insert(codes.end(), kQuestionCodes.begin(), kQuestionCodes.end());
  for (const CodeInfo& code : kCommandCodes) {
    codes.push_back(&code);
  }
  std::ranges::sort(codes, {}, &CodeInfo::name);
  return session.answerer.show(std::span<const CodeInfo* const>(codes), session.answerer.style({}));
}

/// What --repair needs besides an input.
Result<void> check_repair_words(const Arguments& arguments) {
  if (arguments.words.size() != 1 || arguments.reading.siblings) {
    return failure(usage_error("bad-value", "--repair takes one file at a time",
                               "`quern convert` and `quern merge` make one file of several"));
  }
  return {};
}

/// Writes what was understood. Errors are those of the output, of the format, or of what is left.
Result<Repair> write_copy(Session& session, const Profile& profile, Output& copy) {
  const Arguments& arguments = session.arguments;
  const Result<std::string_view> format =
      repair_format(profile, arguments.convert.target, *arguments.output);
  if (!format) {
    return failure(format.error());
  }
  const WriteOptions options = write_options(session.arguments);
  Repair repair = repair_of(profile);
  const RecordCounts& counts = profile.counts();
  if (!repair.drops.empty() && counts.selfs + counts.calls + counts.contexts == 0) {
    return failure(
        usage_error(kCannotHold.name, "no record could be read", "there is nothing to copy"));
  }
  repair.output = *arguments.output;
  repair.format = *format;
  repair.is_rest_dropped = !repair.drops.empty() && !reads_on_after_errors(profile);
  Result<Conversion> conversion = check_conversion(profile, *format, options);
  if (!conversion) {
    return failure(std::move(conversion.error()));
  }
  repair.conversion = std::move(*conversion);
  if (Result<void> written = convert(profile, *format, arguments.output, options, copy); !written) {
    return failure(std::move(written.error()));
  }
  copy.keep();  // the damaged file may be thrown away now
  if (Result<void> committed = copy.commit(); !committed) {
    return failure(std::move(committed.error()));
  }
  return repair;
}

Result<ExitCode> run_repair(Session& session) {
  const Arguments& arguments = session.arguments;
  if (Result<void> words = check_repair_words(arguments); !words) {
    return failure(std::move(words.error()));
  }
  Result<Output> copy = create_answer(arguments, *arguments.output);
  if (!copy) {
    return failure(std::move(copy.error()));
  }
  const Result<Opened> opened = session.loader.open_broken(arguments.words, Keep::kAll);
  if (!opened) {
    return failure(opened.error());
  }
  const Check check = check_of(*opened->profile, arguments.is_strict);
  const Result<Repair> repair = write_copy(session, *opened->profile, *copy);
  const bool is_hopeless = !repair && !check.is_sound && repair.error().code == kCannotHold.name;
  if (!repair && !is_hopeless) {
    return failure(repair.error());
  }
  const Style style = session.answerer.style(arguments.words);
  render(check, repair ? &*repair : nullptr, style, session.answerer.out());
  if (is_hopeless) {  // not enough is left to make a file of
    session.reporter.error(repair.error());
    return ExitCode::kNo;
  }
  if (style.form != Form::kText && style.form != Form::kJson) {
    session.reporter.note(fmt::format("wrote {} without the data of {}", printable(repair->output),
                                      counted(repair->dropped(), "finding")));
  }
  return check.is_sound && repair->dropped() == 0 ? ExitCode::kDone : ExitCode::kNo;
}

/// What the profile contains, without its findings.
Result<ExitCode> show_head(Session& session) {
  const std::vector<std::string>& files = session.arguments.words;
  const Result<Opened> opened = session.loader.open(files, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  const Info info = info_of(*opened->profile);
  const Style style = session.answerer.style(files);
  if (style.form != Form::kText) {
    if (Result<void> room = check_room_for_parts(info); !room) {
      return failure(room.error());
    }
  }
  return session.answerer.show(info, style);
}

}  // namespace

Result<ExitCode> run_check(Session& session) {
  const Arguments& arguments = session.arguments;
  if (arguments.list_codes) {
    return list_codes(session);
  }
  if (arguments.is_repair) {
    return run_repair(session);
  }
  if (arguments.only_head) {
    return show_head(session);
  }
  const Result<Opened> opened = session.loader.open_broken(arguments.words, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  const Check check = check_of(*opened->profile, arguments.is_strict);
  render(check, info_of(*opened->profile), session.answerer.style(arguments.words),
         session.answerer.out());
  return check.is_sound ? ExitCode::kDone : ExitCode::kNo;
}

}  // namespace quern::cli
