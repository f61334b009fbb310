// SPDX-License-Identifier: MIT
#include "quern/filters/walk/copy_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/stopped.h"
#include "quern/base/text.h"
#include "quern/filters/inlines/inlined_functions.h"
#include "quern/filters/rules/codes.h"
#include "quern/filters/walk/copy_contexts.h"
#include "quern/filters/walk/copy_records.h"
#include "quern/filters/walk/copying.h"
#include "quern/filters/walk/new_functions.h"
#include "quern/model/builder.h"

namespace quern {
namespace {

struct CopySource {
  const Profile* profile;
  const PartSet* parts = nullptr;  ///< only these; null: all
  bool is_subtracted = false;
};

/// Copies one source part by part. Records and stacks have a copier each; what is decided for a
/// part as a whole, such as its totals, is decided here.
class Copier {
 public:
  Copier(const CopySource& source, const FilterRules& rules, NewFunctions& functions,
         ProfileBuilder& to)
      : source_(source),
        is_by_stack_(rules.changes_stacks() || !rules.scale.empty()),
        changes_totals_(rules.selects() || !rules.scale.empty()),
        to_(&to),
        events_(copied_events(*source.profile, to)),
        functions_(&functions),
        records_(*source.profile, rules, functions, source.is_subtracted, to),
        contexts_(*source.profile, rules, functions, events_, source.is_subtracted, to) {
    // Filters remove functions that nothing names any more. Without them, all stay in order.
    if (!rules.changes_stacks() && source.parts == nullptr) {
      functions.take_all();
    }
  }

  // At most one of these two, and only without rules.
  void scale(const EventFactors& factors) {
    scaling_.emplace(*source_.profile, factors.of);
    records_.scale(*scaling_, factors.are_estimates);
    contexts_.scale(*scaling_);
    changes_totals_ = true;
  }
  /// The copy has no addresses: what was inlined there would be looked up again.
  void split(InlinedFunctions& inlined) {
    records_.split(inlined);
    inlined_ = &inlined;
  }

  /// Once `stop` asks for an end it ends, and nothing that was copied counts.
  void copy(const std::stop_token& stop) {
    records_.heed(stop);
    contexts_.heed(stop);
    copy_parts(
        *source_.profile, events_, *to_,
        [this](size_t part, PartHeader header) { copy_part(part, std::move(header)); }, stop);
  }
  [[nodiscard]] bool is_too_entangled() const { return records_.is_too_entangled(); }

 private:
  void copy_part(size_t at, PartHeader header) {
    const Part& part = source_.profile->parts()[at];
    if (source_.parts != nullptr && !source_.parts->contains(at)) {
      records_.skip(at);
      return contexts_.skip(part);
    }
    // A stack that a filter has changed fits the records beside it no longer.
    const bool splits_stacks = inlined_ != nullptr && inlined_->has_stacks(part);
    const bool is_alone = part.contexts == ContextUse::kAlone ||
                          (part.contexts == ContextUse::kBeside && (is_by_stack_ || splits_stacks));
    change_totals(header);
    header.positions.instr =
        header.positions.instr && (inlined_ == nullptr || !header.positions.line);
    to_->begin_part(header.positions,
                    is_alone ? std::span<const EventId>() : std::span(header.events));
    to_->expect_contexts(is_alone ? ContextUse::kAlone : part.contexts);
    if (is_alone) {
      records_.skip(at);
    } else {
      records_.copy(at);
      header.has_estimated_totals = header.has_estimated_totals || records_.has_estimated_totals();
    }
    if (splits_stacks) {
      const auto new_function = [this](FunctionId old) { return functions_->function(old); };
      inlined_->copy_stacks(part, new_function, events_, *to_);
      contexts_.skip(part);
    } else {
      contexts_.copy(part);
    }
    to_->end_part(std::move(header));
  }

  /// What the header declares of all that is in the part.
  void change_totals(PartHeader& header) const {
    const auto negate = [](std::vector<int128>& numbers) {
      std::ranges::transform(numbers, numbers.begin(), std::negate());
    };
    if (changes_totals_) {
      header.summaries.clear();
      header.declared_totals.reset();
    } else if (source_.is_subtracted) {
      std::ranges::for_each(header.summaries, negate);
      if (header.declared_totals) {
        negate(*header.declared_totals);
      }
    }
  }

