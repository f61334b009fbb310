// SPDX-License-Identifier: MIT
//
// quern_writer: a StreamingWriter behind the C interface.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "quern/bytes/writing/compressed_output.h"
#include "quern/c/errors.h"
#include "quern/c/quern.h"
#include "quern/formats/callgrind/streaming_writer.h"

namespace {

using quern::Diagnostic;
using quern::failure;
using quern::int128;
using quern::Result;
using quern::c::text_of;
using quern::callgrind::StreamingWriter;

/// Gives bytes to a function of the caller's.
class GivingSink final : public quern::ByteSink {
 public:
  GivingSink(quern_take_bytes* take, void* user) : take_(take), user_(user) {}
  void write(std::string_view bytes) override {
    if (!has_failed_ && !bytes.empty()) {
      has_failed_ = take_(user_, bytes.data(), bytes.size()) != 0;
    }
  }
  [[nodiscard]] bool failed() const override { return has_failed_; }

 private:
  quern_take_bytes* take_;
  void* user_;
  bool has_failed_ = false;
};

Diagnostic refused_bytes() {
  return quern::output_error("write-failed", "the callback refused more bytes");
}

}  // namespace

struct quern_writer {
  quern_writer(std::optional<quern::CompressedOutput> to_file, const GivingSink& to_caller,
               const quern_writer_options& given)
      : file(std::move(to_file)),
        callback(to_caller),
        stream(file ? static_cast<quern::ByteSink&>(*file) : callback,
               {given.plain_names, given.plain_positions, given.allows_negative}),
        command(text_of(given.command)),
        positions{.instr = given.has_addresses, .line = given.has_lines || !given.has_addresses} {}

  std::optional<quern::CompressedOutput> file;
  GivingSink callback;
  StreamingWriter stream;
  std::string command;
  quern::PositionKinds positions;
  std::vector<std::string> events;
  quern::FunctionId function{};   ///< the open one,
  quern::NameId function_file{};  ///< and its file
  bool has_function = false;
  std::vector<int128> costs;  ///< at hand
};

