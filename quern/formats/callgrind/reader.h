// SPDX-License-Identifier: MIT
//
// The Callgrind grammar: rows -> calls of a Sink, in one forward pass over a window. Plain rows,
// which real dumps consist of, are read where they lie (plain_*); everything else takes the full
// path, which alone knows all forms and all errors. What waits for a later row (a `calls=` for its
// cost row, a `cfn=` for its `calls=`) is state here, never lookahead.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "quern/formats/callgrind/grammar/dialects.h"
#include "quern/formats/callgrind/grammar/lexer.h"
#include "quern/formats/callgrind/grammar/positions.h"
#include "quern/formats/callgrind/header.h"
#include "quern/formats/callgrind/names/names.h"
#include "quern/formats/callgrind/other_output.h"
#include "quern/formats/callgrind/records.h"
#include "quern/formats/shared/format.h"

namespace quern::callgrind {

class Reader {
 public:
  explicit Reader(Reading& reading);
  /// A reader of a later stretch of the part that `first` is reading, from a `fn=` row on. What
  /// only `first` will know by then stays open until it adopts this one.
  Reader(const Reader& first, Reading& reading);

  Result<void> read();
  /// Reads the rows before `end` (an offset, and the start of a row). `origin` is where in the
  /// input the window's source begins. False: the source ended before.
  Result<bool> read_until(Window& window, uint64_t end, uint64_t origin = 0);

  /// Whether the part's shape is known and plain, so that stretches of it can be read ahead.
  [[nodiscard]] bool can_be_joined() const {
    return part_is_open_ && records_.are_plain() && !dialect_->hides_callee_files() &&
           !other_output_.is_expected();
  }
  /// Continues as if it had read what `later` read ahead. False: that is not possible, and nothing
  /// has changed.
  bool adopt(Reader& later);

 private:
  void leave_names();

  // -- joining what was read ahead (join.cc)
  [[nodiscard]] bool is_joint() const;
  [[nodiscard]] bool was_read_plainly() const;
  void take_state(Reader& later, const IdMap& ids, uint64_t rows_before);

  // Functions that read a row or a part of it return false after an error. fail() has then reported
  // it, as a finding with keep_going, else in error_.
  // -- rows (reader.cc)
  const char* read_rows(const char* at, const char* stop);
  const char* full_row(const char* at, const char* stop);
  void last_row(const char* at, const char* end);
  void cut_row(const Row& row, std::string_view what);
  void note_cut(Place place, std::string_view what);
  bool process(const Row& row);
  bool other_row(const Row& row, const char* at);
  bool fail(const Row& row, RowError error);
  void look_for_joined_row(const Row& row, Tokens tokens);
  bool report_joined_row();
  void go_on_behind(const Row& row);
  Result<void> finish();
  void end_waiting_calls();
  void drop_waiting_call();

  // -- what only some writers do (writers.cc)
  [[nodiscard]] bool runs_may_be_cut() const;
  [[nodiscard]] const char* held_back(const char* begin, const char* end) const;
  const char* read_runs(const char* at, const char* stop, const char* end);
  void end_cut_stream(Window& window);
  bool drop_cut_run();
  void correct_summary(DeclaredCosts& summary) const;
  void note_shared_file(const DeclaredCosts& summary);
  void note_first_block();
  void begin_tree();
  void end_block();

  // -- header rows (header_rows.cc) and parts (parts.cc)
  bool header_row(const Row& row, const char* at, const char* colon);
  bool known_header(const Row& row, const char* at, std::string_view key, const char* value);
  bool number_header(const Row& row, const char* at, std::string_view key, const char* value);
  [[nodiscard]] std::string told_events() const;
  [[nodiscard]] std::string of_event(size_t event) const;
  [[nodiscard]] NewEvent event_named(std::string_view name) const;
  bool events_header(const Row& row, const char* at, const char* value);
  bool declared_header(const Row& row, const char* at, std::string_view key, const char* value);
  void define_event(EventDefinition event);
  void text_header(const Row& row, std::string_view key, std::string_view value);
  void note_header_order(Place place, std::string_view key);
  void separator_row(Place place);
  void open_part_if_body();
  void begin_records(Place place);
  void tell_base_rule();
  void end_part();
  std::vector<int128> per_event(const DeclaredCosts& declared);
  void check_totals(const std::vector<int128>& sums);
  void end_file();
  void choose_dialect();

  // -- whether the file is whole (ends.cc)
  [[nodiscard]] End end_of_file() const;
  [[nodiscard]] bool drops_last_row(const Row& row);
  void check_end(const std::vector<int128>& sums);

  // -- specification rows (specs.cc)
  bool spec_row(const Row& row, const char* at, const char* equals);
  void name_row(std::string_view key, const Row& row, const char* at, const char* value);
  void apply(uint32_t spec, NameId name, Place place);

