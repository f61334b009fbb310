// SPDX-License-Identifier: MIT
//
//   part,function,object,file,line,address,Ir
//   0,main,a.out,sort.c,12,,300
//
// The file is that of the position. What is not known is an empty cell. CSV is RFC 4180's with LF;
// in TSV, tabs and line ends inside a name become blanks.
#include "quern/formats/csv/writer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/model/records/record_cursor.h"

namespace quern::csv {

namespace {

class Writer {
 public:
  Writer(const Writing& writing, char separator)
      : profile_(&writing.profile), separator_(separator), stream_(writing.out) {}

  void write() {
    for (const std::string_view name : {"part", "function", "object", "file", "line", "address"}) {
      cell(name);
    }
    for (const Event& event : profile_->events()) {
      cell(event.name);
    }
    end_row();
    RecordCursor cursor(profile_->records(), kSelfRecords);
    const Record* record = cursor.next();
    for (; record != nullptr && stream_.drain(); record = cursor.next()) {
      row(*record);
    }
  }

 private:
  void separate() {
    if (!is_first_) {
      stream_.text() += separator_;
    }
    is_first_ = false;
  }

  void cell(std::string_view text) {
    separate();
    if (text.find_first_of("\",\n\r\t") == std::string_view::npos) {
      stream_.text().append(text);
    } else if (separator_ == '\t') {
      std::string plain(text);
      std::ranges::replace_if(
          plain, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
      stream_.text().append(plain);
    } else {
      stream_.text() += '"';
      for (const char c : text) {
        stream_.text().append(c == '"' ? 2 : 1, c);
      }
      stream_.text() += '"';
    }
  }

  void number(int128 value) {
    separate();
    append_decimal(stream_.text(), value);
  }

  void optional_number(const std::optional<uint64_t>& value) {
    if (value) {
      number(*value);
    } else {
      cell("");
    }
  }

  void end_row() {
    stream_.text() += '\n';
    is_first_ = true;
  }

  void row(const Record& record) {
    const PartHeader& part = profile_->parts()[record.part].header;
    const Symbols& symbols = profile_->symbols();
    const FunctionId function = profile_->function(record.function);
    number(static_cast<int128>(record.part));
    cell(symbols.name(function));
    cell(symbols.object(function));
    cell(symbols.names.text(record.file));
    optional_number(known_line(part.positions, record.at));
    optional_number(known_address(part.positions, record.at));
    costs_.assign(profile_->events().size(), 0);
    for (size_t at = 0; at < record.costs.size(); ++at) {
      costs_[part.events[at].index()] = record.costs[at];
    }
    for (const int128 cost : costs_) {
      number(cost);
    }
    end_row();
  }

  const Profile* profile_;
  char separator_;
  BufferedText stream_;
  bool is_first_ = true;
  std::vector<int128> costs_;
};

Result<void> write_csv(const Writing& writing) {
  Writer(writing, ',').write();
  return {};
}

Result<void> write_tsv(const Writing& writing) {
  Writer(writing, '\t').write();
  return {};
}

constexpr std::array<std::string_view, 1> kCsvSuffixes = {".csv"};
constexpr std::array<std::string_view, 1> kTsvSuffixes = {".tsv"};
constexpr Capabilities kTableHolds = {.lines = true,
                                      .addresses = true,
                                      .objects = true,
                                      .parts = true,
                                      .events = true,
                                      .negative = true,
                                      .idle_events = true};

}  // namespace

constexpr FormatWriter kCsvWriter{.name = "csv",
                                  .summary = "self costs as a table, one row per record",
                                  .suffixes = kCsvSuffixes,
                                  .holds = kTableHolds,
                                  .write = write_csv};
constexpr FormatWriter kTsvWriter{.name = "tsv",
                                  .summary = "self costs as a table, separated by tabs",
                                  .suffixes = kTsvSuffixes,
                                  .holds = kTableHolds,
                                  .write = write_tsv};

}  // namespace quern::csv
