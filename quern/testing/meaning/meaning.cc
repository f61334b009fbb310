// SPDX-License-Identifier: MIT
#include "quern/testing/meaning/meaning.h"

#include <fmt/format.h>

#include <string_view>

namespace quern::testing {
namespace {

std::string text_of(const std::optional<std::string>& text) {
  return text ? quoted_text(std::string_view(*text)) : "-";
}

std::string text_of(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    out += ' ' + quoted_text(std::string_view(text));
  }
  return '[' + out + " ]";
}

std::string text_of(const Meaning::Function& function) {
  return fmt::format("{{{} {} {}}}", quoted_text(std::string_view(function.name)),
                     quoted_text(std::string_view(function.file)),
                     quoted_text(std::string_view(function.object)));
}

std::string number(const std::optional<uint64_t>& value) {
  return value ? std::to_string(*value) : "-";
}

std::string numbers(const std::vector<int128>& costs) {
  std::string out;
  for (const int128 cost : costs) {
    out += ' ' + to_decimal(cost);
  }
  return '[' + out + " ]";
}

std::string place(const Meaning::Position& at) {
  return fmt::format("line {} address {}", number(at.line), number(at.address));
}

std::string part_text(const Meaning::Part& part) {
  std::string out =
      fmt::format("part number {} pid {} thread {} cmd {} trigger {} positions {} events {}\n",
                  number(part.number), number(part.pid), number(part.thread), text_of(part.cmd),
                  text_of(part.trigger), text_of(part.positions), text_of(part.events));
  for (const auto& summary : part.summaries) {
    out += fmt::format("  summary {}\n", numbers(summary));
  }
  if (part.declared_totals) {
    out += fmt::format("  totals {}\n", numbers(*part.declared_totals));
  }
  for (const std::string& description : part.descriptions) {
    if (description.starts_with("Incomplete: ")) {
      continue;  // follows from the findings, which are compared
    }
    out += fmt::format("  desc {}\n", quoted_text(std::string_view(description)));
  }
  return out;
}

std::string call_text(const Meaning::Call& call) {
  return fmt::format("call part {} {} -> {} file {} {} target {} count {} inclusive {}\n",
                     call.part, text_of(call.caller), text_of(call.callee),
                     quoted_text(std::string_view(call.file)), place(call.at), place(call.target),
                     call.count, numbers(call.inclusive));
}

std::string self_text(const Meaning::SelfLine& line) {
  return fmt::format("line part {} {} file {} {} self {}\n", line.part, text_of(line.function),
                     quoted_text(std::string_view(line.file)), place(line.at), numbers(line.self));
}

std::string jump_text(const Meaning::Jump& jump) {
  return fmt::format("{} part {} {} file {} {} -> {} file {} {} executed {} followed {}\n",
                     jump.conditional ? "jcnd" : "jump", jump.part, text_of(jump.from),
                     quoted_text(std::string_view(jump.from_file)), place(jump.from_at),
                     text_of(jump.to), quoted_text(std::string_view(jump.to_file)),
                     place(jump.to_at), jump.executed, jump.followed);
}

std::string context_text(const Meaning::Context& context) {
  return fmt::format("context part {} parent {} {} file {} line {} self {}\n", context.part,
                     context.parent ? std::to_string(*context.parent) : "-",
                     text_of(context.function), quoted_text(std::string_view(context.file)),
                     context.line ? std::to_string(*context.line) : "-", numbers(context.self));
}

std::string head_text(const Meaning& meaning) {
  std::string out = fmt::format("creator {}\ncmd {}\nbase rule {}\nevents {}\ntotals {}\n",
                                text_of(meaning.creator), text_of(meaning.cmd), meaning.base_rule,
                                text_of(meaning.events), numbers(meaning.totals));
  for (const auto& event : meaning.event_definitions) {
    out += fmt::format("event {} formula {} long {}\n", quoted_text(std::string_view(event.name)),
                       text_of(event.formula), text_of(event.long_name));
  }
  return out;
}

/// Takes one line off the front; the end of a text reads as lines "(end)".
std::string_view take_line(std::string_view& text) {
  if (text.empty()) {
    return "(end)";
  }
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
    if (plain) {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out + '"';
}

std::string first_difference(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const std::string_view line_a = take_line(a);
    const std::string_view line_b = take_line(b);
    if (line_a != line_b) {
      return fmt::format("a: {}\nb: {}", line_a, line_b);
    }
  }
  return "";
}

std::string to_text(const Meaning& meaning) {
  if (!meaning.valid) {
    const Meaning::Error error = meaning.error.value_or(Meaning::Error{});
    return fmt::format("invalid at {}:{}\n", error.line, error.column);
  }
  std::string out = "valid\n" + head_text(meaning);
  for (const auto& part : meaning.parts) {
    out += part_text(part);
  }
  for (const auto& function : meaning.function_order) {
    const auto self = meaning.functions.find(function);
    out += fmt::format("function {} self {}\n", text_of(function),
                       self == meaning.functions.end() ? "missing" : numbers(self->second));
  }
  out += fmt::format("functions {}\n", meaning.functions.size());
  for (const auto& line : meaning.lines) {
    out += self_text(line);
  }
  for (const auto& call : meaning.calls) {
    out += call_text(call);
  }
  for (const auto& jump : meaning.jumps) {
    out += jump_text(jump);
  }
  for (const auto& context : meaning.contexts) {
    out += context_text(context);
  }
  for (const auto& lint : meaning.lints) {
    out += fmt::format("lint {}:{} {}\n", lint.line, lint.column, lint.code);
  }
  return out;
}

std::string difference(const Meaning& a, const Meaning& b) {
  return first_difference(to_text(a), to_text(b));
}

}  // namespace quern::testing