namespace {

Result<void> begin(quern_writer& writer, const quern_writer_options& options) {
  if (options.events == nullptr && options.event_count != 0) {
    return failure(quern::c::wrong_use("events are NULL, but their number is not 0"));
  }
  quern::callgrind::FileHead head;
  head.creator = text_of(options.creator);
  for (const quern_written_event& event : std::span(options.events, options.event_count)) {
    if (event.formula == nullptr) {
      writer.events.emplace_back(text_of(event.name));
    }
    if (event.formula != nullptr || event.long_name != nullptr) {
      quern::EventDefinition& added = head.definitions.emplace_back();
      added.name = text_of(event.name);
      if (event.formula != nullptr) {
        added.formula = event.formula;
      }
      if (event.long_name != nullptr) {
        added.long_name = event.long_name;
      }
    }
  }
  if (writer.events.empty()) {
    return failure(quern::c::wrong_use("a profile needs at least one event that is counted"));
  }
  return writer.stream.begin(head);
}

quern_writer* made(std::optional<quern::CompressedOutput> file, const GivingSink& callback,
                   const quern_writer_options& options, quern_error* error) {
  auto writer = std::make_unique<quern_writer>(std::move(file), callback, options);
  if (quern::c::status_of(error, begin(*writer, options)) != QUERN_OK) {
    return nullptr;
  }
  return writer.release();
}

/// The costs of a record as the writer takes them.
Result<std::span<const int128>> costs_of(quern_writer& writer, const int64_t* costs, size_t count) {
  if (costs == nullptr && count != 0) {
    return failure(quern::c::wrong_use("costs are NULL, but their number is not 0"));
  }
  writer.costs.assign(costs, costs + count);
  return std::span<const int128>(writer.costs);
}

Result<quern::NameId> file_or(quern_writer& writer, const char* file, quern::NameId other) {
  return file == nullptr ? Result<quern::NameId>(other) : writer.stream.name(file);
}

Result<uint64_t> count_of(int64_t count, const char* what) {
  if (count < 0) {
    return failure(quern::c::wrong_use(std::string(what) + " is below 0"));
  }
  return static_cast<uint64_t>(count);
}

std::optional<uint64_t> known(int64_t number) {
  return number < 0 ? std::nullopt : std::optional(static_cast<uint64_t>(number));
}

quern::Position position_of(const quern_position& at) {
  return {.address = at.address, .line = at.line};
}

Result<void> needs_function(const quern_writer& writer) {
  return writer.has_function
             ? Result<void>()
             : failure(quern::c::wrong_use("a record before the first function of the part"));
}

/// The status of what was done, or of the output that it went to.
quern_status result_of(quern_writer& writer, quern_error* error, const Result<void>& done) {
  if (done && writer.stream.failed()) {
    return quern::c::tell(error, [&] {
      if (writer.file) {
        const Result<void> committed = writer.file->commit();
        return committed ? refused_bytes() : committed.error();
      }
      return refused_bytes();
    }());
  }
  return quern::c::status_of(error, done);
}

template <class Work>
quern_status written(quern_writer* writer, quern_error* error, const Work& work) {
  return quern::c::guarded(error, [&] {
    if (writer == nullptr) {
      return quern::c::tell(error, quern::c::wrong_use("the writer is NULL"));
    }
    return result_of(*writer, error, work(*writer));
  });
}

Result<void> begin_part(quern_writer& writer, const quern_written_part* part) {
  quern::callgrind::PartHead head;
  if (part != nullptr) {
    head.number = known(part->number);
    head.pid = known(part->pid);
    head.thread = known(part->thread);
    if (part->trigger != nullptr) {
      head.descriptions.push_back(std::string("Trigger: ") + part->trigger);
    }
    if (part->time_range != nullptr) {
      head.descriptions.push_back(std::string("Timerange: ") + part->time_range);
    }
  }
  if (!writer.command.empty()) {
    head.command = writer.command;
  }
  head.positions = writer.positions;
  head.events = writer.events;
  Result<void> begun = writer.stream.begin_part(head);
  writer.has_function = writer.has_function && !begun;
  return begun;
}

Result<void> enter(quern_writer& writer, const char* name, const char* file, const char* object) {
  const Result<quern::NameId> file_id = writer.stream.name(text_of(file));
  const Result<quern::FunctionId> function =
      writer.stream.function(text_of(name), text_of(file), text_of(object));
  if (!file_id || !function) {
    return failure(!file_id ? file_id.error() : function.error());
  }
  Result<void> entered = writer.stream.enter(*function);
  if (entered) {
    writer.function = *function;
    writer.function_file = *file_id;
    writer.has_function = true;
  }
  return entered;
}

Result<void> self(quern_writer& writer, const char* file, const quern_position& at,
                  const int64_t* given, size_t count) {
  const Result<void> has_function = needs_function(writer);
  if (!has_function) {
    return has_function;
  }
  const Result<quern::NameId> file_id = file_or(writer, file, writer.function_file);
  if (!file_id) {
    return failure(file_id.error());
  }
  const Result<std::span<const int128>> costs = costs_of(writer, given, count);
  return costs ? writer.stream.self_cost(*file_id, position_of(at), *costs)
               : failure(costs.error());
}

Result<void> call(quern_writer& writer, const quern_written_call& given) {
  const Result<void> has_function = needs_function(writer);
  if (!has_function) {
    return has_function;
  }
  const Result<quern::FunctionId> callee =
      writer.stream.function(text_of(given.name), text_of(given.file), text_of(given.object));
  const Result<quern::NameId> file = file_or(writer, given.from_file, writer.function_file);
  const Result<uint64_t> count = count_of(given.count, "the count of a call");
  const Result<std::span<const int128>> costs =
      costs_of(writer, given.inclusive, given.inclusive_count);
  if (!callee || !file || !count || !costs) {
    return failure(!callee  ? callee.error()
                   : !file  ? file.error()
                   : !count ? count.error()
                            : costs.error());
  }
  return writer.stream.call(
      {*callee, *file, position_of(given.at), position_of(given.target), *count}, *costs);
}

Result<void> jump(quern_writer& writer, const quern_written_jump& given) {
  const Result<void> has_function = needs_function(writer);
  if (!has_function) {
    return has_function;
  }
  const bool is_own = given.name == nullptr;
  const Result<quern::FunctionId> target =
      is_own
          ? Result<quern::FunctionId>(writer.function)
          : writer.stream.function(text_of(given.name), text_of(given.file), text_of(given.object));
  const Result<quern::NameId> from = file_or(writer, given.from_file, writer.function_file);
  const Result<quern::NameId> own_file = is_own ? Result<quern::NameId>(writer.function_file)
                                                : writer.stream.name(text_of(given.file));
  if (!target || !from || !own_file) {
    return failure(!target ? target.error() : !from ? from.error() : own_file.error());
  }
  const Result<quern::NameId> to = file_or(writer, given.to_file, *own_file);
  const Result<uint64_t> executed =
      count_of(given.executed, "the number of times a jump was executed");
  const Result<uint64_t> followed =
      count_of(given.followed, "the number of times a jump was followed");
  if (!to || !executed || !followed) {
    return failure(!to ? to.error() : !executed ? executed.error() : followed.error());
  }
  return writer.stream.jump({given.is_conditional, *from, position_of(given.at), *target, *to,
                             position_of(given.target), *executed, *followed});
}

/// A summary has a number for each event.
Result<void> end_part(quern_writer& writer, const int64_t* summary) {
  const Result<std::span<const int128>> costs =
      costs_of(writer, summary, summary != nullptr ? writer.events.size() : 0);
  return costs ? writer.stream.end_part(*costs) : failure(costs.error());
}

Result<void> finish(quern_writer& writer) {
  if (Result<void> finished = writer.stream.finish(); !finished) {
    return finished;
  }
  return writer.file ? writer.file->commit() : Result<void>();
}

}  // namespace

