// SPDX-License-Identifier: MIT
#include "quern/model/records/findings.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace quern {

const Finding& Findings::Kind::first() const {
  return *std::ranges::min_element(kept, {}, [](const Finding& finding) {
    return std::pair(finding.place.line, finding.place.column);
  });
}

Findings::Kind& Findings::kind_of(const CodeInfo& code) {
  for (Kind& kind : kinds_) {
    if (kind.code == &code) {
      return kind;
    }
  }
  kinds_.push_back({&code, 0, {}});
  return kinds_.back();
}

uint64_t Findings::count(const CodeInfo& code) const {
  for (const Kind& kind : kinds_) {
    if (kind.code == &code) {
      return kind.count;
    }
  }
  return 0;
}

uint64_t Findings::errors() const {
  uint64_t sum = 0;
  for (const Kind& kind : kinds_) {
    sum += kind.code->severity == Severity::kError ? kind.count : 0;
  }
  return sum;
}

Findings::Mark Findings::mark() const {
  Mark mark;
  for (const Kind& kind : kinds_) {
    mark.kinds.emplace_back(kind.count, kind.kept.size());
  }
  return mark;
}

void Findings::return_to(const Mark& mark) {
  const auto at = [](auto& list, size_t count) {
    return list.begin() + static_cast<std::ptrdiff_t>(count);
  };
  kinds_.erase(at(kinds_, mark.kinds.size()), kinds_.end());
  for (size_t kind = 0; kind < kinds_.size(); ++kind) {
    const auto& [count, kept] = mark.kinds[kind];
    kinds_[kind].count = count;
    kinds_[kind].kept.erase(at(kinds_[kind].kept, kept), kinds_[kind].kept.end());
  }
}

void Findings::append(const Findings& later) {
  for (const Kind& theirs : later.kinds_) {
    Kind& ours = kind_of(*theirs.code);
    ours.count += theirs.count;
    for (const Finding& finding : theirs.kept) {
      if (ours.kept.size() < kKept) {
        ours.kept.push_back(finding);
      }
    }
  }
}

std::vector<Finding> Findings::sorted() const {
  std::vector<Finding> all;
  for (const Kind& kind : kinds_) {
    all.insert(all.end(), kind.kept.begin(), kind.kept.end());
  }
  std::ranges::sort(all, {}, [](const Finding& finding) {
    return std::tuple(finding.place.line, finding.place.column, finding.code->name,
                      std::string_view(finding.message));
  });
  return all;
}

}  // namespace quern