  CopySource source_;
  bool is_by_stack_;
  bool changes_totals_;
  InlinedFunctions* inlined_ = nullptr;
  ProfileBuilder* to_;
  std::vector<EventId> events_;
  std::optional<EventScaling> scaling_;  ///< where all costs are multiplied
  NewFunctions* functions_;
  RecordCopier records_;
  ContextCopier contexts_;
};

Diagnostic too_entangled(const Profile& profile) {
  return usage_error(
      kTooEntangled.name,
      fmt::format("the hidden functions of {} have too many callers and callees",
                  profile.inputs().empty() ? "" : printable(profile.inputs()[0].name)),
      "hide fewer functions, select stacks first with --focus, or list functions with --where");
}

Keep kept_of(const Profile& profile) {
  return profile.has_records() ? Keep::kAll : Keep::kSums;
}

/// A copy without filters that `change` prepares. `counts`: the numbers of records to show if they
/// stay those of the original; pushing sums would count each sum once.
template <class Change>
std::unique_ptr<const Profile> changed(const Profile& profile, const Change& change,
                                       const std::optional<RecordCounts>& counts = {}) {
  ProfileBuilder builder(kept_of(profile));
  const FilterRules none;
  NewFunctions functions(profile, none.renaming, {}, builder);
  Copier copier({&profile}, none, functions, builder);
  change(copier);
  copier.copy({});
  if (counts) {
    builder.count_as(*counts);
  }
  if (profile.is_selected()) {
    builder.count_as_selected();
  }
  return builder.finish();
}

}  // namespace

Result<std::unique_ptr<const Profile>> copy_filtered(const Profile& profile,
                                                     const FilterRules& rules,
                                                     const std::stop_token& stop) {
  std::vector<CopySource> sources = {{&profile, rules.parts ? &*rules.parts : nullptr}};
  if (rules.baseline != nullptr) {
    sources.push_back({.profile = rules.baseline, .is_subtracted = true});
  }
  ProfileBuilder builder(kept_of(profile));
  // A renamed function has a file only if all members of its group agree, in all sources. So all
  // sources choose their groups before the first function gets its new name.
  Renaming renaming = rules.renaming;
  std::vector<NewFunctions> functions;
  RecordCounts counts;
  for (const CopySource& source : sources) {
    const Symbols& symbols = source.profile->symbols();
    functions.emplace_back(
        *source.profile, renaming,
        renaming.empty() ? std::vector<Renaming::Choice>() : renaming.choose(symbols), builder);
    counts += source.profile->counts();
  }
  for (size_t at = 0; at < sources.size(); ++at) {
    Copier copier(sources[at], rules, functions[at], builder);
    copier.copy(stop);
    if (stop.stop_requested()) {
      return failure(stopped());
    }
    if (copier.is_too_entangled()) {
      return failure(too_entangled(*sources[at].profile));
    }
  }
  if (!rules.changes_stacks() && rules.scale.empty() && !rules.parts) {
    builder.count_as(counts);
  }
  if (rules.selects() || profile.is_selected()) {
    builder.count_as_selected();
  }
  return builder.finish();
}

std::unique_ptr<const Profile> with_scaled_events(const Profile& profile,
                                                  const EventFactors& factors) {
  return changed(profile, [&factors](Copier& copier) { copier.scale(factors); }, profile.counts());
}

Opened with_inlined_functions(Opened opened, const SourcePlaces& places) {
  const Profile& profile = *opened.profile;
  InlinedFunctions inlined(profile, places);
  const std::string note = inlined.code().note();
  if (!note.empty() || !inlined.code().is_known()) {
    opened.notes.push_back(
        fmt::format("{}: {}", profile.inputs().empty() ? "" : printable(profile.inputs()[0].name),
                    note.empty() ? "no addresses, so inlined functions are not known" : note));
  }
  if (inlined.code().is_known()) {
    opened.profile = changed(profile, [&inlined](Copier& copier) { copier.split(inlined); });
  }
  return opened;
}

}  // namespace quern
