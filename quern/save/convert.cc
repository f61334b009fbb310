// SPDX-License-Identifier: MIT
#include "quern/save/convert.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "quern/base/text.h"
#include "quern/bytes/writing/compress.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/estimated_stacks.h"
#include "quern/formats/shared/written_event.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/load/cache.h"
#include "quern/load/find/codes.h"
#include "quern/save/function_costs.h"
#include "quern/save/losses.h"
#include "quern/save/projections.h"

namespace quern {
namespace {

std::string told_suffixes() {
  std::vector<std::string_view> suffixes;
  for (const FormatWriter* writer : writable_formats()) {
    suffixes.insert(suffixes.end(), writer->suffixes.begin(), writer->suffixes.end());
  }
  return fmt::format("{}", fmt::join(suffixes, ", "));
}

/// The profile as a format needs it.
struct Projected {
  std::unique_ptr<const Profile> profile;  ///< null: the profile itself
  bool are_stacks_estimated = false;
  bool are_calls_uncounted = false;
  [[nodiscard]] const Profile& or_itself(const Profile& itself) const {
    return profile ? *profile : itself;
  }
};

/// Peaks do not add up: only formats that say so get them, or who asks for one by name.
EventsCopied events_for(const Profile& profile, const FormatWriter& writer,
                        const WriteOptions& options) {
  const std::optional<EventId> chosen =
      writer.holds.events || !options.event ? std::nullopt : profile.event(*options.event);
  const bool is_peak = chosen && profile.events()[chosen->index()].combine == Combine::kMax;
  return writer.holds.peaks || is_peak ? EventsCopied::kAll : EventsCopied::kSums;
}

Projected projected_on(const Profile& profile, const FormatWriter& writer,
                       const WriteOptions& options) {
  Projected projected;
  if (writer.basis == Basis::kEverything) {
    return projected;
  }
  const EventsCopied which = events_for(profile, writer, options);
  if (writer.basis == Basis::kRecords) {
    projected.profile = records_of_stacks(profile, which, projected.are_calls_uncounted);
    return projected;
  }
  projected.profile = stacks_of_records(profile, which, projected.are_stacks_estimated);
  projected.are_stacks_estimated = projected.are_stacks_estimated || has_estimated_stacks(profile);
  if (writer.basis == Basis::kMerged) {
    projected.profile = merged_stacks(projected.or_itself(profile), which);
  }
  return projected;
}

/// Takes everything and keeps nothing.
class NullSink final : public ByteSink {
 public:
  void write(std::string_view) override {}
  [[nodiscard]] bool failed() const override { return false; }
};

Result<void> check_event_option(const FormatWriter& writer, const WriteOptions& options) {
  if (options.event && writer.holds.events) {
    return failure(usage_error(
        "bad-value",
        fmt::format("--event is for formats with one event; '{}' keeps all events", writer.name)));
  }
  return {};
}

Result<void> write_in(const FormatWriter& writer, const Profile& profile,
                      const Projected& projected, const WriteOptions& options, ByteSink& out) {
  if (&writer == &snapshot::kWriter) {
    return write_snapshot(profile, options, out);
  }
  return writer.write(
      {.profile = projected.or_itself(profile),
       .are_stacks_estimated = projected.are_stacks_estimated,
       .are_calls_uncounted = projected.are_calls_uncounted,
       .options = options,
       .out = out,
       .costs = writer.needs_costs ? costs_of_functions(profile) : CostsOfFunction()});
}

/// Of what has been written: the event exists.
WrittenProfile written_profile(const Profile& profile, const Projected& projected,
                               const FormatWriter& writer, const WriteOptions& options) {
  const Profile& written = projected.or_itself(profile);
  const std::optional<EventId> event =
      writer.holds.events || !options.event ? std::nullopt : written.event(*options.event);
  return {.profile = written,
          .are_stacks_estimated = projected.are_stacks_estimated,
          .are_calls_uncounted = projected.are_calls_uncounted,
          .event = event.value_or(EventId(0U))};
}

}  // namespace

std::vector<const FormatWriter*> writable_formats() {
  std::vector<const FormatWriter*> targets(writers().begin(), writers().end());
  std::ranges::sort(targets, {}, &FormatWriter::name);
  return targets;
}

const FormatWriter* writer_named(std::string_view name) {
  const auto found = std::ranges::find(writers(), name, &FormatWriter::name);
  return found != writers().end() ? *found : nullptr;
}

Result<const FormatWriter*> target_format(const std::optional<std::string>& to,
                                          const std::optional<std::string>& path) {
  if (to) {
    const FormatWriter* const asked = writer_named(*to);
    return asked != nullptr
               ? Result<const FormatWriter*>(asked)
               : failure(usage_error(kUnknownSuffix.name,
                                     fmt::format("cannot write a format '{}'", printable(*to))));
  }
  std::string name(without_compression(path ? std::string_view(*path) : ""));
  std::ranges::transform(name, name.begin(), lower);
  // The longest one says most: `.speedscope.json` is no quern JSON.
  const FormatWriter* best = nullptr;
  size_t longest = 0;
  for (const FormatWriter* target : writers()) {
    for (const std::string_view suffix : target->suffixes) {
      if (name.ends_with(suffix) && suffix.size() > longest) {
        best = target;
        longest = suffix.size();
      }
    }
  }
  if (best == nullptr) {
    return failure(usage_error(
        kUnknownSuffix.name, fmt::format("the name '{}' does not imply a format", printable(name)),
        fmt::format("choose the format with --to, or use a name that ends in one of {}",
                    told_suffixes())));
  }
  return best;
}

Result<void> convert(const Profile& profile, std::string_view format,
                     const std::optional<std::string>& path, const WriteOptions& options,
                     ByteSink& out, std::vector<Loss>* losses) {
  const FormatWriter& writer = *writer_named(format);
  Compression compression = path ? compression_named_by(*path) : Compression::kNone;
  if (compression == Compression::kNone) {
    compression = writer.compression;
  }
  if (Result<void> fits = check_event_option(writer, options); !fits) {
    return fits;
  }
  if (writer.fills_file) {
    return failure(usage_error(kCannotHold.name, "a database needs a file, not a stream"));
  }
  // A format that is always compressed is meant to be read, not kept: its other writers, too, take
  // the fastest way.
  const bool is_own = compression == writer.compression;
  CompressedSink sink(out, compression, is_own ? Effort::kLeast : Effort::kUsual);
  const Projected projected = projected_on(profile, writer, options);
  if (Result<void> done = write_in(writer, profile, projected, options, sink); !done) {
    return done;
  }
  sink.finish();
  if (losses != nullptr) {
    add_losses(*losses,
               losses_of(profile, written_profile(profile, projected, writer, options), writer));
  }
  return {};
}

Result<Conversion> check_conversion(const Profile& profile, std::string_view format,
                                    const WriteOptions& options) {
  const FormatWriter& writer = *writer_named(format);
  if (!writer.fills_file) {
    if (Result<void> fits = check_event_option(writer, options); !fits) {
      return failure(fits.error());
    }
  }
  if (writer.basis == Basis::kEverything) {
    return Conversion{.format = writer.name, .losses = {}, .totals = {}};
  }
  NullSink nowhere;
  const Projected projected = projected_on(profile, writer, options);
  // What the format refuses is met by whoever writes it, and nobody else.
  if (Result<void> done = write_in(writer, profile, projected, options, nowhere); !done) {
    return failure(done.error());
  }
  const WrittenProfile written = written_profile(profile, projected, writer, options);
  return Conversion{.format = writer.name,
                    .losses = losses_of(profile, written, writer),
                    .totals = converted_totals(profile, written, writer)};
}

void write_profile_json(const Profile& profile, ByteSink& out) {
  (void)write_in(*writer_named("json"), profile, {}, {}, out);
}

}  // namespace quern
