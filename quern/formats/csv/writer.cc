// SPDX-License-Identifier: MIT
//
//   part,function,object,file,line,address,Ir
//   0,main,a.out,sort.c,12,,300
//
// The file is that of the position. What is not known is an empty cell. Cells are those of
// base/table_cell.h.
#include "quern/formats/csv/writer.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/quoting/table_cell.h"
#include "quern/model/records/record_cursor.h"

namespace quern::csv {

namespace {

class Writer {
 public:
  Writer(const Writing& writing, char separator)
      : profile_(&writing.profile),
        rules_{.separator = separator, .for_spreadsheets = writing.options.for_spreadsheets},
        stream_(writing.out) {}

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
      stream_.text() += rules_.separator;
    }
    is_first_ = false;
  }

  void cell(std::string_view text) {
    separate();
    append_cell(stream_.text(), rules_, text);
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
  CellRules rules_;
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
                                      .peaks = true,  // nothing is added up
                                      .idle_events = true};

}  // namespace

constexpr FormatWriter kCsvWriter{.name = "csv",
                                  .summary = "self costs as a table, one row per record",
                                  .suffixes = kCsvSuffixes,
                                  .holds = kTableHolds,
                                  .is_table = true,
                                  .write = write_csv};
constexpr FormatWriter kTsvWriter{.name = "tsv",
                                  .summary = "self costs as a table, separated by tabs",
                                  .suffixes = kTsvSuffixes,
                                  .holds = kTableHolds,
                                  .is_table = true,
                                  .write = write_tsv};

}  // namespace quern::csv