  // -- cost rows and associations, all forms (costs.cc, jumps.cc)
  bool cost_row(const Row& row, const char* at);
  bool self_row(const Row& row, const char* at);
  bool orphan_row(const Row& row, const char* at);
  bool call_cost_row(const Row& row, const char* at);
  bool calls_row(const Row& row, const char* at, const char* value, bool is_rcalls);
  bool jump_row(const Row& row, const char* at, const char* value, bool is_conditional);
  bool jump_counts(const Row& row, Tokens& tokens, JumpRecord& jump, ParsedRow& parsed);
  bool jump_source_row(const Row& row, const char* at);
  void finish_jump();
  void note_jump_no_source(Place place);
  bool parse_positions(const Row& row, Tokens& tokens, ParsedRow& parsed);
  bool parse_costs(const Row& row, Tokens& tokens, ParsedRow& parsed);
  void report(const Row& row, const ParsedRow& parsed);
  bool check_events(const Row& row, const char* at);
  void prepare_self(Place place);
  /// The row with the position of a call or jump has been read.
  template <class At>
  void end_association(const At& at) {
    names_.end_association();
    if (rule_ == BaseRule::kCost) {
      positions_.move(at);
    }
  }
  /// At the first cost or association row of a block: who its function is.
  void fix_function(Place place) {
    if (!names_.is_fixed() || !part_.has_records) [[unlikely]] {
      fix_block(place);
    }
  }
  void fix_block(Place place);
  void emit_call(const ParsedRow& parsed);

  // Each returns what follows the rows that it has read, or null if they are not plain; then
  // nothing has changed, and the full path reads the row.
  // -- the same in their plain forms (plain_rows.cc, specs.cc)
  const char* plain_rows(const char* at, const char* stop);
  template <bool kInstr, bool kLine>
  const char* plain_rows_of(const char* at, const char* stop);
  template <bool kInstr, bool kLine>
  const char* plain_self_rows(const char* at, const char* stop);
  template <bool kInstr, bool kLine>
  const char* plain_call(const char* at, const char* stop, Alias* alias);
  template <bool kInstr, bool kLine>
  const char* plain_jump(const char* at, const char* stop);
  template <bool kInstr, bool kLine>
  const char* plain_callee(const char* at, const char* stop);
  const char* plain_spec(const char* at, const char* stop);
  const char* plain_definition(NameKind kind, uint64_t id, const char* at, const char* stop,
                               Alias*& alias);
  [[nodiscard]] bool is_plain_block() const;
  bool plain_costs(const char*& at, int64_t* costs) const;

  /// In the input, of text in the window.
  [[nodiscard]] uint64_t offset_of(std::string_view text) const {
    return window_offset_ + static_cast<uint64_t>(text.data() - window_begin_);
  }
  /// In findings about it.
  void show_row(const Row& row) {
    row_ = row;
    findings_->set_row(row.number, row.text());
  }
  template <class Message>
  void note(const CodeInfo& code, Place place, Message&& message) {
    findings_->add(code, place, std::forward<Message>(message));
  }

  Reading* reading_;
  Sink* sink_;
  Findings* findings_;
  Symbols* symbols_;
  Row row_{};  ///< that is read fully; else empty
  std::optional<Diagnostic> error_;
  const char* window_begin_ = nullptr;
  uint64_t window_offset_ = 0;  ///< in the input
  bool defers_names_ = false;   ///< see Aliases::add()
  uint64_t row_number_ = 1;     ///< of the next row
  bool has_final_newline_ = true;
  /// In this mode an error is only a sign: the stretch is read again, in order, where it is
  /// reported.
  bool is_ahead_ = false;  ///< reads a later stretch, without knowing what comes before

  Names names_;
  Positions positions_;
  Records records_;
  bool is_cut_ = false;          ///< the run at hand, by a row without its end
  bool follows_xdebug_ = false;  ///< the file was appended to one of Xdebug's
  bool is_rewritten_ = false;    ///< it has what Xdebug never writes: a call's target
  OtherOutput other_output_;

  // of the file; a glued file starts without it
  std::optional<BaseRule> forced_rule_;
  BaseRule rule_ = BaseRule::kCost;
  const Dialect* dialect_;
  bool compares_files_ = false;  ///< `desc: Files compared:`: costs may be negative
  bool has_first_block_ = false;
  // of the input
  bool any_events_ = false;
  bool any_records_ = false;
  bool any_row_ = false;    ///< something that is neither blank nor a comment
  bool is_marked_ = false;  ///< a sign of the format was seen in the first bytes
  std::string first_key_;   ///< the first header's
  /// The first row that seems to hold several, and where the second one begins. A name may look so:
  /// it is an error only where there is no record.
  struct JoinedRow {
    std::string text;
    Place place;
  };
  std::optional<JoinedRow> joined_row_;
  HeaderSigns signs_;
  std::unordered_map<std::string, size_t> definition_of_;  ///< event name -> info.definitions

  PartState part_;
  uint64_t parts_ended_ = 0;
  bool part_is_open_ = false;  ///< to the sink

  struct WaitingCall {
    Names::Callee callee;
    Place place;                ///< of the `calls=`
    Findings::Mark findings{};  ///< before it: if it is dropped, so is what was odd about it
    std::string row;
    uint64_t count = 0;
    bool has_target = false;
    Position target;
  };
  std::optional<WaitingCall> waiting_call_;

  struct WaitingJump {
    JumpRecord record;
    Place place;
  };
  std::optional<WaitingJump> waiting_jump_;

  /// What the row before was, if it was damaged: the next cost row is no self cost then.
  enum class Lost : uint8_t { kNothing, kCall, kJump };
  Lost lost_ = Lost::kNothing;
};

/// Reads everything behind `reading` through `reader`.
///
/// Reading one large plain file with several threads. The file is cut at `fn=` rows; the first
/// stretch is read in order, the others meanwhile ahead; then they are joined in order. A stretch
/// that cannot be joined is read again, so that the result never differs from one thread's.
Result<void> read_in_stretches(Reader& reader, Reading& reading);

}  // namespace quern::callgrind