quern_writer* quern_writer_open(const char* path, const quern_writer_options* options,
                                quern_error* error) {
  quern_writer* writer = nullptr;
  (void)quern::c::guarded(error, [&] {
    if (path == nullptr || options == nullptr) {
      return quern::c::tell(error, quern::c::wrong_use("the path or the options are NULL"));
    }
    Result<quern::CompressedOutput> file =
        quern::CompressedOutput::create(path, options->replaces_file);
    if (!file) {
      return quern::c::tell(error, file.error());
    }
    writer = made(std::move(*file), GivingSink(nullptr, nullptr), *options, error);
    return QUERN_OK;
  });
  return writer;
}

quern_writer* quern_writer_open_callback(quern_take_bytes* take, void* user,
                                         const quern_writer_options* options, quern_error* error) {
  quern_writer* writer = nullptr;
  (void)quern::c::guarded(error, [&] {
    if (take == nullptr || options == nullptr) {
      return quern::c::tell(error, quern::c::wrong_use("the callback or the options are NULL"));
    }
    writer = made(std::nullopt, GivingSink(take, user), *options, error);
    return QUERN_OK;
  });
  return writer;
}

void quern_writer_close(quern_writer* writer) {
  delete writer;
}

quern_status quern_writer_begin_part(quern_writer* writer, const quern_written_part* part,
                                     quern_error* error) {
  return written(writer, error, [&](quern_writer& to) { return begin_part(to, part); });
}

quern_status quern_writer_function(quern_writer* writer, const char* name, const char* file,
                                   const char* object, quern_error* error) {
  return written(writer, error, [&](quern_writer& to) { return enter(to, name, file, object); });
}

quern_status quern_writer_self(quern_writer* writer, const char* file, quern_position at,
                               const int64_t* costs, size_t cost_count, quern_error* error) {
  return written(writer, error,
                 [&](quern_writer& to) { return self(to, file, at, costs, cost_count); });
}

quern_status quern_writer_call(quern_writer* writer, const quern_written_call* given,
                               quern_error* error) {
  return written(writer, error, [&](quern_writer& to) {
    return given != nullptr ? call(to, *given) : failure(quern::c::wrong_use("the call is NULL"));
  });
}

quern_status quern_writer_jump(quern_writer* writer, const quern_written_jump* given,
                               quern_error* error) {
  return written(writer, error, [&](quern_writer& to) {
    return given != nullptr ? jump(to, *given) : failure(quern::c::wrong_use("the jump is NULL"));
  });
}

quern_status quern_writer_end_part(quern_writer* writer, const int64_t* summary,
                                   quern_error* error) {
  return written(writer, error, [&](quern_writer& to) { return end_part(to, summary); });
}

quern_status quern_writer_finish(quern_writer* writer, quern_error* error) {
  return written(writer, error, [](quern_writer& to) { return finish(to); });
}
