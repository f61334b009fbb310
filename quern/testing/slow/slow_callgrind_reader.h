// SPDX-License-Identifier: MIT
//
// The state of the slow twin and its rules, one function each: rows and parts (slow_callgrind.cc),
// header (slow_callgrind_header.cc), specifications (slow_callgrind_body.cc), costs, calls and
// jumps (slow_callgrind_records.cc), what only some writers do (slow_callgrind_writers.cc), what it
// all means (slow_callgrind_result.cc). The reader is copyable, so that a row can be tried and
// undone.
//
// The first failure counts: what a failed row still does is thrown away with it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/testing/slow/slow_callgrind.h"
#include "quern/testing/slow/slow_callgrind_names.h"
#include "quern/testing/slow/slow_callgrind_tokens.h"

namespace quern::testing::slow {

class Reader {
 public:
  Reader(std::string_view bytes, SlowOptions options);
  Meaning read(std::string_view bytes);

 private:
  struct FunctionName {
    Name name = kUnknownName;
    Name file = kUnknownName;
    Name object = kUnknownName;
    bool file_is_guess = false;  ///< the callee of a call without `cfl=`, where none may be written
  };
  /// Values of the part's position kinds, in their order; nothing: unknown.
  using Positions = std::vector<std::optional<uint64_t>>;

  /// `summary:` or `totals:`; how many costs count is known when the part is complete.
  struct Declared {
    Place place;
    std::vector<Token> tokens;
    std::vector<int128> costs;
  };
  struct Part {
    Meaning::Part meaning;
    bool has_body = false;
    bool has_events = false;
    bool has_positions = false;
    bool has_record = false;
    bool lacks_function = false;  ///< `no-function` was reported
    bool has_tree = false;        ///< its blocks are invocations
    std::vector<size_t> columns;  ///< index into the part's events, of each name on `events:`
    std::vector<Declared> summaries;
    std::vector<Declared> totals;
    bool has_null_totals = false;
    bool is_end_cut = false;  ///< its last row declares costs and lacks its LF
    std::vector<int128> sums;
    uint64_t block_count = 0;
  };
  /// One of the files glued together.
  struct File {
    std::optional<std::string> creator;
    BaseRule rule = BaseRule::kCost;
    bool has_version = false;
    bool is_version_096 = false;
    bool has_cmd = false;
    bool has_positions = false;
    bool has_callees = false;
    bool compares_files = false;
    bool is_cut = false;  ///< a row was found cut
    std::optional<uint64_t> pid;
    bool has_record = false;
    std::string first_file;  ///< of the block with the first record, as far as known there
    std::string first_function;
    std::vector<std::string> positions = {"line"};
  };
  struct Block {
    bool has_fn = false;
    Name name = kUnknownName;
    Name file_without_fl = kUnknownName;
    bool is_fixed = false;
    bool has_record = false;
    FunctionName function;
    std::optional<Place> out_of_order;   ///< the last `fl=`/`ob=` between `fn=` and a record
    std::vector<Place> objects_after;    ///< `ob=` rows since the last cost line
    std::optional<FunctionName> callee;  ///< of the last call
  };
  struct CalleeGroup {
    std::optional<Name> object;
    std::optional<Name> file;
    std::optional<Name> function;
    Place place;  ///< of the last `cfn=`
  };
  struct RawLine {
    FunctionName function;
    Name file = kUnknownName;
    Meaning::Position at;
    size_t part = 0;
    std::vector<int128> costs;
  };
  struct RawCall {
    FunctionName caller;
    FunctionName callee;
    Name file = kUnknownName;
    Meaning::Position at;
    Meaning::Position target;
    size_t part = 0;
    uint64_t count = 0;
    std::vector<int128> costs;
    Place place;
  };
  struct RawJump {
    bool conditional = false;
    FunctionName from;
    Name from_file = kUnknownName;
    Meaning::Position from_at;
    FunctionName to;
    Name to_file = kUnknownName;
    Meaning::Position to_at;
    size_t part = 0;
    uint64_t executed = 0;
    uint64_t followed = 0;
    Place place;
  };
  /// A block of Xdebug's: an invocation.
  struct RawBlock {
    size_t part = 0;
    FunctionName function;
    std::vector<int128> self;
    std::vector<size_t> calls;  ///< into calls_
  };
  struct Invocation {
    Meaning::Context context;
    std::vector<size_t> children;
    int128 inclusive = 0;
    size_t call_count = 0;
  };
  /// What a new part forgets.
  struct Body {
    Name object = kUnknownName;         // O
    std::optional<Name> function_file;  // FF
    Name position_file = kUnknownName;  // PF
    Name last_file = kUnknownName;      // LF
    bool has_fi = false;
    bool after_association = false;  ///< and no `fi= fe= fl= fn=` since
    Block block;
    CalleeGroup group;
    std::optional<Name> jump_file;
    std::optional<Name> jump_function;
    std::array<std::optional<uint64_t>, 3> base;  ///< of instr, bb, line
    std::optional<RawCall> waiting_call;
    size_t lints_before_call = 0;  ///< how many there were before the waiting call
    std::optional<RawJump> waiting_jump;
  };

