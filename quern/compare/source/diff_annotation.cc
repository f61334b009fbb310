// SPDX-License-Identifier: MIT
#include "quern/compare/source/diff_annotation.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/source/change_summary.h"
#include "quern/compare/source/diff_annotation_target.h"
#include "quern/compare/source/diff_files.h"
#include "quern/compare/source/paired_sources.h"
#include "quern/views/code/line_costs.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/source/annotated_lines.h"
#include "quern/views/trees/tree_growth.h"

namespace quern {

struct DiffAnnotation::State {
  State(std::unique_ptr<const MatchedSides> compared_nodes, std::unique_ptr<const DiffFiles> all,
        DiffAnnotationTarget meant, DiffAnnotationRequest asked)
      : sides(std::move(compared_nodes)),
        files(std::move(all)),
        target(std::move(meant)),
        request(std::move(asked)),
        costs(*files, target.scopes, costs_that_count()),
        accounts(selection().columns.size()),
        places(request.places) {
    totals[0] = median_totals(sides->runs.old_runs);
    totals[1] = median_totals(sides->runs.new_runs);
    std::vector<uint32_t> candidates = choose_files();
    std::vector<bool> wanted(files->size());
    for (const uint32_t file : candidates) {
      wanted[file] = true;
    }
    lines = costs.lines(wanted);
    show_files(leave_unchanged(std::move(candidates)));
    for (const Version side : {Version::kOld, Version::kNew}) {
      if (sides->runs.count() > 2) {
        accounts.add_rest(side, totals[static_cast<size_t>(side)]);
      }
    }
    told = accounts.all();
  }

  [[nodiscard]] const Selection& selection() const { return sides->runs.selection(); }

  /// Of one file, the costs of its own lines count.
  [[nodiscard]] bool is_of_one_file() const {
    return target.kind == TargetKind::kFile || target.kind == TargetKind::kLine;
  }
  [[nodiscard]] bool counts_outermost() const {
    return files->knows_inlined() && !is_of_one_file();
  }
  [[nodiscard]] DiffFileCosts::Of costs_that_count() const {
    return counts_outermost() ? DiffFileCosts::Of::kOutermost : DiffFileCosts::Of::kSelf;
  }

  [[nodiscard]] int128 change(uint32_t file) const {
    const size_t column = selection().sort_column;
    return column < selection().columns.size()
               ? lower_of(change_of(costs.costs(file, Version::kOld)[column],
                                    costs.costs(file, Version::kNew)[column]))
               : int128{0};
  }

  [[nodiscard]] bool is_worth_it(uint32_t file) const {
    const size_t column = selection().sort_column;
    if (column >= selection().columns.size()) {
      return true;
    }
    return LeastWeight{.share = request.least_share, .part = 0}.admits(
        absolute(change(file)),
        std::max(absolute(lower_of(totals[0][column])), absolute(lower_of(totals[1][column]))));
  }

  void add_costs(DiffAccounted what, uint32_t file) {
    for (const Version side : {Version::kOld, Version::kNew}) {
      accounts.add(what, side, costs.costs(file, side));
    }
  }
  void account_for(DiffAccounted what, uint32_t file) {
    add_costs(what, file);
    accounts.add_file(what);
  }

  /// What is asked for and worth it.
  std::vector<uint32_t> choose_files() {
    for (const Version side : {Version::kOld, Version::kNew}) {
      accounts.add(DiffAccounted::kUnknownFile, side, costs.without_file(side));
      accounts.add(DiffAccounted::kNotAsked, side, costs.of_others(side));
    }
    std::vector<uint32_t> chosen;
    for (uint32_t file = 0; file < files->size(); ++file) {
      if (!costs.has(file)) {
        continue;
      }
      const bool is_missing = files->name(file) == kNotInProfile;
      if (is_missing || (is_of_one_file() && file != target.files.front())) {
        add_costs(is_missing ? DiffAccounted::kDeclaredOnly : DiffAccounted::kNotAsked, file);
      } else if (is_worth_it(file)) {
        chosen.push_back(file);
      } else {
        account_for(DiffAccounted::kBelowShare, file);
      }
    }
    return chosen;
  }

  /// Of all files only those are opened whose lines differ as they are numbered.
  std::vector<uint32_t> leave_unchanged(std::vector<uint32_t> candidates) {
    if (target.kind != TargetKind::kAll || request.unchanged) {
      return candidates;
    }
    const DiffLines all(*sides, *files, lines);
    std::erase_if(candidates, [&](uint32_t file) {
      const bool is_same = !all.differ_by_number(file);
      if (is_same) {
        account_for(DiffAccounted::kUnchanged, file);
      } else if (is_all_inlined(file)) {
        account_for(DiffAccounted::kInlinedElsewhere, file);
        has_changes = true;
        return true;
      }
      return is_same;
    });
    return candidates;
  }

