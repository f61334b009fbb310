// SPDX-License-Identifier: MIT
#include "quern/load/names/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "quern/base/text.h"
#include "quern/load/find/codes.h"
#include "quern/load/names/fold_names.h"
#include "quern/load/names/symbol_file.h"
#include "quern/source/demangle.h"
#include "quern/source/symbols.h"
#include "quern/views/code/stack_spots.h"

namespace quern {

namespace {

/// How many addresses there were, and how many got a name.
struct Resolved {
  size_t found = 0;
  size_t of = 0;
};

bool is_bare(const Profile& profile, const Frame& frame) {
  return frame.is_symbol && !frame.is_line && frame.start != Frame::kUnknownStart &&
         profile.symbols().name(frame.function).starts_with("@?0x") &&
         !profile.symbols().object(frame.function).empty();
}

/// By frame: whether a clock found the program at its very address.
std::vector<bool> exact_frames(const Profile& profile) {
  const Contexts& contexts = profile.contexts();
  std::vector<bool> exact(contexts.frames().size());
  const std::optional<EventId> ticks = profile.event(kClockTicks);
  if (!ticks) {
    return exact;
  }
  ContextCosts walk(contexts);
  while (walk.next()) {
    const bool has_ticks =
        std::ranges::find(walk.costs(), *ticks, &EventCost::event) != walk.costs().end();
    if (has_ticks) {
      exact[contexts.frame_id(walk.context()).index()] = true;
    }
  }
  for (size_t at = 0; at < contexts.size(); ++at) {
    const ContextId caller = contexts.parent(ContextId(at));
    if (caller != kNoContext) {
      exact[contexts.frame_id(caller).index()] = false;
    }
  }
  return exact;
}

/// "cannot read libz.so.1 (no such file) and 2 more"
std::string unreadable_note(const SymbolFinder& finder) {
  constexpr size_t kTold = 3;
  std::string text;
  size_t count = 0;
  for (const auto& [object, why] : finder.unreadable()) {
    if (++count <= kTold) {
      text += fmt::format("{}{} ({})", text.empty() ? "cannot read " : ", ", object, why);
    }
  }
  return count <= kTold ? text : text + fmt::format(" and {} more", count - kTold);
}

std::string resolved_note(const Resolved& resolved) {
  if (resolved.of == 0) {
    return "every address already has a function";
  }
  return fmt::format("functions found for {} of {} addresses",
                     grouped(static_cast<int128>(resolved.found)),
                     grouped(static_cast<int128>(resolved.of)));
}

/// Looks addresses up: in files of symbols first, then in object files.
class Resolver {
 public:
  Resolver(SymbolTable table, bool in_objects) : table_(std::move(table)) {
    if (in_objects) {
      finder_.emplace();
    }
  }

  std::optional<Symbol> find(const BareFrame& frame) {
    std::optional<Symbol> symbol = table_.find(frame.object, frame.looked_up);
    if (!symbol && finder_) {
      symbol = finder_->find(frame.object, frame.looked_up);
    }
    return symbol;
  }

  NewNames names(const Profile& profile, std::vector<std::string>& notes) {
    NewNames names;
    Resolved resolved;
    for (const BareFrame& frame : bare_frames(profile)) {
      ++resolved.of;
      if (std::optional<Symbol> symbol = find(frame)) {
        ++resolved.found;
        names.frames.resize(profile.contexts().frames().size());
        names.frames[frame.frame.index()] = {std::move(symbol->name),
                                             static_cast<int64_t>(frame.address - symbol->start)};
      }
    }
    notes.push_back(resolved_note(resolved));
    tell_unreadable(notes);
    return names;
  }

  void tell_unreadable(std::vector<std::string>& notes) const {
    if (finder_ && !finder_->unreadable().empty()) {
      notes.push_back(unreadable_note(*finder_));
    }
  }