  // Rows and parts.
  void read_row(const Row& row);
  void try_last_row(const Row& row);
  void read_row_of_kind(const Row& row, const RowShape& shape);
  void read_marker(const Row& row);
  void read_unknown(const Row& row);
  void open_part();
  void close_part();
  void open_file();
  void end_input(bool has_last_lf);
  void fail(const Row& row, uint64_t column, std::string message);
  void lint(std::string code, Place place);
  [[nodiscard]] Part& part() { return parts_.back(); }

  // What only some writers do.
  // Whether the file is whole (slow_callgrind_ends.cc).
  enum class Ends : uint8_t { kAnyhow, kByRows, kByTotals, kBySummary };
  [[nodiscard]] Ends ends() const;
  bool drops_last(const Row& row);
  void look_for_joined_row(const Row& row, const std::vector<Token>& tokens);
  void check_end();

  [[nodiscard]] bool runs_may_be_cut() const;
  [[nodiscard]] bool is_cut_by(const Row& row, const Row& next) const;
  void cut_row(const Row& row);
  bool drop_cut_run(size_t rows);
  void find_subprof(std::string_view bytes);
  bool is_other_output(const Row& row);
  void correct_summary(Declared& summary) const;
  void note_first_record();
  void note_block_record();
  [[nodiscard]] bool is_converter() const;
  [[nodiscard]] bool hides_callee_files() const { return is_xdebug() || is_converter(); }
  void guess_files();
  void build_trees();
  void build_tree(size_t part);
  size_t take(const RawCall& call, std::vector<size_t>& pending);
  void add_contexts(Meaning& meaning, size_t node, std::optional<size_t> parent) const;

  // Header.
  void read_header(const Row& row, const RowShape& shape);
  void read_version(const Row& row, size_t from);
  void read_creator(const Row& row, size_t from);
  void read_number(const Row& row, size_t from, std::optional<uint64_t>& field);
  void read_cmd(const Row& row, size_t from);
  void read_desc(const Row& row, size_t from);
  void read_positions(const Row& row, size_t from);
  void read_events(const Row& row, size_t from);
  void read_event(const Row& row, size_t from);
  void read_declared(const Row& row, size_t from, std::vector<Declared>& list);
  void check_declared();
  std::vector<int128> fitted(const Declared& declared);
  [[nodiscard]] bool is_below_sums(const std::vector<int128>& summary) const;
  [[nodiscard]] bool is_xdebug() const;

