// SPDX-License-Identifier: MIT
#include "quern/load/names/symbol_file.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/reading/source.h"
#include "quern/bytes/reading/window.h"
#include "quern/load/find/codes.h"

namespace quern {

namespace {

constexpr std::string_view kHead = "# quern symbols 1\n";
constexpr size_t kFields = 6;
constexpr size_t kFieldsNeeded = 3;

void append_field(std::string& out, std::string_view text) {
  for (const char c : text) {
    const char escape = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\\' ? '\\' : '\0';
    if (escape == '\0') {
      out.push_back(c);
    } else {
      out.push_back('\\');
      out.push_back(escape);
    }
  }
}

std::string unescaped(std::string_view field) {
  std::string out;
  for (size_t at = 0; at < field.size(); ++at) {
    const bool is_escape = field[at] == '\\' && at + 1 < field.size();
    at += is_escape ? 1 : 0;
    const char c = field[at];
    out.push_back(is_escape && c == 't' ? '\t' : is_escape && c == 'n' ? '\n' : c);
  }
  return out;
}

std::optional<uint64_t> number(std::string_view digits, int base) {
  uint64_t value = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (problem != std::errc{} || end != digits.data() + digits.size()) {
    return std::nullopt;
  }
  return value;
}

/// A row as igprof-demangle-symbols writes it: a number, a tab, a name.
bool looks_like_igprof(std::string_view row) {
  const size_t tab = row.find('\t');
  return tab != std::string_view::npos && number(row.substr(0, tab), 16);
}

}  // namespace

std::string_view symbol_file_head() {
  return kHead;
}

std::string symbol_row(std::string_view object, uint64_t address, const Symbol& symbol) {
  std::string row;
  append_field(row, object);
  row += fmt::format("\t{:x}\t", address);
  append_field(row, symbol.name);
  row.push_back('\t');
  append_field(row, symbol.file);
  row += symbol.line != 0 ? fmt::format("\t{}\t", symbol.line) : "\t\t";
  return row + fmt::format("{:x}\n", symbol.start);
}

/// One pass over a file.
class SymbolFileReader {
 public:
  SymbolFileReader(std::string name, SymbolTable& table) : name_(std::move(name)), table_(&table) {}

  Result<void> read(ByteSource& source) {
    Window window(source);
    size_t consumed = 0;
    for (;;) {
      const Result<bool> more = window.advance(consumed);
      if (!more) {
        Diagnostic error = more.error();
        error.input = name_;
        return failure(std::move(error));
      }
      const char* const stop = window.at_end() ? window.end() : window.lines_end();
      const std::string_view rows(window.begin(), static_cast<size_t>(stop - window.begin()));
      if (!*more) {
        return row_number_ == 0 ? row("") : Result<void>();
      }
      if (Result<void> done = read_rows(rows); !done) {
        return done;
      }
      consumed = rows.size();
    }
  }

 private:
  Result<void> read_rows(std::string_view rows) {
    while (!rows.empty()) {
      const size_t end = std::min(rows.find('\n'), rows.size());
      std::string_view text = rows.substr(0, end);
      if (text.ends_with('\r')) {
        text.remove_suffix(1);
      }
      if (Result<void> done = row(text); !done) {
        return done;
      }
      rows.remove_prefix(std::min(end + 1, rows.size()));
    }
    return {};
  }

  Result<void> row(std::string_view text) {
    if (++row_number_ == 1) {
      if (text == kHead.substr(0, kHead.size() - 1)) {
        return {};
      }
      return bad(text, 0, "this is not a symbol file: its first row is not `# quern symbols 1`",
                 looks_like_igprof(text) ? "files of igprof-demangle-symbols cannot be used; write "
                                           "a symbol file with `quern symbols DUMP -o FILE`"
                                         : "write one with `quern symbols PROFILE -o FILE`");
    }
    if (text.empty() || text.starts_with('#')) {
      return {};
    }
    return entry(text);
  }

  Result<void> entry(std::string_view text) {
    std::array<std::string_view, kFields> fields;
    size_t count = 0;
    size_t at = 0;
    while (count < kFields && at <= text.size()) {
      const size_t end = std::min(text.find('\t', at), text.size());
      fields[count++] = text.substr(at, end - at);
      at = end + 1;
    }
    if (count < kFieldsNeeded || fields[0].empty() || fields[2].empty()) {
      return bad(text, 0, "expected an object, an address and a function, separated by tabs");
    }
    const auto column = [text](std::string_view field) {
      return static_cast<size_t>(field.data() - text.data());
    };
    const std::optional<uint64_t> address = number(fields[1], 16);
    if (!address) {
      return bad(text, column(fields[1]), "expected an address in hexadecimal digits");
    }
    Symbol symbol{unescaped(fields[2]), *address, unescaped(fields[3]), 0};
    if (!fields[4].empty()) {
      const std::optional<uint64_t> line = number(fields[4], 10);
      if (!line) {
        return bad(text, column(fields[4]), "expected a line number");
      }
      symbol.line = *line;
    }
    if (!fields[5].empty()) {
      const std::optional<uint64_t> start = number(fields[5], 16);
      if (!start || *start > *address) {
        return bad(text, column(fields[5]),
                   "expected the function's first address, at or before the row's address");
      }
      symbol.start = *start;
    }
    table_->objects_[unescaped(fields[0])].try_emplace(*address, std::move(symbol));
    return {};
  }

  [[nodiscard]] Result<void> bad(std::string_view text, size_t column, std::string message,
                                 std::string hint = {}) const {
    constexpr size_t kLongestExcerpt = size_t{64} << 10;
    Diagnostic error = input_error(kBadSymbolFile.name, name_, std::move(message), std::move(hint));
    error.place = {row_number_, column + 1};
    if (!text.empty()) {
      error.excerpt = std::string(text.substr(0, kLongestExcerpt));
    }
    return failure(std::move(error));
  }

  std::string name_;
  SymbolTable* table_;
  uint64_t row_number_ = 0;
};

Result<void> SymbolTable::read(const std::string& path) {
  Result<Input> input = open_input(path);
  if (!input) {
    return failure(input.error());
  }
  return SymbolFileReader(input->name(), *this).read(*input);
}

std::optional<Symbol> SymbolTable::find(std::string_view object, uint64_t address) const {
  const auto addresses = objects_.find(object);
  if (addresses == objects_.end()) {
    return std::nullopt;
  }
  const auto symbol = addresses->second.find(address);
  return symbol != addresses->second.end() ? std::optional(symbol->second) : std::nullopt;
}

size_t SymbolTable::size() const {
  size_t count = 0;
  for (const auto& [object, addresses] : objects_) {
    count += addresses.size();
  }
  return count;
}

}  // namespace quern
