// SPDX-License-Identifier: MIT
//
// How an answer looks, and the commands that it suggests.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "quern/analysis/match/function_scope.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/cli/answerer.h"
#include "quern/cli/options/options.h"
#include "quern/cli/options/repeated_options.h"
#include "quern/cli/places.h"
#include "quern/source/source_files.h"

namespace quern::cli {
namespace {

/// Whether it makes of the input what an answer is about.
bool chooses_data(const Option& option) {
  return option.group == OptionGroup::kFilters || option.group == OptionGroup::kParts ||
         option.group == OptionGroup::kInlines || option.group == OptionGroup::kNames ||
         option.group == OptionGroup::kEvents;
}

/// Whether another reading of the input could follow without it.
bool tells_how_to_read(const Option& option) {
  return reading_effect(option.name) == ReadingEffect::kRecords || option.name == "config" ||
         option.name == "no-config";
}

/// Whether a command that names the file once more would read the same.
bool can_be_read_again(const std::string& file) {
  static constexpr std::string_view kOfThisProcess[] = {"/dev/stdin", "/dev/fd/", "/proc/self/"};
  return file != "-" && printable(file) == file && is_regular_file(file) &&
         std::ranges::none_of(kOfThisProcess,
                              [&file](std::string_view start) { return file.starts_with(start); });
}

/// As a word that is no option.
std::string typed_file(const std::string& file) {
  return shell_quoted(file.starts_with('-') && file != "-" ? "./" + file : file);
}

/// What heads of answers call these files.
std::string source_words(std::span<const std::string> files) {
  return files.size() > 1       ? counted(files.size(), "file")
         : files.front() == "-" ? "standard input"
                                : files.front();
}

/// What a word means by which is_meant(symbols, function) holds.
template <class IsMeant>
NameMeaning meaning_by(std::span<const Profile* const> profiles, IsMeant is_meant) {
  std::set<std::pair<std::string_view, std::string_view>> places;
  NameMeaning meaning;
  for (const Profile* const profile : profiles) {
    const Symbols& symbols = profile->symbols();
    size_t count = 0;
    for (size_t at = 0; at < symbols.functions.size(); ++at) {
      const FunctionId id(at);
      if (!is_meant(symbols, id) || !profile->is_listed(id)) {
        continue;
      }
      const std::string_view name = symbols.name(id);
      if (!places.empty() && name != meaning.name) {
        return {};  // several names
      }
      meaning.name = name;
      places.emplace(symbols.file(id), symbols.object(id));
      meaning.is_shared = meaning.is_shared || ++count > 1 || places.size() > 1;
    }
  }
  return meaning;
}

/// As find_names() finds functions by their names: equal ones, else those that contain the word.
NameMeaning meaning_of(std::string_view word, std::span<const Profile* const> profiles) {
  const NameMeaning equal = meaning_by(profiles, [word](const Symbols& symbols, FunctionId id) {
    return symbols.names.is(symbols.functions[id].name, word);
  });
  return !equal.name.empty() ? equal
                             : meaning_by(profiles, [word](const Symbols& symbols, FunctionId id) {
                                 return symbols.name(id).contains(word);
                               });
}

/// Whether this is a function of the program that is listed under a header of the system only
/// because its first code was inlined from there. Its other lines are in files of the program.
bool begins_with_inlined_code(const RowName& name) {
  const auto is_of_system = [](std::string_view path) {
    return path.starts_with("/usr/") || path.starts_with("/lib");
  };
  if (!name.file.starts_with("/usr/") || !name.file.contains("/include/") ||
      is_of_system(name.object) || name.name == name.file) {
    return false;
  }
  const std::string_view scope = function_scope(name.name).namespace_name;
  return scope != "std" && !scope.starts_with("__");
}

/// Whether `annotate` has text to show that a user may want to change: the source of the row's file
/// lies in a source folder, and is no header or library of the system. Debug information of
/// objects, which may know more, would take too long.
bool has_source(const RowName& name, const Arguments& arguments,
                std::span<const Profile* const> profiles) {
  const bool has_lines = std::ranges::any_of(
      profiles, [](const Profile* profile) { return profile->counts().lines != 0; });
  const bool is_of_system = name.file.starts_with("/usr/") && !begins_with_inlined_code(name);
  if (!has_lines || name.file.empty() || is_of_system) {
    return false;
  }
  SourcePlaces places = places_of(arguments, profiles);
  places.proposes = false;
  places.asks_objects = false;
  return SourceFiles(std::move(places)).find(name.file, {}).is_found();
}

}  // namespace

Style Answerer::style(std::span<const std::string> files) const {
  const Arguments& arguments = *arguments_;
  StreamFacts stream = facts_->out;
  stream.is_terminal = stream.is_terminal && !goes_to_file();
  Style style;
  style.form = parse_form(arguments.format).value_or(Form::kText);
  style.for_spreadsheets = arguments.for_spreadsheets;
  style.width = answer_width(arguments.width, *facts_, goes_to_file());
  style.color = use_color(arguments.color, *facts_, stream);
  style.groups = shell_quoted(arguments.groups.value_or(""));
  style.short_names = arguments.short_names;
  std::vector<std::string> choice;
  // A folder is found again only among folders of the same depth, a function of another file of the
  // run only in that file.
  if (arguments.group_by == GroupBy::kDir && arguments.dir_depth != 0) {
    choice.push_back("--dir-depth " + std::to_string(arguments.dir_depth));
  }
  std::vector<std::string> where;
  std::vector<std::string> words;
  if (arguments.reading.siblings) {
    words.emplace_back("--siblings");
  }
  for (const Setting& setting : arguments.settings) {
    const bool is_typed_here = setting.file.empty();
    if (is_typed_here && chooses_data(*setting.option)) {
      add_words(setting, choice);
    } else if (is_typed_here && setting.option->name == "where") {
      add_words(setting, where);
    } else if (is_typed_here && tells_how_to_read(*setting.option)) {
      add_words(setting, words);
    }
  }
  std::ranges::transform(files, std::back_inserter(words), typed_file);
  style.input = fmt::format("{}", fmt::join(words, " "));
  style.source = files.empty() ? std::string() : source_words(files);
  style.choice = fmt::format("{}", fmt::join(choice, " "));
  style.where = fmt::format("{}", fmt::join(where, " "));
  style.can_read_again =
      std::ranges::all_of(files, can_be_read_again) && printable(style.input) == style.input &&
      printable(style.choice) == style.choice && printable(style.where) == style.where;
  return style;
}

Style Answerer::style(std::span<const std::string> files,
                      std::vector<const Profile*> profiles) const {
  Style style = this->style(files);
  style.has_calls = std::ranges::any_of(profiles, [](const Profile* profile) {
    return profile->counts().calls != 0 || profile->counts().contexts != 0;
  });
  style.meaning = [profiles](std::string_view word) { return meaning_of(word, profiles); };
  style.has_source = [profiles = std::move(profiles), arguments = arguments_](const RowName& name) {
    return quern::cli::has_source(name, *arguments, profiles);
  };
  return style;
}

}  // namespace quern::cli
