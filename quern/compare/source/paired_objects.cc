// SPDX-License-Identifier: MIT
#include "quern/compare/source/paired_objects.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "quern/base/text.h"

namespace quern {

namespace {

struct RunObject {
  size_t run = 0;
  size_t number = 0;  ///< of the run's objects
  const InlinedObject* object = nullptr;
};
using RunObjects = std::vector<RunObject>;

/// Those of all runs that have lines, or stacks that may have some: they have to be known together.
/// Without lines there is nothing that inlined costs could be confused with.
std::vector<RunObjects> grouped_objects(const std::vector<CodeCosts>& code) {
  std::map<std::string_view, RunObjects> by_name;
  for (size_t run = 0; run < code.size(); ++run) {
    const InlinedCode& inlined = code[run].inlined();
    for (size_t number = 0; number < inlined.objects().size(); ++number) {
      const InlinedObject& object = inlined.objects()[number];
      if (object.recorded != 0 || object.has_stacks) {
        by_name[base_name(inlined.file_name(object.object))].push_back({run, number, &object});
      }
    }
  }
  std::vector<RunObjects> groups(1);  // the first: objects that some run does not have
  for (auto& [name, objects] : by_name) {
    std::set<size_t> runs;
    for (const RunObject& each : objects) {
      runs.insert(each.run);
    }
    if (runs.size() == code.size()) {
      groups.push_back(std::move(objects));
    } else {
      groups.front().insert(groups.front().end(), objects.begin(), objects.end());
    }
  }
  return groups;
}

/// The side of a run without addresses, if another run knows something.
std::optional<Version> side_without_addresses(const std::vector<CodeCosts>& code,
                                              const DiffRuns& runs) {
  const auto found = std::ranges::find_if(
      code, [](const CodeCosts& own) { return own.inlined().objects().empty(); });
  const bool is_any_known =
      std::ranges::any_of(code, [](const CodeCosts& own) { return own.inlined().is_known(); });
  return found != code.end() && is_any_known
             ? std::optional(runs.side_of(static_cast<size_t>(found - code.begin())))
             : std::nullopt;
}

}  // namespace

std::optional<MissingObject> forget_unpaired(std::vector<CodeCosts>& code, const DiffRuns& runs) {
  std::vector<std::vector<bool>> forgotten;
  for (const CodeCosts& own : code) {
    forgotten.emplace_back(own.inlined().objects().size());
  }
  std::optional<MissingObject> missing;
  int128 most = -1;
  if (const std::optional<Version> side = side_without_addresses(code, runs)) {
    missing = {.side = *side, .object = {}, .problem = {}};
    for (std::vector<bool>& all : forgotten) {
      all.flip();
    }
  } else {
    for (const RunObjects& group : grouped_objects(code)) {
      int128 all = 0;
      for (const RunObject& each : group) {
        all += each.object->self;
      }
      // What costs next to nothing does not keep others from being compared.
      const auto is_used = [all](const RunObject& each) {
        return each.object->is_used || each.object->self * 1000 < all;
      };
      if (std::ranges::none_of(group, is_used)) {
        continue;
      }
      for (const auto& [run, number, object] : group) {
        forgotten[run][number] = !std::ranges::all_of(group, is_used);
        if (!object->is_used && object->self > most) {
          most = object->self;
          missing = {runs.side_of(run), std::string(code[run].inlined().file_name(object->object)),
                     object->problem};
        }
      }
    }
  }
  for (size_t run = 0; run < code.size(); ++run) {
    code[run].forget_inlined(forgotten[run]);
  }
  return missing;
}

}  // namespace quern