  // Body.
  void read_word(const Row& row, const RowShape& shape);
  bool read_specification(const Row& row, const RowShape& shape);
  Name read_name(const Row& row, size_t from, SlowNames::Table table);
  void set_object(const Row& row, Name name);
  void set_function_file(const Row& row, Name name);
  void set_position_file(Name name);
  void set_function(const Row& row, Name name);
  void set_callee(const Row& row, const std::string& word, Name name);
  void drop_group();
  void begin_record(const Row& row);
  void read_self_cost(const Row& row);
  void read_calls(const Row& row, const RowShape& shape);
  std::optional<FunctionName> callee_of_calls(const Row& row);
  void read_call_cost(const Row& row);
  void read_jump(const Row& row, const RowShape& shape);
  size_t read_jump_counts(const Row& row, const std::vector<Token>& tokens, RawJump& jump);
  [[nodiscard]] bool is_jump_source(const Row& row, const RowShape& shape) const;
  void read_jump_source(const Row& row);
  void end_jump_without_source();
  void end_jump(const Positions& source);
  void report_objects_after();
  uint64_t read_num(const Row& row, const Token& token, const char* message);
  Positions read_position_tokens(const Row& row, const std::vector<Token>& tokens, size_t first);
  std::optional<uint64_t> read_position(const Row& row, const Token& token, size_t kind);
  void read_target(const Row& row, const std::vector<Token>& tokens, RawCall& call);
  std::vector<int128> read_costs(const Row& row, const std::vector<Token>& tokens, size_t first);
  int128 read_cost(const Row& row, const Token& token);
  void move_base(const Positions& positions);
  [[nodiscard]] size_t position_count() const { return parts_.back().meaning.positions.size(); }
  [[nodiscard]] Meaning::Position position_of(const Positions& positions) const;
  [[nodiscard]] Name default_file() const;
  [[nodiscard]] BaseRule rule() const { return options_.base_rule.value_or(file_.rule); }

  // Result.
  [[nodiscard]] Meaning result();
  void add_records(Meaning& meaning) const;
  [[nodiscard]] Meaning::Function function_of(const FunctionName& name) const;

  SlowOptions options_;
  bool looks_like_callgrind_ = false;  ///< some other sign than a row of no kind says so
  bool has_content_ = false;           ///< a row that is neither blank nor a comment came before
  std::optional<Meaning::Error> error_;
  std::optional<Place> cut_row_;
  std::vector<Meaning::Lint> lints_;
  SlowNames names_;
  File file_;
  std::vector<Part> parts_;
  Body body_;
  std::optional<std::string> creator_;
  std::optional<BaseRule> first_rule_;  ///< of the first record
  std::optional<std::string> cmd_;
  std::vector<Meaning::EventDefinition> event_definitions_;
  std::map<std::string, size_t> event_index_;  ///< into event_definitions_, by name
  bool has_events_ = false;
  bool has_record_ = false;
  std::vector<FunctionName> appearances_;
  std::vector<RawLine> lines_;
  std::vector<RawCall> calls_;
  std::vector<RawJump> jumps_;

  bool follows_xdebug_ = false;  ///< the file was appended to one of Xdebug's
  bool is_rewritten_ = false;    ///< it has what Xdebug never writes: a call's target
  bool any_callee_file_ = false;
  std::optional<Place> joined_row_;  ///< the first row that seems to hold several
  std::string first_key_;            ///< the header key of the first row, if it is one
  std::string first_event_;
  bool has_comment_ = false;             ///< `# callgrind format` before all else
  uint64_t row_number_ = 0;              ///< of the row at hand
  std::optional<uint64_t> subprof_row_;  ///< the row of its `events:`
  bool after_subprof_ = false;           ///< behind its `totals:`
  bool skips_ = false;                   ///< text around it
  std::vector<FunctionName> known_blocks_;
  std::map<std::pair<std::string, std::string>, std::string> guesses_;  ///< name and file -> file
  std::vector<RawBlock> blocks_;
  std::vector<Invocation> invocations_;
  std::vector<size_t> roots_;
};

}  // namespace quern::testing::slow
