// SPDX-License-Identifier: MIT
//
// Annotated files and where every cost is. The accounting has a category for each reason why a cost
// is not at a line that is shown, and its sums add up to the total: a reader can see that nothing
// was lost. Lines of a file are made when they are asked for; only sums are kept.
#include "quern/views/source/annotation.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/views/code/file_costs.h"
#include "quern/views/code/line_costs.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/source/annotated_lines.h"
#include "quern/views/source/annotation_target.h"

namespace quern {

namespace {

constexpr std::array<std::string_view, 11> kAccountedWords = {
    "annotated",   "unknown_line", "beyond_end", "without_source", "other_lines",   "further_lines",
    "below_share", "beyond_limit", "not_asked",  "unknown_file",   "not_in_profile"};
constexpr std::array<std::string_view, 4> kKindWords = {"all", "function", "file", "line"};

/// Of records, or of stacks, whose functions then have no lines.
bool has_addresses(const Profile& profile) {
  return profile.counts().instructions != 0 ||
         std::ranges::any_of(profile.contexts().frames(),
                             [](const Frame& frame) { return frame.is_symbol && !frame.is_line; });
}

Diagnostic no_addresses(const Profile& profile) {
  return usage_error(kNoAddresses.name, "the profile has no addresses of instructions",
                     !profile.contexts().empty()
                         ? "its stacks have lines instead; leave out --addresses"
                         : "record it again: valgrind --tool=callgrind --dump-instr=yes PROGRAM");
}

/// Sums by category.
class Accounts {
 public:
  explicit Accounts(size_t columns) {
    for (size_t at = 0; at < accounts_.size(); ++at) {
      accounts_[at].what = static_cast<Accounted>(at);
      accounts_[at].self.resize(columns, Exact{0});
    }
  }
  void add(Accounted what, std::span<const Amount> costs) { add_amounts(at(what).self, costs); }
  void add_file(Accounted what) { at(what).files = at(what).files.value_or(0) + 1; }

  /// What is not 0, and what is annotated.
  [[nodiscard]] std::vector<AccountedCost> all() const {
    std::vector<AccountedCost> told;
    for (const AccountedCost& account : accounts_) {
      const bool is_something =
          std::ranges::any_of(account.self, [](const Amount& cost) { return lower_of(cost) != 0; });
      if (account.what == Accounted::kAnnotated || is_something || account.files) {
        told.push_back(account);
      }
    }
    return told;
  }

 private:
  AccountedCost& at(Accounted what) { return accounts_[static_cast<size_t>(what)]; }
  std::array<AccountedCost, kAccountedWords.size()> accounts_;
};

}  // namespace

std::string_view to_string(Accounted what) {
  return kAccountedWords[static_cast<size_t>(what)];
}

std::string_view to_string(TargetKind kind) {
  return kKindWords[static_cast<size_t>(kind)];
}

struct Annotation::State {
  State(std::shared_ptr<const CodeCosts> in_code, const Selection& chosen, AnnotationRequest asked,
        std::shared_ptr<const FileCosts> in_files, AnnotationTarget meant)
      : code(std::move(in_code)),
        profile(&code->profile()),
        selection(chosen),
        request(std::move(asked)),
        totals(total_amounts(chosen, quern::totals(*profile, chosen.parts, shown_sums(chosen)))),
        target(std::move(meant)),
        files(std::move(in_files)),
        accounts(chosen.columns.size()),
        places(request.places) {
    choose_files();
    std::vector<uint32_t> slots(code->file_count(), FileCosts::kNoFile);
    for (size_t rank = 0; rank < shown.size(); ++rank) {
      find_source(rank);
      if (lists_lines(rank)) {
        slots[files->file(shown[rank]).index()] = static_cast<uint32_t>(rank);
      }
    }
    more_self.resize(shown.size());
    lines.emplace(*code, selection, target.scope, std::move(slots), shown.size(),
                  RecursiveCalls::kMarked);
    for (size_t rank = 0; rank < shown.size(); ++rank) {
      account_for(rank);
    }
    told = accounts.all();
  }

  [[nodiscard]] bool is_of_one_file() const {
    return target.kind == TargetKind::kFile || target.kind == TargetKind::kLine;
  }

  /// Whether costs count for the outermost line, with what was inlined there.
  [[nodiscard]] bool counts_outermost() const {
    return code->inlined().is_known() && !is_of_one_file();
  }

  [[nodiscard]] std::vector<Amount> costs(uint32_t slot) const {
    return counts_outermost() ? files->outermost(slot) : files->self(slot);
  }

  [[nodiscard]] int128 weight(uint32_t slot) const {
    const size_t column = selection.sort_column;
    return column >= selection.columns.size() ? int128{0}
           : counts_outermost()               ? absolute(files->outermost(slot, column))
                                              : absolute(files->self(slot, column));
  }

