// SPDX-License-Identifier: MIT
#include "quern/load/read_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "quern/base/parallel.h"
#include "quern/base/stopped.h"
#include "quern/bytes/reading/read_ahead.h"
#include "quern/formats/registry.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/load/find/codes.h"
#include "quern/load/find/recognize.h"

namespace quern {

namespace {

/// A value that --max-row takes, and that is much more than the one of now.
std::string longer_rows_hint(size_t max_row) {
  constexpr size_t kGigabyte = size_t{1} << 30;
  const size_t gigabytes = max_row < kGigabyte ? 1 : 16 * (max_row / kGigabyte);
  return fmt::format("if this is a profile, allow longer rows with --max-row {}G",
                     std::min(gigabytes, kMostMaxRow / kGigabyte));
}

const CodeInfo& reading_code(const Diagnostic& error) {
  return error.code == kCompressedStream.name ? kCompressedStream
         : error.code == kLineTooLong.name    ? kLineTooLong
                                              : kReadFailed;
}

/// What is wrong with the next `most` bytes of a compressed input; nothing where they are sound. A
/// damaged stream may give text for long before its checksum tells.
std::optional<Diagnostic> damage_of(const Input& input, ByteSource& source,
                                    uint64_t most = UINT64_MAX) {
  if (input.compression() == Compression::kNone) {
    return std::nullopt;
  }
  std::vector<char> room(size_t{1} << 16);
  for (uint64_t seen = 0; seen < most;) {
    const Result<size_t> got = source.read(room);
    if (!got) {
      return got.error();
    }
    if (*got == 0) {
      break;
    }
    seen += *got;
  }
  return std::nullopt;
}

/// Large compressed files are inflated by a second thread, ahead of the reader.
std::unique_ptr<ByteSource> inflate_ahead(Input& input, const OpenOptions& options) {
  constexpr uint64_t kWorthIt = uint64_t{1} << 20;
  constexpr size_t kBuffers = 8;
  if (input.compression() == Compression::kNone || threads_for(options.threads) == 1 ||
      input.stored_size().value_or(0) < std::min(kWorthIt, options.parallel_from)) {
    return nullptr;
  }
  return read_ahead(input, Window::kDefaultSize, kBuffers);
}

Diagnostic reading_stopped() {
  Diagnostic error;
  error.code = kStopped;
  error.message = "reading was stopped before the end";
  return error;
}

/// Ends with an error once somebody has seen enough.
class StoppingSource final : public ByteSource {
 public:
  StoppingSource(ByteSource& source, const bool& is_stopped)
      : source_(&source), is_stopped_(&is_stopped) {}
  Result<size_t> read(std::span<char> room) override {
    return *is_stopped_ ? Result<size_t>(failure(reading_stopped())) : source_->read(room);
  }

 private:
  ByteSource* source_;
  const bool* is_stopped_;
};

}  // namespace

Result<InputInfo> read_input(Input input, const OpenOptions& options, Sink& sink,
                             const InputReading& how) {
  static constexpr bool kNever = false;
  const bool& stop = how.is_stopped != nullptr ? *how.is_stopped : kNever;
  input.report_to(options.progress);
  const std::unique_ptr<ByteSource> ahead = inflate_ahead(input, options);
  ByteSource& source = ahead ? *ahead : static_cast<ByteSource&>(input);
  StoppingSource stopping(source, stop);
  Window window(how.is_stopped != nullptr ? static_cast<ByteSource&>(stopping) : source,
                options.buffer_bytes, options.max_row);
  InputInfo info;
  info.name = input.name();
  std::optional<SourceCounts> sizes;
  Result<void> done;
  const Result<std::string_view> first_bytes = window.peek();
  if (first_bytes) {
    const Result<const Format*> format = how.origin == Origin::kCache
                                             ? Result<const Format*>(&snapshot::kFormat)
                                             : choose_format(info.name, window, options.dialect);
    if (!format) {
      // No known text may come of a known one whose stream is damaged; no block of bzip2's is
      // larger.
      constexpr uint64_t kOneBlock = uint64_t{1} << 20;
      if (std::optional<Diagnostic> damage = damage_of(input, source, kOneBlock)) {
        damage->input = info.name;
        return failure(std::move(*damage));
      }
      return failure(format.error());
    }
    ReadOptions read_options = options;
    read_options.threads = threads_for(options.threads);
    info.read_by = (*format)->name;
    Reading reading{window, &input, sink, read_options, info};
    reading.code_named = &code_named;
    done = (*format)->read(reading);
    sizes = reading.sizes;
    if (stop) {
      return failure(reading_stopped());
    }
    if (const std::optional<Diagnostic> damage = done ? std::nullopt : damage_of(input, source)) {
      done = failure(*damage);  // what the reader saw was not what the writer wrote
    }
  } else {
    done = failure(first_bytes.error());
  }
  if (!done) {
    Diagnostic error = done.error();
    error.input = info.name;
    if (error.code == kLineTooLong.name) {
      error.hint = longer_rows_hint(options.max_row);
    }
    if (!options.keep_going || !first_bytes) {
      return failure(std::move(error));
    }
    info.findings.add(
        reading_code(error), error.place,
        [&error] {
          return error.offset
                     ? fmt::format("{} (byte {} of the file)", error.message, *error.offset)
                     : error.message;
        },
        error.hint);
  }
  const SourceCounts counts = sizes.value_or(input.counts());
  if (how.origin == Origin::kCache) {  // nobody asked for a snapshot
    info.snapshot_of.reset();
  }
  info.raw_bytes = counts.raw_bytes;
  info.text_bytes = counts.text_bytes;
  return info;
}

Result<void> add_input(Input input, const OpenOptions& options, ProfileBuilder& builder,
                       Origin origin) {
  Result<InputInfo> info = read_input(std::move(input), options, builder, {.origin = origin});
  if (!info) {
    return failure(std::move(info.error()));
  }
  builder.end_input(std::move(*info));
  return {};
}

void prepare(ProfileBuilder& builder, const OpenOptions& options) {
  if (options.adds_declared_costs) {
    builder.add_declared_costs();
  }
  if (options.keeps_calls_of_stacks) {
    builder.keep_calls_of_stacks();
  }
  const bool asks_of_stacks = options.names.resolve || !options.names.symbol_files.empty() ||
                              options.names.demangle == Demangling::kMerged;
  if (!options.needs_calls && options.keep == Keep::kSums && !asks_of_stacks) {
    builder.sum_stacks();
  }
}

Result<std::unique_ptr<const Profile>> read_profile(Input input, const OpenOptions& options,
                                                    std::span<const Namer> names) {
  ProfileBuilder builder(options.keep);
  prepare(builder, options);
  if (Result<void> done = add_input(std::move(input), options, builder); !done) {
    return failure(done.error());
  }
  return builder.finish(names);
}

Result<InputInfo> read_into(const std::string& path, Sink& sink, const OpenOptions& options,
                            const bool* is_stopped) {
  Result<Input> input = open_input(path);
  if (!input) {
    return failure(input.error());
  }
  OpenOptions alone = options;
  alone.threads = 1;  // a sink of the caller's own has no forks
  return read_input(std::move(*input), alone, sink, {.is_stopped = is_stopped});
}

}  // namespace quern
