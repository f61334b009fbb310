// SPDX-License-Identifier: MIT
//
// The rules of --rename, s/RE/TEXT/FLAGS, such as 's/^std::__cxx11::/std::/'. The first rule that
// matches a function's name gives it a new one. Functions that get the same name become one
// function, whatever their files and objects. It has the file and object that all its members
// share, or none. The flag k keeps functions separate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/records/symbols.h"
#include "quern/query/expression.h"
#include "quern/source/readable_names.h"

namespace quern {

class Renaming {
 public:
  /// What the rules decided for a function.
  struct Choice {
    uint32_t group = 0;        ///< number of its new name; 0: no rule matches
    bool stays_apart = false;  ///< flag k: it keeps its file and object
  };

  /// Each word holds one rule or several, with `;` between them.
  [[nodiscard]] static Result<Renaming> read(std::span<const std::string> words,
                                             MatchedNames names = {});
  [[nodiscard]] bool empty() const { return rules_.empty(); }

  /// What the rules choose for each function. Call it for all profiles before the first identity():
  /// only then is it known in which file and object all members of a group agree. The symbols must
  /// outlive this object.
  [[nodiscard]] std::vector<Choice> choose(const Symbols& symbols);
  /// The new name, file and object of a function.
  [[nodiscard]] Identity identity(const Symbols& symbols, FunctionId id,
                                  const Choice& choice) const;

 private:
  struct Rule {
    Expression expression;
    std::string replacement;
    bool everywhere = false;   ///< flag g: replace all matches
    bool tries_paths = false;  ///< flag o: if the name does not match, try object, then file
    bool keeps_apart = false;  ///< flag k: same names do not join functions
  };
  struct Group {
    std::string name;
    std::string_view file, object;  ///< what all members share, or empty
    bool has_members = false;
    bool is_renamed = false;  ///< a member had another name; else the rule changed nothing
  };
  static Result<Rule> read_rule(std::string_view word, std::string_view& left);
  [[nodiscard]] Choice choose_for(const Identity& own);
  uint32_t group_named(std::string name);
  void join(Group& group, const Identity& member);

  std::vector<Rule> rules_;
  MatchedNames names_;
  std::vector<Group> groups_;  ///< by number; the first is unused
  std::unordered_map<std::string, uint32_t> by_name_;
};

}  // namespace quern