 private:
  SymbolTable table_;
  std::optional<SymbolFinder> finder_;
};

NewNames readable_names(const Profile& profile, bool keeps_apart) {
  NewNames names;
  names.keeps_apart = keeps_apart;
  const Symbols& symbols = profile.symbols();
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    if (symbols.names.is_plain(symbols.functions[FunctionId(at)].name)) {
      continue;
    }
    if (std::optional<std::string> name = demangle(symbols.name(FunctionId(at)))) {
      names.add(FunctionId(at), *std::move(name));
    }
  }
  return names;
}

Diagnostic not_built_in(std::string_view what, std::string_view package) {
  return usage_error(kNotBuiltIn.name, fmt::format("this quern was built without {}", what),
                     fmt::format("install the package {} and build quern again", package));
}

}  // namespace

std::vector<BareFrame> bare_frames(const Profile& profile) {
  std::vector<BareFrame> bare;
  const std::vector<Frame>& frames = profile.contexts().frames();
  for (size_t at = 0; at < frames.size(); ++at) {
    if (is_bare(profile, frames[at])) {
      const std::string_view object = profile.symbols().object(frames[at].function);
      bare.push_back({FrameId(at), std::string(object), frames[at].start, frames[at].start});
    }
  }
  if (bare.empty()) {
    return bare;
  }
  const std::vector<bool> exact = exact_frames(profile);
  std::ranges::sort(bare, [](const BareFrame& left, const BareFrame& right) {
    return std::tie(left.object, left.address, left.frame) <
           std::tie(right.object, right.address, right.frame);
  });
  for (BareFrame& frame : bare) {
    frame.looked_up -= exact[frame.frame.index()] || frame.address == 0 ? 0U : 1U;
  }
  return bare;
}

Result<std::vector<Namer>> namers_for(const NameOptions& options, std::vector<std::string>& notes) {
  if (options.demangle == Demangling::kMerged && !has_demangler()) {
    return failure(not_built_in("a demangler", "libiberty-dev"));
  }
  if (options.resolve && !can_read_objects()) {
    return failure(not_built_in("libdw, which reads object files", "libdw-dev"));
  }
  SymbolTable table;
  for (const std::string& file : options.symbol_files) {
    if (Result<void> read = table.read(file); !read) {
      return failure(read.error());
    }
  }
  std::vector<Namer> namers;
  if (options.resolve || !options.symbol_files.empty()) {
    const auto resolver = std::make_shared<Resolver>(std::move(table), options.resolve);
    namers.emplace_back(
        [resolver, &notes](const Profile& profile) { return resolver->names(profile, notes); });
  }
  if (options.fold || options.drop_addresses) {
    Result<FunctionRules> read = FunctionRules::read(options.unfolded, options.matched);
    if (!read) {
      return failure(read.error());
    }
    const auto unfolded = std::make_shared<const FunctionRules>(std::move(*read));
    const RunsBeside beside = options.runs_beside ? RunsBeside::kSome : RunsBeside::kNone;
    namers.emplace_back([unfolded, beside, folds = options.fold](const Profile& profile) {
      return folds ? folded_names(profile, *unfolded, beside)
                   : names_without_addresses(profile, *unfolded, beside);
    });
  }
  if (options.demangle != Demangling::kNever) {
    const bool keeps_apart = options.demangle == Demangling::kShown;
    namers.emplace_back(
        [keeps_apart](const Profile& profile) { return readable_names(profile, keeps_apart); });
  }
  return namers;
}

std::string readable_name(const std::string& name) {
  return demangle(name).value_or(name);
}

Result<void> write_symbols(const Profile& profile, ByteSink& out, std::vector<std::string>& notes) {
  if (!can_read_objects()) {
    return failure(not_built_in("libdw, which reads object files", "libdw-dev"));
  }
  const std::vector<BareFrame> frames = bare_frames(profile);
  Resolver resolver({}, true);
  Resolved resolved{0, frames.size()};
  out.write(symbol_file_head());
  for (const BareFrame& frame : frames) {
    if (const std::optional<Symbol> symbol = resolver.find(frame)) {
      ++resolved.found;
      out.write(symbol_row(frame.object, frame.looked_up, *symbol));
    }
  }
  notes.push_back(resolved_note(resolved));
  resolver.tell_unreadable(notes);
  return {};
}

}  // namespace quern
