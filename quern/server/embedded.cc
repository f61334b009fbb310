// SPDX-License-Identifier: MIT
#include "quern/server/embedded.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "quern/analysis/groups/grouping.h"
#include "quern/base/json_writer.h"
#include "quern/server/answer_book.h"
#include "quern/server/handle.h"
#include "quern/server/identities.h"
#include "quern/server/query_parameters.h"
#include "quern/views/trees/tree.h"

namespace quern::server {
namespace {

constexpr uint64_t kWindowRows = 100;  // what the page asks at a time
constexpr uint64_t kMostListRows = 1000;
constexpr uint64_t kMostRowsOfOther = 200;  // of lists by another event, and of groups
constexpr uint64_t kMostPeeks = 1000;
constexpr uint64_t kMostChanges = 50;        // functions compared alone: each takes a comparison
constexpr uint64_t kComparedBranches = 400;  // what the page asks of trees of two sides
constexpr uint64_t kMostBranches = 400;      // of each direction
constexpr uint64_t kMostSources = 200;
constexpr size_t kMostEvents = 16;
constexpr std::string_view kFlamePixels = "2400";

/// How much of something is in the file. `of` is not known of trees that have no end.
struct Held {
  std::string_view what;
  uint64_t held = 0;
  std::optional<uint64_t> of = {};
};

/// A number that an answer has behind its rows, which hold no key of that name.
uint64_t number_in(std::string_view body, std::string_view key) {
  const size_t at = body.rfind(key);
  uint64_t number = 0;
  if (at != std::string_view::npos) {
    std::from_chars(body.data() + at + key.size(), body.data() + body.size(), number);
  }
  return number;
}

/// The texts behind `start`, which holds a line break: no text within an answer does.
std::vector<std::string> texts_behind(std::string_view body, std::string_view start) {
  std::vector<std::string> texts;
  for (size_t at = body.find(start); at != std::string_view::npos; at = body.find(start, at)) {
    at += start.size();
    const size_t end = body.find('"', at);
    texts.emplace_back(body.substr(at, end - at));
  }
  return texts;
}

std::vector<std::string> ids_in(std::string_view body) {
  return texts_behind(body, "\n{\"id\":\"");
}

Target functions_by(std::string_view event, std::string_view sort) {
  Target target("/api/functions");
  return target.with("e", event).with("sort", sort);
}

class Embedding {
 public:
  Embedding(const LiveProfiles& live, uint64_t most)
      : live_(live), set_(live.state().set), book_(live, most) {}

  std::string text() {
    book_.add_always(Target("/api/meta"));
    add_overview();
    add_peeks();
    add_branches();
    add_sources();
    add_other_events();
    add_groups();
    std::string text = R"({"schema":"quern.page/1","held":[)";
    for (const Held& held : held_) {
      text += text.ends_with('[') ? "\n" : ",\n";
      JsonWriter json(text);
      json.begin_object().key("what").string(held.what).key("held").integer(held.held);
      json.key("of");
      held.of ? json.integer(*held.of) : json.null();
      json.end_object();
    }
    text += "],\n\"answers\":{\n" + book_.text() + "\n}}";
    return text;
  }

 private:
  [[nodiscard]] const ServedProfile& served() const { return *set_->now; }

  [[nodiscard]] std::string answer(const Target& target) const {
    return handle(target.request(), live_).body;
  }
  [[nodiscard]] uint64_t count_of(Target list) const {
    return number_in(answer(list.with("limit", 1)), "\"matched\":");
  }

  /// The windows of a list up to a number of rows; how many rows are held.
  uint64_t add_list(Target list, uint64_t of, uint64_t most) {
    const uint64_t end = std::min(of, most);
    list.with("limit", kWindowRows);
    for (uint64_t held = 0; held == 0 || held < end; held += kWindowRows) {
      if (!book_.add(list.with("offset", held))) {
        return held;
      }
    }
    return end;
  }

  uint64_t add_functions(std::string_view event, uint64_t of, uint64_t most) {
    const uint64_t by_self = add_list(functions_by(event, ""), of, most);
    return std::min(by_self, add_list(functions_by(event, "incl"), of, most));
  }

  bool add_flames(std::string_view event) {
    const Target flame = Target("/api/flame").with("e", event).with("px", kFlamePixels);
    const bool is_added = book_.add_if_fits(flame);
    return book_.add_if_fits(Target(flame).with("inv", "1")) && is_added;
  }

