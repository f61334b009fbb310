// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/paths.h"
#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_annotation_words.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/compare/diff_lines.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/text/annotation_words.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

/// `told_newer`: whether a source before it was newer than its profile.
void append_source_of(std::string& out, const std::optional<SourceFile>& source,
                      std::string_view name, std::string_view side, const Style& style,
                      bool& told_newer) {
  if (!source) {
    return;
  }
  if (!source->is_found()) {
    out += fmt::format("{} source not found; tried:\n{}", side, tried_text(*source));
    return;
  }
  if (source->path != without_dot_folders(name)) {
    out += fmt::format("{} source: {}\n", side, printable(source->path));
  }
  if (source->is_newer) {
    out += told_newer ? fmt::format("{} source: newer than the profile too\n", side)
                      : fmt::format(
                            "{} the {} source is newer than the profile; lines may have "
                            "moved\n",
                            painted("warning:", Paint::kMagenta, style.color), side);
    told_newer = true;
  }
}

bool has_costs(const std::optional<DiffSide>& side) {
  const auto is_cost = [](const Amount& cost) { return lower_of(cost) != 0; };
  return side && (std::ranges::any_of(side->self, is_cost) ||
                  std::ranges::any_of(side->outermost, is_cost));
}

void append_changed_file_head(std::string& out, const DiffAnnotatedFile& file,
                              const DiffAnnotation& answer, const Style& style, bool& told_newer) {
  append_painted(out, (file.is_inlined ? "inlined from " : "") + printable(file.name), Paint::kBold,
                 style.color);
  out += fmt::format("{}{}  {}\n", status_word(file.status), file.is_noise ? " <noise>" : "",
                     change_phrase(file, answer.selection()));
  if (const std::string own = own_lines_phrase(file, answer.selection()); !own.empty()) {
    out += own + "\n";
  }
  if (const std::string note = match_note(file); !note.empty()) {
    out += note + "\n";
  }
  // Of files that cost nothing on either side, nobody misses the source.
  if (has_costs(file.old_side) || has_costs(file.new_side)) {
    append_source_of(out, file.old_source, file.old_name.value_or(file.name), "old", style,
                     told_newer);
    append_source_of(out, file.new_source, file.name, "new", style, told_newer);
  }
  if (const std::string_view note = pairing_note(file.paired); !note.empty()) {
    out += fmt::format("{}\n", note);
  }
}

/// Where all changes are.
void append_change_accounting(std::string& out, const DiffAnnotation& answer, const Style& style) {
  const RowTable<ChangeLine> columns = account_columns(answer, style);
  Table table = columns.table("where");
  const auto each = [&](const auto& use) {
    const auto row = [&](const std::vector<Amount>& was, const std::vector<Amount>& is,
                         std::string words) {
      const DiffSide old_side = side_of_self(was), new_side = side_of_self(is);
      use(columns.cells({old_side, new_side, change_between(old_side, new_side)}),
          TableName{std::move(words), {}, {}, {}});
    };
    for (const DiffAccountedCost& account : answer.accounting()) {
      row(account.old_self, account.new_self, account_words(account, answer));
    }
    row(answer.totals(Version::kOld), answer.totals(Version::kNew), "total");
  };
  each([&](const auto& cells, const TableName& name) { table.measure(cells, name); });
  table.fit(style.width);
  table.head(out);
  each([&](const auto& cells, const TableName& name) { table.line(out, cells, name); });
}

/// What to know of the sources of a file.
std::string source_words(const DiffAnnotatedFile& file) {
  const std::string name = printable(file.name);
  std::string lines;
  const auto add = [&](std::string_view words) {
    lines += words.empty() ? std::string() : fmt::format("{}: {}\n", name, words);
  };
  const auto add_source = [&](const std::optional<SourceFile>& source, std::string_view side) {
    if (source && !source->is_found()) {
      add(fmt::format("{} source not found", side));
    } else if (source && source->is_newer) {
      add(fmt::format("{} {}", side, kNewerText));
    }
  };
  add(match_note(file));
  add_source(file.old_source, "old");
  add_source(file.new_source, "new");
  add(pairing_note(file.paired));
  return lines;
}

bool lacks_a_source(const DiffAnnotatedFile& file) {
  return (file.old_source && !file.old_source->is_found()) ||
         (file.new_source && !file.new_source->is_found());
}

/// Options that would find missing sources, or the source of the old version.
void append_source_notes(std::string& out, const DiffAnnotation& answer, bool lacks_source,
                         bool has_same, const Style& style) {
  if (!lacks_source && !has_same) {
    return;
  }
  const std::string refused = lacks_source ? refused_text(answer.folder_to_propose()) : "";
  const std::string_view note =
      !refused.empty() ? std::string_view(refused)
      : lacks_source
          ? "note: --source-path DIR and --map-path FROM=TO say where sources are, "
            "--base-source-path DIR where the old sources are"
          : "note: --base-source-path DIR says where the old sources are, if they differ";
  out += note_lines(note, style);
}

}  // namespace

std::string rest_line(const DiffAnnotation& answer) {
  std::string lines = answer.differs() ? "" : "no change\n";
  bool lacks_source = false;
  bool has_same = false;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    lines += source_words(file);
    lacks_source = lacks_source || lacks_a_source(file);
    has_same = has_same || file.paired == LinesPaired::kByNumberOfSame;
  }
  lines += estimate_note(answer.selection()) + inlined_note(answer.files());
  append_source_notes(lines, answer, lacks_source, has_same, Style());
  return lines;
}

void write_text(const DiffAnnotation& answer, const Style& style, ByteSink& out) {
  const Selection& selection = answer.selection();
  Head head = change_head("Changes in ", selection, answer.totals(Version::kOld),
                          answer.totals(Version::kNew));
  head.name =
      target_text(answer.kind(), answer.target(), answer.target_line(), "source lines", style);
  if (!selection.is_all_parts) {
    head.notes.emplace_back("some parts only");
  }
  const size_t old_runs = answer.run_count(Version::kOld);
  const size_t new_runs = answer.run_count(Version::kNew);
  if (old_runs + new_runs > 2) {
    head.notes.push_back(fmt::format("medians of {} and {} runs", old_runs, new_runs));
  }
  BufferedText stream(out);
  append_head(stream.text(), head, style);
  bool lacks_source = false;
  bool told_newer = false;
  bool has_same = false;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    append_changed_file_head(stream.text(), file, answer, style, told_newer);
    if (!write_changed_lines(file, answer, style, stream)) {
      return;
    }
    lacks_source = lacks_source || lacks_a_source(file);
    has_same = has_same || file.paired == LinesPaired::kByNumberOfSame;
    stream.text() += "\n";
  }
  if (!answer.differs()) {
    stream.text() += "no change\n";
  }
  append_change_accounting(stream.text(), answer, style);
  stream.text() += estimate_note(selection, style) + inlined_note(answer.files());
  append_source_notes(stream.text(), answer, lacks_source, has_same, style);
}

}  // namespace quern
