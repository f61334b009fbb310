// SPDX-License-Identifier: MIT
//
// The names that `word=` rows give to the rows below them: functions, files, objects, callees.
//
//   ob=(1) /bin/ls       the object of the functions that begin below
//   fl=(2) ls.c          the file of these functions, and of positions
//   fn=(3) main          a block begins; its first record fixes the function's file and object
//   fi=(4) list.h        the file of positions, until fi=, fe=, fl= or (after an fl=) fn=
//   cob= cfi= cfn=       a call's callee (cfl= is cfi=). Without cob=, its object is that of `ob=`;
//                        without cfi=, its file is that of the rows at hand, see target_file()
//   jfi= jfn=            the target of a jump, by the same rules
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/formats/callgrind/grammar/dialects.h"
#include "quern/formats/callgrind/grammar/lexer.h"
#include "quern/formats/callgrind/names/aliases.h"
#include "quern/formats/callgrind/names/callee_files.h"
#include "quern/model/records/findings.h"
#include "quern/model/records/sink.h"

namespace quern::callgrind {

class Names {
 public:
  Names(Symbols& symbols, Findings& findings)
      : symbols_(&symbols),
        findings_(&findings),
        aliases_(symbols, findings),
        callee_files_(symbols) {}

  /// `hides_callee_files`: no row may name the file of a callee.
  void set_rules(BaseRule rule, bool hides_callee_files) {
    rule_ = rule;
    hides_callee_files_ = hides_callee_files;
  }
  /// What compressed names stand for.
  [[nodiscard]] Aliases& aliases() { return aliases_; }
  /// The name of a value, by all the rules.
  NameId resolve(NameKind kind, std::string_view value, Place place) {
    return aliases_.resolve(kind, value, place, rule_ == BaseRule::kSelf);
  }

  // -- rows. `place` is that of the row, `shown` its text.
  void set_object(NameId name, Place place, std::string_view shown);
  void set_file(NameId name, Place place);
  void set_position_file(NameId name);
  void begin_function(NameId name, Place place);
  void set_callee(NameId name, Place place) {
    callee_.name = name;
    callee_.place = place;
  }
  void set_callee_file(NameId name, Place place);
  void set_callee_object(NameId name, Place place);
  void set_jump_file(NameId name) { jump_.file = name; }
  void set_jump_function(NameId name) { jump_.name = name; }

  // -- the block's function
  /// Whether fix() has nothing to report.
  [[nodiscard]] bool is_plain() const {
    return block_.is_fixed || (block_.is_named && block_.late_spec.line == 0);
  }
  [[nodiscard]] bool is_fixed() const { return block_.is_fixed; }
  /// The first record of the block is here: who its function is.
  void fix(Place place);
  /// The function of the block, which is made at its first whole record. Only once it is fixed.
  FunctionId function() { return block_.function ? *block_.function : make_function(); }
  [[nodiscard]] std::optional<FunctionId> made_function() const { return block_.function; }
  [[nodiscard]] NameId file_of_positions() const { return position_file_; }
  /// File and function of the first block, for telling who wrote this.
  [[nodiscard]] std::pair<NameId, NameId> block_names() const {
    return {has_file_ ? file_ : block_.file, block_.name};
  }
  /// Whether `fl=` was met in the part.
  [[nodiscard]] bool has_file() const { return has_file_; }
  /// A row of self costs is here, `shown` in findings. By the base rule "self", the first such row
  /// after a call or jump has the file of the self costs before, if no row named a file since.
  void begin_self(const Row& shown);
  /// The row with the position of a call or jump has been read.
  void end_association() { after_association_ = true; }
  [[nodiscard]] bool has_late_objects() const { return !block_.late_objects.empty(); }
  /// Reports `ob=` rows within the block; afterwards findings show `shown` again.
  void note_late_objects(const Row& shown);

  // -- callees
  [[nodiscard]] bool has_callee() const { return callee_.name.has_value(); }
  [[nodiscard]] bool can_call() const { return has_callee() || last_callee_; }
  /// The callee of the rows before, and where it was named; the one of the last call, without a
  /// place, where no row names one. Once can_call().
  struct Callee {
    FunctionKey key;
    Place place;
  };
  Callee take_callee();
  /// The same for plain rows. `alias` has the callee's name; null: set_callee() has been called.
  FunctionId take_callee(Alias* alias);
  /// Its `calls=` is dropped, so that the next one takes the callee again.
  void return_callee(const Callee& callee) {
    if (callee.place.line != 0) {
      set_callee(callee.key.name, callee.place);
    }
  }
  void forget_callee() { callee_ = {}; }
  /// The same; reports a callee whose `calls=` is missing.
  void drop_callee();