  void add_overview() {
    functions_ = count_of(functions_by("", ""));
    if (set_->base) {
      add_comparison();
    }
    book_.begin_stage(20);
    book_.add_if_fits(Target("/api/check"));
    book_.add_if_fits(Target("/api/info"));
    add_flames("");
    book_.add_if_fits(Target("/api/graph"));
    book_.add_if_fits(Target("/api/map"));
    book_.add_if_fits(branch(false, ""));
    book_.add_if_fits(branch(true, ""));
    book_.begin_stage(40);
    held_.push_back({"functions", add_functions("", functions_, kMostListRows), functions_});
    const uint64_t files = count_of(Target("/api/files"));
    held_.push_back({"files", add_list(Target("/api/files"), files, kMostListRows), files});
  }

  void add_comparison() {
    book_.begin_stage(15);
    book_.add_if_fits(Target("/api/compare"));
    add_changes();
    book_.begin_stage(15);
    book_.add_if_fits(Target("/api/flame").with("base", "base").with("px", kFlamePixels));
    book_.add_if_fits(Target("/api/graph").with("base", "base"));
    for (const std::string_view inverted : {"", "1"}) {
      for (const std::string_view changed : {"", "1"}) {
        Target both = Target("/api/tree").with("base", "base").with("limit", kComparedBranches);
        book_.add_if_fits(both.with("inv", inverted).with("changed", changed));
      }
    }
    const Target hottest = functions_by("", "").with("base", "base").with("changed", "1");
    const std::vector<std::string> ids =
        ids_in(answer(Target(hottest).with("limit", kMostChanges)));
    uint64_t held = 0;
    for (const std::string& id : ids) {
      held += book_.add(Target("/api/fn/" + id).with("base", "base").with("limit", kWindowRows));
    }
    held_.push_back({"compared-alone", held, count_of(functions_by("", "").with("base", "base"))});
    add_compared_sources();
  }

  /// The files that changed most, line by line.
  void add_compared_sources() {
    book_.begin_stage(15);
    const Target files = functions_by("", "").with("base", "base").with("group", "file");
    for (const std::string_view changed : {"1", ""}) {
      const Target list = Target(files).with("changed", changed);
      add_list(list, count_of(list), kMostRowsOfOther);
    }
    const std::string list = answer(Target(files).with("changed", "1").with("limit", kMostSources));
    const uint64_t held = add_sources_in(list, "base");
    held_.push_back({"compared-sources", held, number_in(list, "\"matched\":")});
  }

  void add_changes() {
    for (const std::string_view changed : {"1", ""}) {
      const Target list = functions_by("", "").with("base", "base").with("changed", changed);
      const uint64_t of = count_of(list);
      const uint64_t most = changed == "1" ? kMostListRows : kMostRowsOfOther;
      const uint64_t held = add_list(list, of, most);
      const uint64_t inclusive = add_list(Target(list).with("sort", "incl"), of, most);
      held_.push_back({changed == "1" ? "changed" : "compared", std::min(held, inclusive), of});
    }
  }

  /// The ids of the most expensive functions, alternating by self cost and by inclusive cost.
  [[nodiscard]] std::vector<std::string> hottest_functions() const {
    std::array<std::vector<std::string>, 2> ranked;
    for (uint64_t offset = 0; offset < std::min(functions_, kMostPeeks); offset += 500) {
      for (size_t order = 0; order < ranked.size(); ++order) {
        const Target window = functions_by("", order == 0 ? "" : "incl");
        std::ranges::move(ids_in(answer(Target(window).with("limit", 500).with("offset", offset))),
                          std::back_inserter(ranked[order]));
      }
    }
    std::vector<std::string> ids;
    std::set<std::string_view> known;
    for (size_t rank = 0; rank < ranked[0].size(); ++rank) {
      for (const std::vector<std::string>& order : ranked) {
        if (rank < order.size() && ids.size() < kMostPeeks && known.insert(order[rank]).second) {
          ids.push_back(order[rank]);
        }
      }
    }
    return ids;
  }

  void add_peeks() {
    book_.begin_stage(45);
    uint64_t held = 0;
    for (const std::string& id : hottest_functions()) {
      held += book_.add(Target("/api/fn/" + id).with("limit", kWindowRows));
    }
    held_.push_back({"peeks", held, functions_});
  }

