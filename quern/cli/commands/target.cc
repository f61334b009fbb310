// SPDX-License-Identifier: MIT
#include "quern/cli/commands/target.h"

#include <algorithm>
#include <string>
#include <utility>

#include "quern/bytes/writing/compress.h"
#include "quern/cli/help/help.h"
#include "quern/query/event_choice.h"
#include "quern/save/convert.h"
#include "quern/save/database.h"

namespace quern::cli {
namespace {

Result<FileToFill> database_file(const Session& session) {
  const std::optional<std::string>& path = session.arguments.output;
  if (path && compression_named_by(*path) != Compression::kNone) {
    return failure(usage_error("bad-value", "SQLite cannot open a compressed database",
                               "remove the last suffix of the file name"));
  }
  return session.answerer.file_to_fill();
}

}  // namespace

WriteOptions write_options(const Arguments& arguments, const Profile* profile) {
  WriteOptions options = arguments.convert.write;
  options.for_spreadsheets = arguments.for_spreadsheets;
  options.creator = version_line();
  std::ranges::replace(options.creator, ' ', '-');
  if (!arguments.events.empty()) {
    options.event = arguments.events.front();
    if (profile != nullptr) {
      options.event = EventChoice(*profile).unabbreviated(*options.event);
    }
  }
  return options;
}

Result<Target> Target::of(const Session& session) {
  const Arguments& arguments = session.arguments;
  const Result<const FormatWriter*> format =
      target_format(arguments.convert.target, arguments.output);
  if (!format) {
    return failure(format.error());
  }
  if (is_typed(arguments, "spreadsheet") && !(*format)->is_table) {
    return failure(usage_error("needs-option", "--spreadsheet needs --to csv or tsv",
                               "other formats are not opened in spreadsheets"));
  }
  Target target(**format);
  if ((*format)->fills_file && !arguments.convert.check) {
    Result<FileToFill> file = database_file(session);
    if (!file) {
      return failure(file.error());
    }
    target.database_ = std::move(*file);
  }
  return target;
}

WriteOptions Target::write_options(const Session& session, const Profile& profile) const {
  WriteOptions options = quern::cli::write_options(session.arguments, &profile);
  if (format_->holds.events && !is_typed(session.arguments, "event")) {
    options.event.reset();  // a configuration file means formats with one event
  }
  return options;
}

Result<void> Target::write(Session& session, const Profile& profile,
                           std::vector<Loss> losses) const {
  const Arguments& arguments = session.arguments;
  if (format() == "snapshot" && !arguments.convert.check) {
    session.answerer.keep();
  }
  if (!database_) {
    Result<void> done =
        convert(profile, format(), arguments.output, write_options(session, profile),
                session.answerer.out(), arguments.quiet ? nullptr : &losses);
    if (const std::string phrase = losses_phrase(losses); done && !phrase.empty()) {
      session.reporter.note(phrase);
    }
    return done;
  }
  const std::string program = version_line();
  DatabaseRequest request{
      .program = program, .event = {}, .insists_on_event = is_typed(arguments, "event")};
  if (!arguments.events.empty()) {
    request.event = arguments.events.front();
  }
  return write_database(profile, request, *database_);
}

}  // namespace quern::cli