  [[nodiscard]] bool is_worth_it(uint32_t slot) const {
    return request.least_share == 0 ||
           weight(slot) * 10'000 >=
               absolute(lower_of(totals[selection.sort_column])) * request.least_share;
  }

  /// Which files are shown; what is not, is accounted for.
  /// Files by cost, as many as the limit and the least share allow.
  void choose_files() {
    accounts.add(Accounted::kUnknownFile, files->without_file());
    accounts.add(Accounted::kNotAsked, files->of_others());
    for (uint32_t slot = 0; slot < files->size(); ++slot) {
      if (files->name(slot) == kNotInProfile) {
        accounts.add(Accounted::kDeclaredOnly, costs(slot));
        continue;
      }
      if (is_of_one_file() && files->file(slot) != target.files.front()) {
        accounts.add(Accounted::kNotAsked, costs(slot));
        continue;
      }
      ++in_all;
      if (is_worth_it(slot)) {
        shown.push_back(slot);
      } else {
        accounts.add(Accounted::kBelowShare, costs(slot));
        accounts.add_file(Accounted::kBelowShare);
      }
    }
    const size_t count = within_limit(selection.limit, shown.size());
    rank(
        shown, count, [this](uint32_t slot) { return weight(slot); },
        [this](uint32_t left, uint32_t right) { return files->name(left) < files->name(right); });
    for (size_t at = count; at < shown.size(); ++at) {
      accounts.add(Accounted::kBeyondLimit, costs(shown[at]));
      accounts.add_file(Accounted::kBeyondLimit);
    }
    shown.resize(count);
  }

  void find_source(size_t rank) {
    SourceFile source = places.find(files->name(shown[rank]), files->objects(shown[rank]));
    source_lines.push_back(source.text.lines());
    source.text = {};
    sources.push_back(std::move(source));
  }

  [[nodiscard]] bool lists_lines(size_t rank) const {
    return sources[rank].is_found() || request.lists_without_source;
  }

  /// Each line of a shown file goes into exactly one category of the accounting.
  void account_for(size_t rank) {
    accounts.add_file(sources[rank].is_found() ? Accounted::kAnnotated : Accounted::kWithoutSource);
    if (!lists_lines(rank)) {
      accounts.add(Accounted::kWithoutSource, costs(shown[rank]));
      return;
    }
    const ListedLines listed = lines_of(rank).listed(source_lines[rank], line_choice());
    std::vector<Amount>& further = more_self[rank];
    further.resize(selection.columns.size(), Exact{0});
    std::vector<Amount> of_line(selection.columns.size());
    for (const uint32_t row : lines->lines(static_cast<uint32_t>(rank))) {
      for (size_t column = 0; column < of_line.size(); ++column) {
        of_line[column] = counts_outermost() ? lines->outermost_amount(row, column)
                                             : lines->self_amount(row, column);
      }
      const uint64_t line = lines->line(row);
      if (listed.more != 0 && !std::ranges::binary_search(listed.numbers, line)) {
        accounts.add(Accounted::kFurtherLines, of_line);
        add_amounts(further, of_line);
      } else {
        accounts.add(place_of(rank, line), of_line);
      }
    }
  }

  [[nodiscard]] LinesOf lines_of(size_t rank) const {
    return {*code, selection, *lines, static_cast<uint32_t>(rank), files->file(shown[rank])};
  }

  [[nodiscard]] LineChoice line_choice() const {
    return {.window = window(),
            .context = request.context,
            .whole = request.whole,
            .most_calls = request.most_calls,
            .most_lines = request.most_lines,
            .knows_inlined = code->inlined().is_known(),
            .totals = totals};
  }

  [[nodiscard]] Accounted place_of(size_t rank, uint64_t line) const {
    return !window().contains(line)    ? Accounted::kOtherLines
           : !sources[rank].is_found() ? Accounted::kWithoutSource
           : line == 0                 ? Accounted::kUnknownLine
           : line > source_lines[rank] ? Accounted::kBeyondEnd
                                       : Accounted::kAnnotated;
  }

  [[nodiscard]] LineWindow window() const {
    constexpr size_t kAround = 8;
    return target.kind == TargetKind::kLine && !request.whole
               ? LineWindow::around(target.line, request.context.value_or(kAround))
               : LineWindow();
  }

