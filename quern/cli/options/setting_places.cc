// SPDX-License-Identifier: MIT
#include "quern/cli/options/setting_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

/// Whether an error is about this text: it shows it, or quotes it.
bool is_about(const Diagnostic& error, const std::string& value) {
  return !value.empty() &&
         (error.excerpt == value || error.message.contains("'" + printable(value) + "'") ||
          error.message.contains("/" + printable(value) + "/"));
}

/// What stands between the first quotes of the message.
std::string quoted_text(const Diagnostic& error) {
  const size_t begin = error.message.find('\'');
  const size_t end = begin == std::string::npos ? begin : error.message.find('\'', begin + 1);
  return end == std::string::npos ? "" : error.message.substr(begin + 1, end - begin - 1);
}

bool is_in_typed_words(const Arguments& arguments, const std::string& text) {
  const auto has = [&text](const std::string& word) { return word.contains(text); };
  return std::ranges::any_of(arguments.words, has) ||
         std::ranges::any_of(arguments.settings, [&has](const Setting& setting) {
           return setting.file.empty() && std::ranges::any_of(setting.values, has);
         });
}

/// Where the message names the option; npos where it does not.
size_t named_at(const Diagnostic& error, const Option& option) {
  const std::string name = fmt::format("--{}", option.name);
  const size_t at = error.message.find(name);
  const std::string_view rest =
      at == std::string::npos ? "" : std::string_view(error.message).substr(at + name.size());
  const bool is_longer = rest.starts_with('-') && !rest.starts_with("--");
  return is_longer || (!rest.empty() && rest[0] >= 'a' && rest[0] <= 'z') ? std::string::npos : at;
}

/// The error at the value of this number; `text` is what the error quotes of it.
Diagnostic placed(Diagnostic error, const Setting& setting, size_t number,
                  const std::string& text) {
  const std::string& value = setting.values[number];
  const SettingPlace& written = setting.value_places[number];
  const uint64_t inner =
      error.excerpt == value && error.place.column != 0 ? error.place.column - 1 : value.find(text);
  error.input = setting.file;
  error.place = written.place;
  error.excerpt = *written.row;
  // A text begins at its quote: what it says is looked for behind that.
  const size_t at =
      written.row->find(value, written.place.column == 0 ? 0 : written.place.column - 1);
  if (at != std::string::npos) {
    error.place.column = at + 1 + inner;
  }
  return error;
}

/// The error at the first value that `is_meant`; `text` is what it quotes of the value.
template <class IsMeant>
std::optional<Diagnostic> at_value(const Diagnostic& error, const Arguments& arguments,
                                   const IsMeant& is_meant, const std::string& text) {
  for (const Setting& setting : arguments.settings) {
    for (size_t number = 0; number < setting.value_places.size(); ++number) {
      if (is_meant(setting.values[number])) {
        return placed(error, setting, number, text);
      }
    }
  }
  return std::nullopt;
}

/// The error at the setting whose option it names first.
Diagnostic at_named_option(Diagnostic error, const Arguments& arguments) {
  const Setting* first = nullptr;
  size_t first_at = std::string::npos;
  for (const Setting& setting : arguments.settings) {
    const size_t at = named_at(error, *setting.option);
    if (!setting.file.empty() && at < first_at) {
      first = &setting;
      first_at = at;
    }
  }
  if (first != nullptr) {
    error.input = first->file;
    error.place = first->place;
    error.excerpt = first->row;
  }
  return error;
}

}  // namespace

Diagnostic with_place_of_setting(Diagnostic error, const Arguments& arguments) {
  if (!error.input.empty() || error.fault != Fault::kUsage) {
    return error;
  }
  const auto is_shown = [&error](const std::string& value) { return is_about(error, value); };
  if (std::optional<Diagnostic> found = at_value(error, arguments, is_shown, "")) {
    return *std::move(found);
  }
  const std::string text = quoted_text(error);
  const auto has_text = [&text](const std::string& value) { return value.contains(text); };
  if (!text.empty() && !is_in_typed_words(arguments, text)) {
    if (std::optional<Diagnostic> found = at_value(error, arguments, has_text, text)) {
      return *std::move(found);
    }
  }
  return at_named_option(std::move(error), arguments);
}

}  // namespace quern::cli
