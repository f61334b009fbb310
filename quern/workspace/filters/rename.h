// SPDX-License-Identifier: MIT
//
// The rules of --rename: s/RE/TEXT/FLAGS. The first rule that fits a function's name gives it a new
// one. Functions that get one name so become one function, whatever files and objects they are of.
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
  /// What became of the name of a function.
  struct Choice {
    uint32_t group = 0;  ///< functions of the same new name; 0: no rule fits
    bool stays_apart = false;
  };

  /// Each word holds one rule or several, with `;` between them.
  [[nodiscard]] static Result<Renaming> read(std::span<const std::string> words,
                                             MatchedNames names = {});
  [[nodiscard]] bool empty() const { return rules_.empty(); }

  /// What the rules choose for each function. To be called for all profiles before the first
  /// identity() is asked for: whether members differ in file or object is known only then. The
  /// symbols must stay.
  [[nodiscard]] std::vector<Choice> choose(const Symbols& symbols);
  [[nodiscard]] Identity identity(const Symbols& symbols, FunctionId id,
                                  const Choice& choice) const;

 private:
  struct Rule {
    Expression expression;
    std::string replacement;
    bool everywhere = false;   ///< flag g
    bool tries_paths = false;  ///< flag o: else the object, else the file
    bool keeps_apart = false;  ///< flag k
  };
  struct Group {
    std::string name;
    std::string_view file, object;  ///< what all members share, or empty
    bool has_members = false;
    bool is_renamed = false;  ///< a member was called otherwise
  };
  static Result<Rule> read_rule(std::string_view word, std::string_view& left);
  [[nodiscard]] Choice choose_for(const Identity& own);
  uint32_t group_named(std::string name);
  void join(Group& group, const Identity& member);

  std::vector<Rule> rules_;
  MatchedNames names_;
  std::vector<Group> groups_;  ///< the first stands for none
  std::unordered_map<std::string, uint32_t> by_name_;
};

}  // namespace quern
