// SPDX-License-Identifier: MIT
#include "quern/cli/completion/candidates.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/cli/completion/scripts.h"
#include "quern/cli/help/page.h"
#include "quern/cli/help/topics.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/option_help.h"
#include "quern/cli/options/options.h"
#include "quern/cli/terminal/environment.h"
#include "quern/formats/registry.h"
#include "quern/load/find/siblings.h"
#include "quern/load/outline.h"

namespace quern::cli {
namespace {

/// Longer names are not offered: nobody reads them, and lines of a terminal are shorter.
constexpr size_t kLongestName = 2000;

/// A shell gets a candidate a line, its meaning behind a tab.
bool is_offerable(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && is_utf8(name) && printable(name) == name;
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

/// Whether `command` shows ratios and other formulas, which are no costs that add up.
bool shows_ratios(const Command& command) {
  return (takes(command, *find_option("where")) || takes(command, *find_option("whole"))) &&
         !draws(command);
}

bool sorts_by_ratios(const Command& command) {
  const std::span<const std::string_view> keys = command.abilities.sort_keys;
  return shows_ratios(command) && std::ranges::find(keys, "calls") != keys.end();
}

/// `name` as an expression that matches it.
std::string as_expression(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (std::string_view("\\.+*?()|[]{}^$").contains(c)) {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  return out;
}

class Chooser {
 public:
  Chooser(std::span<const std::string> words, size_t current)
      : words_(words), typed_(words[current]) {
    read_words(current);
  }

  Candidates choose() && {
    if (option_ != nullptr) {
      add_values(*option_);
    } else if (is_attached_value()) {
      found_.behind_equals = typed_.starts_with("--");
    } else if (typed_.starts_with('-') && !has_dashes_) {
      add_options();
    } else {
      add_plain_words();
    }
    limit();
    return std::move(found_);
  }

 private:
  /// Finds the command, the words that are no options, and the option whose value is typed.
  void read_words(size_t current) {
    for (size_t at = 0; at < words_.size(); ++at) {
      if (at == current) {
        plain_before_ = plain_.size();
        continue;
      }
      const std::string& word = words_[at];
      const Option* const awaiting =
          !has_dashes_ && is_option(word) ? option_awaiting_value(word) : nullptr;
      if (awaiting != nullptr && at + 1 == current) {
        option_ = awaiting;
      } else if (awaiting != nullptr) {
        ++at;
      } else if (word == "--") {
        has_dashes_ = has_dashes_ || at < current;
      } else if (!is_option(word) || has_dashes_) {
        add_plain(word, at < current);
      }
    }
  }

  void add_plain(const std::string& word, bool is_before) {
    const bool may_be_command = plain_.empty() && !has_command_ && is_before;
    const Command* const command = may_be_command && !word.empty() ? find_command(word) : nullptr;
    if (command != nullptr) {
      command_ = command;
      has_command_ = true;
    } else {
      plain_.push_back(word);
    }
  }

  void add(std::string_view value, std::string_view meaning = {}) {
    std::string word = prefix_ + std::string(value);
    if (word.starts_with(typed_) && is_offerable(word)) {
      found_.words.push_back({std::move(word), printable(meaning)});
    }
  }

  /// --option=VALUE or -eVALUE: the values of that option, behind what stands in front of them.
  bool is_attached_value() {
    if (has_dashes_ || !is_option(typed_)) {
      return false;
    }
    const size_t equals = typed_.find('=');
    const bool is_long = typed_.starts_with("--");
    if (is_long && equals == std::string::npos) {
      return false;
    }
    const Option* const option = is_long
                                     ? find_option(std::string_view(typed_).substr(2, equals - 2))
                                     : find_option(typed_[1]);
    if (option == nullptr || option->value.empty() || (!is_long && typed_.size() < 3)) {
      return false;
    }
    prefix_ = typed_.substr(0, is_long ? equals + 1 : 2);
    add_values(*option);
    return true;
  }

  void add_values(const Option& option) {
    if (!takes(*command_, option)) {
      return;
    }
    for (const std::string_view value : allowed_values(*command_, option)) {
      add(value);
    }
    found_.files = option.takes_file;
    switch (option.names) {
      case Names::kEvents:
        return add_events();
      case Names::kSortKey:
        return add_sort_keys();
      case Names::kFunction:
        return add_functions(false);
      case Names::kExpression:
        return add_functions(true);
      case Names::kNothing:
        break;
    }
    if (option.name == "dialect") {
      add_dialects();
    }
  }

  void add_dialects() {
    for (const Format* format : formats()) {
      add(format->name, format->summary);
      for (const std::string_view dialect : format->dialects) {
        if (dialect != format->name) {
          add(dialect);
        }
      }
    }
  }

  /// The last of a list; those before it are not offered again.
  void add_events() {
    const std::string list = typed_.substr(prefix_.size());
    const size_t comma = list.rfind(',');
    const std::string given = comma == std::string::npos ? "" : list.substr(0, comma + 1);
    prefix_ += given;
    for (const OfferedEvent& event : events()) {
      const bool is_given = ("," + given).contains("," + event.name + ",");
      if (!is_given && !event.name.contains(',') && (event.adds_up || shows_ratios(*command_))) {
        add(event.name, event.long_name);
      }
    }
  }

  void add_sort_keys() {
    const std::string key = typed_.substr(prefix_.size());
    for (const std::string_view word : command_->abilities.sort_keys) {
      add(word);
      if (word == "self" || word == "incl") {
        const std::string side = std::string(word) + ":";
        for (const OfferedEvent& event : key.starts_with(side) ? events() : Events()) {
          if (event.adds_up) {
            add(side + event.name, event.long_name);
          }
        }
      }
    }
    for (const OfferedEvent& event : events()) {
      if (event.adds_up || sorts_by_ratios(*command_)) {
        add(event.name, event.long_name);
      }
    }
  }

  void add_functions(bool as_expressions) {
    const std::optional<std::string> file = profile();
    if (!file) {
      return;
    }
    const std::string start = typed_.substr(prefix_.size());
    std::string plain_start;
    for (size_t at = 0; at < start.size(); ++at) {
      at += as_expressions && start[at] == '\\' ? size_t{1} : size_t{0};
      plain_start += start.substr(at, 1);
    }
    const std::vector<std::string> names = function_names(*file, dialect(), plain_start);
    found_.are_beginnings = names.size() > kMostCandidates;
    // A word of its own that begins with a hyphen would be an option.
    const bool may_have_hyphen = has_dashes_ || !prefix_.empty();
    for (const std::string& name : common_beginnings(names, plain_start.size(), kMostCandidates)) {
      if (may_have_hyphen || !name.starts_with('-')) {
        add(as_expressions ? as_expression(name) : name);
      }
    }
  }

  void add_options() {
    for (const Option* option : options_of(*command_)) {
      add("--" + std::string(option->name), help_of(*command_, *option).brief);
      if (option->letter != 0 && typed_ == "-") {
        add(std::string("-") + option->letter, help_of(*command_, *option).brief);
      }
    }
  }

  void add_commands() {
    for (const Command& command : commands()) {
      if (!command.name.empty()) {
        add(command.name, command.summary);
      }
    }
  }

  void add_plain_words() {
    const FirstWord first = command_->abilities.first_word;
    found_.files = !command_->arguments.empty() &&
                   (first == FirstWord::kFile || first == FirstWord::kFunction);
    if (plain_before_ != 0) {
      return;
    }
    if (!has_command_ && !has_dashes_) {
      return add_commands();
    }
    switch (first) {
      case FirstWord::kFunction:
        add_functions(false);
        // A file where no function is meant, as far as the command may lack one.
        found_.files = found_.words.empty() && command_->arguments.starts_with('[');
        return;
      case FirstWord::kTopic:
        add_commands();
        for (const Topic& topic : topics()) {
          add(topic.name, page_title(topic.markdown));
        }
        return;
      case FirstWord::kCommand:
        return add_commands();
      case FirstWord::kShell:
        for (const std::string_view shell : completion_shells()) {
          add(shell);
        }
        return;
      case FirstWord::kFile:
        return;
    }
  }

  [[nodiscard]] std::optional<std::string> dialect() const {
    for (size_t at = 0; at < words_.size() && words_[at] != "--"; ++at) {
      constexpr std::string_view kOption = "--dialect";
      if (words_[at] == kOption && at + 1 < words_.size()) {
        return words_[at + 1];
      }
      if (words_[at].starts_with(kOption) && words_[at].substr(kOption.size()).starts_with('=')) {
        return words_[at].substr(kOption.size() + 1);
      }
    }
    return std::nullopt;
  }

  /// The first file on the line, or the newest profile in the folder where the command takes that.
  [[nodiscard]] std::optional<std::string> profile() const {
    for (const std::string& word : plain_) {
      std::string path = word;
      if (path.starts_with("~/")) {
        path.replace(0, 1, variable("HOME"));
      }
      if (is_regular_file(path)) {
        return path;
      }
      const size_t label = path.find('=');  // LABEL=FILE
      if (label != std::string::npos && is_regular_file(path.substr(label + 1))) {
        return path.substr(label + 1);
      }
    }
    Result<std::string> newest = newest_profile(".");
    return command_->abilities.takes_newest && newest ? std::optional(*std::move(newest))
                                                      : std::nullopt;
  }

  using Events = std::vector<OfferedEvent>;
  [[nodiscard]] Events events() const {
    const std::optional<std::string> file = profile();
    return file ? offered_events(*file, dialect()) : Events();
  }

  void limit() {
    if (found_.words.size() <= kMostCandidates) {
      return;
    }
    std::vector<std::string> names;
    for (Candidate& word : found_.words) {
      names.push_back(std::move(word.value));
    }
    std::ranges::sort(names);
    found_.words.clear();
    for (std::string& start : common_beginnings(names, typed_.size(), kMostCandidates)) {
      found_.words.push_back({std::move(start), {}});
    }
    found_.are_beginnings = true;
  }

  std::span<const std::string> words_;
  std::string typed_;
  std::string prefix_;  ///< of the typed word: what stands before the value that is completed
  const Command* command_ = find_command("");
  bool has_command_ = false;
  bool has_dashes_ = false;         ///< "--" before the cursor
  const Option* option_ = nullptr;  ///< whose value is typed as a word of its own
  std::vector<std::string> plain_;  ///< words that are no options, without the command
  size_t plain_before_ = 0;         ///< how many of them stand before the cursor
  Candidates found_;
};

}  // namespace

Candidates candidates(std::span<const std::string> words, size_t current) {
  return current < words.size() ? Chooser(words, current).choose() : Candidates();
}

std::vector<std::string> common_beginnings(std::span<const std::string> names, size_t typed,
                                           size_t most) {
  if (names.size() <= most) {
    return {names.begin(), names.end()};
  }
  // Cut to a length, neighbors differ where what they share is shorter.
  std::vector<size_t> shared;
  for (size_t at = 1; at < names.size(); ++at) {
    const auto [end, other] = std::ranges::mismatch(names[at - 1], names[at]);
    shared.push_back(static_cast<size_t>(end - names[at - 1].begin()));
  }
  std::ranges::nth_element(shared, shared.begin() + static_cast<std::ptrdiff_t>(most) - 1);
  const size_t length = shared[most - 1];
  std::vector<std::string> starts;
  for (const std::string& name : names) {
    size_t end = std::min(length, name.size());
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) {
      --end;  // whole characters
    }
    if (end > typed && (starts.empty() || starts.back() != std::string_view(name).substr(0, end))) {
      starts.push_back(name.substr(0, end));
    }
  }
  return starts;
}

}  // namespace quern::cli