  /// Whether all costs of its lines are those of lines of other files.
  [[nodiscard]] bool is_all_inlined(uint32_t file) const {
    return counts_outermost() && !any_not_zero(costs.costs(file, Version::kOld)) &&
           !any_not_zero(costs.costs(file, Version::kNew));
  }

  void show_files(std::vector<uint32_t> candidates) {
    rank(
        candidates, candidates.size(), [this](uint32_t file) { return absolute(change(file)); },
        [this](uint32_t left, uint32_t right) {
          return std::pair(files->name(left), left) < std::pair(files->name(right), right);
        });
    for (const uint32_t file : candidates) {
      if (selection().limit != 0 && shown.size() == selection().limit) {
        account_for(DiffAccounted::kBeyondLimit, file);
        ++beyond_limit;
        continue;
      }
      PairedSources sources = places.find(*files, file);
      const std::vector<DiffLine> own = DiffLines(*sides, *files, lines).of(file, sources.pairing);
      const bool is_changed = std::ranges::any_of(own, &DiffLine::is_changed);
      has_changes = has_changes || is_changed;
      if (!is_changed && !request.unchanged) {
        account_for(DiffAccounted::kUnchanged, file);
        continue;
      }
      account_for_lines(file, sources, own);
      for (std::optional<SourceFile>* source : {&sources.old_source, &sources.new_source}) {
        if (*source) {
          (*source)->text = {};
        }
      }
      shown.push_back({file, std::move(sources.old_source), std::move(sources.new_source)});
    }
  }

  void account_for_lines(uint32_t file, const PairedSources& sources,
                         std::span<const DiffLine> own) {
    const bool has_source = sources.has_source(Version::kOld) || sources.has_source(Version::kNew);
    const PlaceWindow window = window_of(file, sources.pairing);
    for (const DiffLine& line : own) {
      const DiffAccounted what = place_of(line, window, has_source);
      const auto costs_of = counts_outermost() ? &DiffSide::outermost : &DiffSide::self;
      accounts.add(what, Version::kOld, line.old_side, costs_of);
      accounts.add(what, Version::kNew, line.new_side, costs_of);
    }
    accounts.add_file(!has_source                               ? DiffAccounted::kWithoutSource
                      : sources.paired == LinesPaired::kByText  ? DiffAccounted::kPaired
                      : sources.paired != LinesPaired::kOneSide ? DiffAccounted::kByNumber
                      : sources.old_source                      ? DiffAccounted::kRemoved
                                                                : DiffAccounted::kAdded);
  }

  [[nodiscard]] static DiffAccounted place_of(const DiffLine& line, const PlaceWindow& window,
                                              bool has_source) {
    return !window.contains(line.place)                   ? DiffAccounted::kOtherLines
           : !has_source                                  ? DiffAccounted::kWithoutSource
           : line.place.kind == LinePlace::Kind::kUnknown ? DiffAccounted::kUnknownLine
           : line.place.kind == LinePlace::Kind::kBeyond  ? DiffAccounted::kBeyondEnd
           : line.pair.match == LineMatch::kNumber        ? DiffAccounted::kByNumber
           : line.pair.old_line == 0                      ? DiffAccounted::kAdded
           : line.pair.new_line == 0                      ? DiffAccounted::kRemoved
                                                          : DiffAccounted::kPaired;
  }

  [[nodiscard]] PlaceWindow window_of(uint32_t file, const LinePairing& pairing) const {
    constexpr size_t kAround = 8;
    if (target.kind != TargetKind::kLine || request.whole) {
      return {};
    }
    const Version side = files->name(file, Version::kNew) ? Version::kNew : Version::kOld;
    const std::optional<uint64_t> row = pairing.row_of(side, target.line);
    return {.around = row ? LinePlace{LinePlace::Kind::kRow, *row}
                          : LinePlace{LinePlace::Kind::kBeyond, target.line},
            .context = request.context.value_or(kAround)};
  }

