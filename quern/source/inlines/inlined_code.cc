// SPDX-License-Identifier: MIT
#include "quern/source/inlines/inlined_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/source/inlines/lookup.h"

namespace quern {

namespace {

bool could_have_addresses(const Profile& profile) {
  return profile.counts().instructions == 0 &&
         std::ranges::any_of(profile.inputs(), [](const InputInfo& input) {
           return input.creator && input.creator->starts_with("callgrind-");
         });
}

/// The object of which nothing is known that has most costs, if it has enough of them.
const InlinedObject* most_expensive_unknown(std::span<const InlinedObject> objects) {
  const InlinedObject* most = nullptr;
  int128 all = 0;
  for (const InlinedObject& object : objects) {
    all += object.self;
    if ((!object.is_used || !object.problem.empty()) &&
        (most == nullptr || object.self > most->self)) {
      most = &object;
    }
  }
  return most != nullptr && most->self * 20 >= all ? most : nullptr;
}

bool has_stack_addresses(const Profile& profile) {
  return std::ranges::any_of(profile.contexts().frames(), [&profile](const Frame& frame) {
    return frame.is_symbol && !frame.is_line && frame.start != Frame::kUnknownStart &&
           profile.symbols().functions[frame.function].object != kUnknownName;
  });
}

}  // namespace

InlinedCode::InlinedCode(const Profile& profile, const SourcePlaces& places)
    : profile_(&profile),
      first_file_(profile.symbols().names.size()),
      is_asked_(places.asks_objects && places.asks_inlined),
      has_stacks_(is_asked_ && has_stack_addresses(profile)) {
  const bool has_addresses =
      has_stacks_ || std::ranges::any_of(profile.parts(), [](const Part& part) {
        return part.header.positions.instr;
      });
  if (has_addresses && is_asked_) {
    lookup_ = std::make_unique<Lookup>(profile, places);
  }
}

InlinedCode::InlinedCode(InlinedCode&&) noexcept = default;
InlinedCode& InlinedCode::operator=(InlinedCode&&) noexcept = default;
InlinedCode::~InlinedCode() = default;

uint32_t InlinedCode::chain(const Record& record) {
  return lookup_ != nullptr ? lookup_->chain(*this, record) : 0;
}

InlinedCode::StackPlace InlinedCode::place(const StackAddress& at) {
  return lookup_ != nullptr ? lookup_->place(*this, at) : StackPlace();
}

void InlinedCode::add_self(FunctionId function, int128 cost) {
  if (lookup_ != nullptr) {
    lookup_->add_self(*this, function, cost);
  }
}

std::string InlinedCode::note() const {
  if (!is_asked_) {
    return {};
  }
  if (could_have_addresses(*profile_)) {
    return "record with --dump-instr=yes to see inlined code where it is called";
  }
  const InlinedObject* const object = most_expensive_unknown(objects_);
  return object == nullptr ? std::string()
                           : fmt::format("{} in {} {} not known: {} ('quern help source-lines')",
                                         has_stacks_ ? "lines" : "what was inlined",
                                         printable(file_name(object->object)),
                                         has_stacks_ ? "are" : "is", object->problem);
}

void InlinedCode::settle() {
  if (lookup_ != nullptr) {
    lookup_->settle(*this);
    lookup_.reset();
  }
}

void InlinedCode::forget(const std::vector<bool>& which) {
  is_known_ = false;
  for (size_t at = 0; at < objects_.size(); ++at) {
    if (which[at] && objects_[at].is_used) {
      objects_[at].is_used = false;
      objects_[at].problem = "another profile of the comparison does not know it";
    }
    is_known_ = is_known_ || objects_[at].is_used;
  }
  for (Chain& chain : chains_) {
    if (chain.object < which.size() && which[chain.object]) {
      chain = Chain();
    }
  }
}

}  // namespace quern