  std::shared_ptr<const CodeCosts> code;
  const Profile* profile;
  Selection selection;
  AnnotationRequest request;
  std::vector<Amount> totals;
  AnnotationTarget target;
  std::shared_ptr<const FileCosts> files;
  Accounts accounts;
  SourceFiles places;
  size_t in_all = 0;
  std::vector<uint32_t> shown;                 ///< by rank: slots of `files`
  std::vector<SourceFile> sources;             ///< by rank, without their text
  std::vector<uint64_t> source_lines;          ///< by rank
  std::optional<LineCosts> lines;              ///< by rank
  std::vector<std::vector<Amount>> more_self;  ///< by rank: what further lines cost, by column
  std::vector<AccountedCost> told;
};

Result<Annotation> Annotation::make(const Profile& profile, const Selection& selection,
                                    AnnotationRequest request) {
  if (request.instructions && !has_addresses(profile)) {
    return failure(no_addresses(profile));
  }
  const auto code = std::make_shared<const CodeWithFiles>(
      profile, selection, request.places,
      request.instructions ? Instructions::kApart : Instructions::kTogether);
  return make(code, selection, std::move(request));
}

Result<Annotation> Annotation::make(const std::shared_ptr<const CodeWithFiles>& from,
                                    const Selection& selection, AnnotationRequest request) {
  const std::shared_ptr<const CodeCosts> code(from, &from->code);
  std::shared_ptr<const FileCosts> files(from, &from->files);
  const Profile& profile = code->profile();
  if (!code->has_lines()) {
    return failure(no_lines(profile, selection, code->inlined()));
  }
  Result<AnnotationTarget> target = request.names_file
                                        ? exact_file(*files, request.target)
                                        : find_target(profile, selection, *files, request.target);
  if (!target) {
    return failure(target.error());
  }
  if (target->kind == TargetKind::kFunction) {
    // Files of one function have the costs of that function only.
    files = std::make_shared<const FileCosts>(*code, selection, target->scope);
  }
  return Annotation(std::make_unique<State>(code, selection, std::move(request), std::move(files),
                                            std::move(*target)));
}

Annotation::Annotation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Annotation::Annotation(Annotation&&) noexcept = default;
Annotation::~Annotation() = default;

const Selection& Annotation::selection() const {
  return state_->selection;
}

const AnnotationRequest& Annotation::request() const {
  return state_->request;
}

const std::vector<Amount>& Annotation::totals() const {
  return state_->totals;
}

TargetKind Annotation::kind() const {
  return state_->target.kind;
}

const RowName& Annotation::target() const {
  return state_->target.name;
}

uint64_t Annotation::target_line() const {
  return state_->target.line;
}

size_t Annotation::row_count() const {
  return state_->in_all;
}

size_t Annotation::shown() const {
  return state_->shown.size();
}

MissingLines Annotation::missing_lines() const {
  if (kind() != TargetKind::kFunction || row_count() != 0) {
    return MissingLines::kNone;
  }
  const SourcePlaces& places = state_->request.places;
  const std::optional<bool> known =
      places.asks_objects ? places.objects->has_any(std::string(target().object)) : std::nullopt;
  return !known   ? MissingLines::kObjectUnknown
         : *known ? MissingLines::kNotRecorded
                  : MissingLines::kNoDebugInfo;
}

std::string Annotation::folder_to_propose() const {
  std::vector<std::string> folders;
  for (const SourceFile& source : state_->sources) {
    folders.push_back(source.refused_folder);
  }
  return quern::folder_to_propose(folders);
}

const std::vector<AccountedCost>& Annotation::accounting() const {
  return state_->told;
}

const InlinedCode& Annotation::inlined() const {
  return state_->code->inlined();
}

bool Annotation::counts_outermost() const {
  return state_->counts_outermost();
}

bool Annotation::knows_inlined() const {
  return inlined().is_known();
}

bool Annotation::has_calls() const {
  const RecordCounts& counts = state_->profile->counts();
  return counts.calls != 0 || counts.contexts != 0;
}

bool Annotation::has_jumps() const {
  return state_->lines->has_jumps();
}

/// The text of the source is read again here, and not kept: an answer may have thousands of files.
AnnotatedFile Annotation::file(size_t rank) const {
  const State& state = *state_;
  const uint32_t slot = state.shown[rank];
  AnnotatedFile file;
  file.name = state.files->name(slot);
  file.is_inlined = state.target.kind == TargetKind::kFunction &&
                    !std::ranges::binary_search(state.target.files, state.files->file(slot));
  file.source = state.sources[rank];
  file.source_lines = state.source_lines[rank];
  file.self = state.files->self(slot);
  file.inlined = state.files->inlined(slot);
  if (inlined().is_known()) {
    file.outermost = state.files->outermost(slot);
  }
  file.lists_lines = state.lists_lines(rank);
  if (!file.lists_lines) {
    return file;
  }
  if (file.source.is_found()) {
    file.source.text = SourceFiles::read(file.source);
  }
  state.lines_of(rank).fill(file, state.line_choice());
  file.more_self = state.more_self[rank];
  return file;
}

}  // namespace quern