  const std::unique_ptr<const MatchedSides> sides;
  const std::unique_ptr<const DiffFiles> files;
  DiffAnnotationTarget target;
  DiffAnnotationRequest request;
  DiffFileCosts costs;
  ChangeSummary accounts;
  SourcesOfSides places;
  std::vector<Amount> totals[2];
  std::vector<LineCosts> lines;  ///< by run, of the files that may be shown
  struct Shown {
    uint32_t file;
    std::optional<SourceFile> old_source, new_source;  ///< without their text
  };
  std::vector<Shown> shown;
  size_t beyond_limit = 0;
  bool has_changes = false;
  std::vector<DiffAccountedCost> told;
};

Result<DiffAnnotation> DiffAnnotation::make(const DiffRuns& runs, DiffAnnotationRequest request) {
  auto sides = std::make_unique<const MatchedSides>(runs);
  auto files = std::make_unique<const DiffFiles>(sides->runs, request.places);
  if (Result<void> known = files->check_lines("; 'quern diff' without --view compares functions");
      !known) {
    return failure(known.error());
  }
  Result<DiffAnnotationTarget> target = request.names_file
                                            ? exact_diff_file(*files, request.target)
                                            : find_diff_target(*sides, *files, request.target);
  if (!target) {
    return failure(target.error());
  }
  return DiffAnnotation(std::make_unique<State>(std::move(sides), std::move(files),
                                                std::move(*target), std::move(request)));
}

DiffAnnotation::DiffAnnotation(std::unique_ptr<State> state) : state_(std::move(state)) {}
DiffAnnotation::DiffAnnotation(DiffAnnotation&&) noexcept = default;
DiffAnnotation::~DiffAnnotation() = default;

const Selection& DiffAnnotation::selection() const {
  return state_->selection();
}

const DiffAnnotationRequest& DiffAnnotation::request() const {
  return state_->request;
}

const std::vector<Amount>& DiffAnnotation::totals(Version side) const {
  return state_->totals[static_cast<size_t>(side)];
}

size_t DiffAnnotation::run_count(Version side) const {
  return state_->sides->runs.of(side).size();
}

TargetKind DiffAnnotation::kind() const {
  return state_->target.kind;
}

const RowName& DiffAnnotation::target() const {
  return state_->target.name;
}

uint64_t DiffAnnotation::target_line() const {
  return state_->target.line;
}

size_t DiffAnnotation::row_count() const {
  return state_->shown.size() + state_->beyond_limit;
}

size_t DiffAnnotation::shown() const {
  return state_->shown.size();
}

bool DiffAnnotation::differs() const {
  return state_->has_changes || state_->beyond_limit != 0 ||
         std::ranges::any_of(state_->told, [](const DiffAccountedCost& account) {
           return account.what != DiffAccounted::kNotAsked && any_not_zero(account.change());
         });
}

std::string DiffAnnotation::folder_to_propose() const {
  std::vector<std::string> folders;
  for (const State::Shown& shown : state_->shown) {
    for (const std::optional<SourceFile>* source : {&shown.new_source, &shown.old_source}) {
      folders.push_back(*source ? (*source)->refused_folder : std::string());
    }
  }
  return quern::folder_to_propose(folders);
}

const std::vector<DiffAccountedCost>& DiffAnnotation::accounting() const {
  return state_->told;
}

bool DiffAnnotation::counts_outermost() const {
  return state_->counts_outermost();
}

const DiffFiles& DiffAnnotation::files() const {
  return *state_->files;
}

bool DiffAnnotation::has_jumps() const {
  return std::ranges::any_of(state_->lines, &LineCosts::has_jumps);
}

DiffAnnotatedFile DiffAnnotation::file(size_t rank) const {
  const State& state = *state_;
  const State::Shown& shown = state.shown[rank];
  DiffAnnotatedFile file;
  file.name = state.files->name(shown.file);
  file.status = state.files->status(shown.file);
  if (file.status == DiffStatus::kRenamed) {
    file.old_name = state.files->name(shown.file, Version::kOld);
  }
  file.match = state.files->match(shown.file);
  file.is_inlined = state.target.kind == TargetKind::kFunction &&
                    !std::ranges::binary_search(state.target.files, shown.file);
  file.old_side = state.costs.side(shown.file, Version::kOld);
  file.new_side = state.costs.side(shown.file, Version::kNew);
  file.change = change_between(file.old_side, file.new_side);
  file.is_noise = is_within_noise(file, state.selection());
  file.old_source = shown.old_source;
  file.new_source = shown.new_source;
  for (const Version side : {Version::kOld, Version::kNew}) {
    if (file.has_source(side)) {
      SourceFile& source = *(side == Version::kOld ? file.old_source : file.new_source);
      source.text = SourceFiles::read(source);
    }
  }
  file.pair_lines(state.sides->runs.layers.guess);
  file.lines = DiffLines(*state.sides, *state.files, state.lines).of(shown.file, file.pairing);
  file.choose_lines(state.window_of(shown.file, file.pairing), state.request);
  file.draw_arrows(state.request.unchanged);
  return file;
}

}  // namespace quern
