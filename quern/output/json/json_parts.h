// SPDX-License-Identifier: MIT
//
// Pieces of JSON documents for whoever puts them together anew, with ids and windows: the page's
// server. Each writes keys into an object that is open, so that both have the same numbers.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/json_writer.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/source/diff_annotation.h"
#include "quern/compare/trees/diff_tree.h"
#include "quern/output/json/json_answer.h"
#include "quern/query/selection.h"
#include "quern/views/calls/peek.h"
#include "quern/views/source/annotation.h"

namespace quern {

/// A row of the callers or callees of quern.peek/1.
void write_neighbour(JsonWriter& json, const Selection& selection, const PeekNeighbour& row);
/// "books" of an object that is open.
void write_books(JsonWriter& json, const Selection& selection, const CycleBreakdown& books);
/// A row of quern.diff/1.
void write_diff_row(JsonWriter& json, const Selection& selection, const DiffRow& row);
/// A row of a tree of quern.diff/1 but for its place: from "name" to "children".
void write_diff_branch(JsonWriter& json, const Selection& selection, const DiffTreeRow& row);
/// The numbers of a call of quern.diff/1: all but its ends.
void write_diff_call(JsonWriter& json, const Selection& selection, const DiffCallRow& row);
/// The same, without the keys that only rows of calls have.
void write_diff_call_costs(JsonWriter& json, const Selection& selection, const DiffCallRow& row);
/// "old", "new" and "delta" of lines and files; null where a side has none.
void write_self_change(JsonWriter& json, const Selection& selection,
                       const std::optional<DiffSide>& was, const std::optional<DiffSide>& is,
                       const DiffChange& change);
/// "not_shown" of rows of trees: branches without a row, or null.
void write_hidden_changes(JsonWriter& json, const HiddenChanges& hidden);
/// "schema" to "exact_stacks" of trees and flame graphs of quern.diff/1.
void write_diff_tree_head(JsonWriter& json, std::string_view view, const DiffTree& tree);
/// "schema" to "totals" of quern.diff/1.
void write_diff_head(JsonWriter& json, std::string_view view, const Selection& selection,
                     const std::vector<Amount>& was, const std::vector<Amount>& is);
/// "runs" and "matches".
void write_diff_matches(JsonWriter& json, const Diff& diff);
/// "kinds": how many rows there are of each, whatever is listed.
void write_diff_kinds(JsonWriter& json, const Diff& diff);
/// "blame", with "id" where `id_of` is given.
using IdOfName = std::function<std::string(const RowName&)>;
void write_blame(JsonWriter& json, const Diff& diff, const IdOfName& id_of = {});

/// The ids that an answer of the server has next to names; an empty one is left out.
struct LineIds {
  IdOfName function;
  std::function<std::string(std::string_view)> file;
};
/// A line of quern.annotation/1; called functions have an "id", and places of inlined code a
/// "file_id", where `ids` has them.
void write_annotated_line(JsonWriter& json, const Selection& selection, const AnnotatedFile& file,
                          uint64_t number, const AnnotatedLine* line, std::string_view text,
                          const LineIds& ids = {});
/// "source", "self", "inlined" of a file, and "accounting" of all.
void write_annotated_source(JsonWriter& json, const Selection& selection,
                            const AnnotatedFile& file);
void write_accounting(JsonWriter& json, const Annotation& answer);
/// "runs": how many there are on each side. `Answer`: of a comparison.
template <class Answer>
void write_run_counts(JsonWriter& json, const Answer& answer) {
  json.key("runs").begin_object();
  write_count(json, "old", answer.run_count(Version::kOld));
  write_count(json, "new", answer.run_count(Version::kNew));
  json.end_object();
}
/// "min_change", where smaller changes are left out.
void write_least_change(JsonWriter& json, const DiffFilter& filter, size_t below);
/// "objects" and "missing_object"; nothing where no run has addresses.
void write_compared_objects(JsonWriter& json, const DiffFiles& files);
/// "schema" to "target" of quern.diff/1, view "annotate".
void write_diff_lines_head(JsonWriter& json, const DiffAnnotation& answer);
/// "file" to "new_source" of one of its files.
void write_diff_file_head(JsonWriter& json, const Selection& selection,
                          const DiffAnnotatedFile& file);
/// A line of it, with those calls and jumps that changed or all; called functions have an "id"
/// where `id_of` is given.
void write_diff_line(JsonWriter& json, const Selection& selection, const DiffAnnotatedFile& file,
                     const DiffSourceLine& at, bool all, const IdOfName& id_of = {});
/// Its "accounting".
void write_diff_accounting(JsonWriter& json, const DiffAnnotation& answer);
/// "path", "lines", "newer", "tried" of a file's source, in an object.
void write_source_file(JsonWriter& json, std::string_view key, const SourceFile& source,
                       uint64_t lines);
/// "objects": whose debug information says what was inlined; nothing where there are no addresses.
void write_inlined_objects(JsonWriter& json, const InlinedCode& code);
/// The rows of such a list.
void write_each_object(JsonWriter& json, const InlinedCode& code);
/// "target": what is asked about.
void write_annotation_target(JsonWriter& json, TargetKind kind, const RowName& name, uint64_t line);

}  // namespace quern