  [[nodiscard]] static Target branch(bool bottom_up, std::string_view path) {
    return Target("/api/tree")
        .with("inv", bottom_up ? "1" : "")
        .with("limit", kWindowRows)
        .with("offset", 0)
        .with("path", path);
  }

  void add_branches() {
    uint64_t held = 0;
    bool is_whole = true;
    for (const bool bottom_up : {false, true}) {
      book_.begin_stage(25);
      for (const std::string& path : hottest_branches(bottom_up, is_whole)) {
        const bool is_added = book_.add(branch(bottom_up, path));
        held += is_added;
        is_whole = is_whole && is_added;
      }
    }
    held_.push_back({"branches", held, is_whole ? std::optional(held) : std::nullopt});
  }

  /// The ways to the branches that cost most and have others below them.
  [[nodiscard]] std::vector<std::string> hottest_branches(bool bottom_up, bool& is_whole) const {
    const Request nothing;
    QueryParameters parameters(nothing, {});
    Asked<Selection> selection = selection_of(
        served().profile(), parameters,
        {.rows = RowKind::kBranches, .default_sort = SortBy::kInclusive, .takes_ratios = false});
    const TreeRequest request{.bottom_up = bottom_up};
    std::vector<std::string> ways;
    if (!selection) {
      return ways;
    }
    selection->limit = kMostBranches;
    const auto ground = served().ground(*selection, request);
    const Result<Tree> grown =
        ground ? tree(**ground, *selection, request) : Result<Tree>(failure(ground.error()));
    if (!grown) {
      return ways;
    }
    is_whole = is_whole && grown->hidden.count == 0 && !grown->is_cut;
    const RowIds ids(served().identities(), selection->group_by);
    std::vector<std::string> paths;
    for (const TreeRow& row : grown->rows) {
      const std::string above = row.parent ? paths[*row.parent] + '.' : "";
      paths.push_back(above + ids.of(row.node, row.name));
      is_whole = is_whole && row.hidden.count == 0;
      if (row.children != 0) {
        ways.push_back(paths.back());
      }
    }
    // The nearest to the roots first, so that one can get to whatever is held.
    std::ranges::sort(ways, {}, [](const std::string& way) {
      return std::pair(std::ranges::count(way, '.'), std::string_view(way));
    });
    return ways;
  }

  void add_sources() {
    book_.begin_stage(60);
    const std::string list = answer(Target("/api/files").with("limit", kMostSources));
    const uint64_t held = add_sources_in(list, "");
    held_.push_back({"sources", held, number_in(list, "\"matched\":")});
  }

  /// The lines of the files of a list, `base`: of both sides. How many are held.
  uint64_t add_sources_in(const std::string& list, std::string_view base) {
    uint64_t held = 0;
    for (const std::string& file : texts_behind(list, ",\"file_id\":\"")) {
      // One that is too long leaves room for those that are shorter.
      held += book_.add_if_fits(Target("/api/source/" + file).with("base", base));
    }
    return held;
  }

  void add_other_events() {
    book_.begin_stage(90);
    const std::span<const Event> events = served().profile().events();
    uint64_t held = 1;
    for (size_t at = 1; at < std::min(events.size(), kMostEvents); ++at) {
      const std::string& event = events[at].name;
      const bool has_flames = add_flames(event);
      held += add_functions(event, functions_, kMostRowsOfOther) != 0 && has_flames &&
              book_.add(branch(false, "").with("e", event)) &&
              book_.add(branch(true, "").with("e", event));
    }
    if (events.size() > 1) {
      held_.push_back({"events", std::min<uint64_t>(held, events.size()), events.size()});
    }
  }

  void add_groups() {
    book_.begin_stage(100);
    uint64_t held = 0;
    const std::span<const std::string_view> words = group_by_words();
    for (const std::string_view word : words) {
      if (word == "function") {
        continue;
      }
      bool is_held = true;
      for (const std::string_view sort : {"", "incl"}) {
        const Target list = functions_by("", sort).with("group", word);
        is_held = add_list(list, count_of(list), kMostRowsOfOther) != 0 && is_held;
      }
      held += is_held;
    }
    held_.push_back({"groups", held, words.size() - 1});
  }

  const LiveProfiles& live_;
  std::shared_ptr<const ProfilePair> set_;
  AnswerBook book_;
  std::vector<Held> held_;
  uint64_t functions_ = 0;
};

}  // namespace

std::string embedded_answers(const LiveProfiles& live, uint64_t most) {
  return Embedding(live, most).text();
}

}  // namespace quern::server
