// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/terminal/command_words.h"
#include "quern/cli/terminal/environment.h"
#include "quern/cli/terminal/processes.h"

namespace quern::cli {
namespace {

constexpr std::string_view kFile = "{file}";
constexpr std::string_view kLine = "{line}";

/// How an editor takes a line number.
enum class LineForm : uint8_t { kPlus, kColon, kGoto, kOption };

struct KnownEditor {
  std::string_view name;
  LineForm form;
};

// All others take "+LINE FILE": vi, vim, nano, emacs, micro, kakoune, joe, gedit.
constexpr auto kEditors = std::to_array<KnownEditor>({
    {"code", LineForm::kGoto},
    {"code-insiders", LineForm::kGoto},
    {"codium", LineForm::kGoto},
    {"cursor", LineForm::kGoto},
    {"subl", LineForm::kColon},
    {"zed", LineForm::kColon},
    {"hx", LineForm::kColon},
    {"helix", LineForm::kColon},
    {"kate", LineForm::kOption},
    {"mate", LineForm::kOption},
    {"idea", LineForm::kOption},
    {"clion", LineForm::kOption},
    {"phpstorm", LineForm::kOption},
});

LineForm form_of(const std::string& program) {
  const std::string_view name = std::string_view(program).substr(program.rfind('/') + 1);
  const auto* const known = std::ranges::find(kEditors, name, &KnownEditor::name);
  return known != kEditors.end() ? known->form : LineForm::kPlus;
}

std::vector<std::string> arguments_of(const std::string& program, const std::string& path,
                                      const std::string& line) {
  switch (form_of(program)) {
    case LineForm::kColon:
      return {path + ':' + line};
    case LineForm::kGoto:
      return {"--goto", path + ':' + line};
    case LineForm::kOption:
      return {"--line", line, path};
    case LineForm::kPlus:
      break;
  }
  return {'+' + line, path};
}

std::string with(std::string text, std::string_view place, std::string_view value) {
  for (size_t at = text.find(place); at != std::string::npos;
       at = text.find(place, at + value.size())) {
    text.replace(at, place.size(), value);
  }
  return text;
}

}  // namespace

std::string editor_command() {
  for (const char* const name : {"QUERN_EDITOR", "VISUAL", "EDITOR"}) {
    std::string value(variable(name));
    if (!split_at_blanks(value).empty()) {
      return value;
    }
  }
  return "vi";
}

std::vector<std::string> editor_words(const std::string& command, const std::string& named,
                                      uint64_t line_number) {
  const std::string line = std::to_string(line_number);
  // No editor takes a name that begins so for a file's.
  const std::string path = named.starts_with('-') || named.starts_with('+') ? "./" + named : named;
  const bool has_places = command.contains(kFile);
  if (needs_shell(command)) {
    const std::string script =
        has_places ? with(with(command, kFile, "\"$1\""), kLine, "\"$2\"") : command + " \"$@\"";
    std::vector<std::string> words = {"sh", "-c", script, "quern"};
    if (has_places) {
      words.insert(words.end(), {path, line});
    } else {
      words.insert(words.end(), {'+' + line, path});
    }
    return words;
  }
  std::vector<std::string> words = split_at_blanks(command);
  if (has_places) {
    for (std::string& word : words) {
      // The line first: what the path holds is its own.
      word = with(with(std::move(word), kLine, line), kFile, path);
    }
    return words;
  }
  for (std::string& word : arguments_of(words[0], path, line)) {
    words.push_back(std::move(word));
  }
  return words;
}

Result<void> open_editor(const std::string& path, uint64_t line) {
  const std::string command = editor_command();
  const std::expected<EndedProgram, int> ended = run_program(editor_words(command, path, line));
  if (ended && ended->code == 0) {
    return {};
  }
  return failure(
      usage_error("no-editor",
                  ended ? fmt::format("the editor '{}' failed", printable(command))
                        : fmt::format("the editor '{}' cannot be started", printable(command)),
                  "set EDITOR, e.g. to nano, or QUERN_EDITOR, e.g. to 'edit {file}:{line}'"));
}

}  // namespace quern::cli
