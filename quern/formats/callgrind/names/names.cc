// SPDX-License-Identifier: MIT
//
// The state of specification rows (docs/formats/callgrind.md, "Body"): object, file, file of the
// positions, and the callee that waits for its `calls=`. What a row means depends on the rows
// before it, and writers disagree about their order; orders that other readers take otherwise are
// reported as findings. The base rules, which also govern files, differ in `self_file_`.
#include "quern/formats/callgrind/names/names.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {

/// Inside a block an `ob=` is for what follows it; the function keeps its object. KCachegrind
/// assigns such costs to an unknown function, hence the finding.
void Names::set_object(NameId name, Place place, std::string_view shown) {
  object_ = name;
  if (block_.is_fixed) {
    // Only the first finding of all shows its row, and not all of a long one.
    constexpr size_t kMostShown = size_t{64} << 10;
    const bool is_shown = block_.late_objects.empty() && findings_->count(kObWithoutFn) == 0;
    block_.late_objects.push_back(
        {place, std::string(is_shown ? shown.substr(0, kMostShown) : "")});
  } else if (block_.is_named) {
    block_.late_spec = place;
  }
}

void Names::set_file(NameId name, Place place) {
  file_ = position_file_ = self_file_ = name;
  has_file_ = true;
  after_association_ = false;
  if (block_.is_named && !block_.is_fixed) {
    block_.late_spec = place;
  }
}

void Names::set_position_file(NameId name) {
  position_file_ = name;
  has_position_file_ = true;
  after_association_ = false;
}

/// `fn=` begins a block. Files that were entered inside the last block end with it, if the part has
/// named any file with `fl=`.
void Names::begin_function(NameId name, Place place) {
  drop_callee();
  last_callee_.reset();
  block_ = {};
  block_.is_named = true;
  block_.name = name;
  if (has_file_) {
    position_file_ = file_;
  } else if (has_position_file_) {
    block_.file = position_file_;
    findings_->add(kFiWithoutFl, place,
                   "no `fl=` so far: unless one follows, the function's file is that of `fi=`");
  }
  self_file_ = position_file_;
  after_association_ = false;
}

void Names::set_callee_file(NameId name, Place place) {
  callee_files_.are_named();
  callee_.file = name;
  if (callee_.name) {
    findings_->add(kCalleeOrder, place,
                   "the callee's file after its `cfn=`: other readers ignore it");
  }
}

void Names::set_callee_object(NameId name, Place place) {
  callee_.object = name;
  if (callee_.name) {
    findings_->add(kCalleeOrder, place,
                   "the callee's object after its `cfn=`: other readers ignore it");
  }
}

/// From here on `fl=` and `ob=` do not change whose the block is.
void Names::fix(Place place) {
  if (!block_.is_named) {
    findings_->add(kNoFunction, place, "no `fn=` so far: the function is unknown");
  }
  if (block_.late_spec.line != 0) {
    findings_->add(kSpecOrder, block_.late_spec,
                   "`fl=` or `ob=` after the `fn=` it belongs to: other readers ignore it");
  }
  block_.key = {block_.name, has_file_ ? file_ : block_.file, object_};
  block_.is_fixed = true;
}

FunctionId Names::make_function() {
  const FunctionId function = symbols_->functions.intern(block_.key);
  block_.function = function;
  if (hides_callee_files_) {
    callee_files_.saw_block(function);
  }
  return function;
}

void Names::note_late_objects(const Row& shown) {
  for (const auto& [place, row] : block_.late_objects) {
    findings_->set_row(place.line, row);
    findings_->add(kObWithoutFn, place,
                   "`ob=` inside a function's block: the function keeps its object");
  }
  findings_->set_row(shown.number, shown.text());
  block_.late_objects.clear();
}

/// Under the rule "self", a `fi=` that stands before a call counts for that call only: self costs
/// behind it are again in the file where the last ones were. Valgrind's writer works so.
void Names::begin_self(const Row& shown) {
  if (callee_.name) {
    drop_callee();
  }
  if (!block_.late_objects.empty()) [[unlikely]] {
    note_late_objects(shown);
  }
  if (after_association_) {
    after_association_ = false;
    if (rule_ == BaseRule::kSelf) {
      position_file_ = self_file_;
    }
  }
  self_file_ = position_file_;
}

Names::Callee Names::take_callee() {
  Place place;
  if (callee_.name) {
    last_callee_ = callee_key(*callee_.name);
    place = callee_.place;
  }
  callee_ = {};
  return {*last_callee_, place};
}

/// A group with a `cfn=` that no `calls=` took is reported; without one it just waited in vain.
void Names::drop_callee() {
  if (callee_.name) {
    findings_->add(kDanglingCallee, callee_.place, [this] {
      return fmt::format("the callee `{}` has no `calls=` and is dropped",
                         printable(symbols_->names.text(*callee_.name).substr(0, 60)));
    });
  }
  callee_ = {};
}

void Names::end_part() {
  object_ = file_ = position_file_ = self_file_ = kUnknownName;
  has_file_ = has_position_file_ = after_association_ = false;
  block_ = {};
  callee_ = {};
  last_callee_.reset();
  jump_ = {};
}

}  // namespace quern::callgrind