  // -- targets of jumps
  [[nodiscard]] bool names_jump_function() const { return jump_.name.has_value(); }
  /// Sets the target of a jump.
  void take_jump_target(JumpRecord& jump) {
    jump.to_file = jump_.file.value_or(target_file());
    jump.to = jump_.name ? symbols_->jump_target({*jump_.name, jump.to_file, object_}) : function();
    jump_ = {};
  }
  void forget_jump_target() { jump_ = {}; }

  // -- ends
  /// Whether some names are known only at the end of the file or input.
  [[nodiscard]] bool are_waiting() const {
    return callee_files_.are_waiting() || aliases_.are_waiting();
  }
  void end_part();
  void end_file() { aliases_.end_file(); }
  /// The end of the input: all names become known.
  void settle() {
    symbols_->names.end_definitions();
    callee_files_.settle();
  }

  // -- joining a later stretch of the part, which another reader read ahead
  /// This is such a stretch: the object and file that it begins in are not known.
  void begin_ahead();
  /// Whether nothing is open here that a `fn=` row would end.
  [[nodiscard]] bool are_joint() const;
  /// Adds the names and functions of `later`: which id here each of its ids is. Null if an alias
  /// prevents it; then only unused names have been added.
  std::shared_ptr<IdMap> adopt(const Names& later);
  /// Goes on where `later` stands, behind so many rows.
  void go_on_as(Names& later, const IdMap& ids, uint64_t rows_before);

 private:
  struct ReadRow {
    Place place;
    std::string text;
  };
  struct Block {
    bool is_named = false;
    NameId name;
    NameId file;            ///< by `fi=` before any `fl=`
    bool is_fixed = false;  ///< `key` is what the function will be
    FunctionKey key;
    std::optional<FunctionId> function;  ///< from its first whole record on
    Place late_spec;                     ///< `fl=` or `ob=` after `fn=`
    std::vector<ReadRow> late_objects;   ///< `ob=` rows since the last record
  };
  struct CalleeGroup {
    std::optional<NameId> name, file, object;
    Place place;  ///< of the `cfn=`
  };
  struct JumpTarget {
    std::optional<NameId> name, file;
  };

  FunctionId make_function();
  std::optional<std::vector<NameId>> names_of(const Names& later);
  /// The file of a call's or jump's target that no row names.
  [[nodiscard]] NameId target_file() const {
    return rule_ == BaseRule::kSelf ? self_file_ : position_file_;
  }
  FunctionKey callee_key(NameId name) {
    const NameId file = callee_.file          ? *callee_.file
                        : hides_callee_files_ ? callee_files_.file_of(name, target_file())
                                              : target_file();
    return {name, file, callee_.object.value_or(object_)};
  }

  Symbols* symbols_;
  Findings* findings_;
  Aliases aliases_;
  CalleeFiles callee_files_;
  BaseRule rule_ = BaseRule::kCost;
  bool hides_callee_files_ = false;

  // of the part
  NameId object_;
  NameId file_;                     ///< of the next function
  NameId position_file_;            ///< of the next position
  NameId self_file_;                ///< of the last row of self costs
  bool has_file_ = false;           ///< `fl=` was met,
  bool has_position_file_ = false;  ///< `fi=` or `fe=` was
  bool after_association_ = false;  ///< and no fi/fe since
  Block block_;
  CalleeGroup callee_;
  std::optional<FunctionKey> last_callee_;
  JumpTarget jump_;
  NameId inherited_object_, inherited_file_;  ///< see begin_ahead()
};

inline FunctionId Names::take_callee(Alias* alias) {
  const FunctionKey key = callee_key(alias != nullptr ? alias->name : *callee_.name);
  callee_ = {};
  last_callee_ = key;
  if (alias == nullptr) {
    return symbols_->functions.intern(key);
  }
  if (alias->function == Alias::kNone || symbols_->functions[alias->function] != key) {
    *alias = {key.name, symbols_->functions.intern(key)};
  }
  return alias->function;
}

}  // namespace quern::callgrind
