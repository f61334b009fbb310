// SPDX-License-Identifier: MIT
//
// What a typed word may mean: functions, files, objects.
#include <algorithm>
#include <set>

#include "quern/output/json/json_answer.h"
#include "quern/query/expression.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"

namespace quern::server {
namespace {

constexpr size_t kLongestWord = 1000;

/// How well a name fits: the lower the better; nothing where it does not.
class Fit {
 public:
  static Asked<Fit> read(std::string_view word) {
    Fit fit;
    fit.word_ = word;
    if (word.empty() || word.size() > kLongestWord) {
      return std::unexpected(bad_parameter("s", "'s' must be 1 to 1000 bytes of text"));
    }
    if (word.size() > 2 && word.front() == '/' && word.back() == '/') {
      Result<Expression> read = Expression::read(word.substr(1, word.size() - 2));
      if (!read) {
        Refusal refused = no_answer(read.error());
        refused.field = "s";
        return std::unexpected(std::move(refused));
      }
      fit.expression_ = std::make_unique<Expression>(std::move(*read));
    }
    return fit;
  }

  [[nodiscard]] std::optional<int> of(std::string_view name) const {
    if (expression_) {
      return expression_->fits(name) ? std::optional(0) : std::nullopt;
    }
    if (name == word_) {
      return 0;
    }
    const size_t at = name.find(word_);
    return at == std::string_view::npos ? std::nullopt : std::optional(at == 0 ? 1 : 2);
  }

 private:
  std::string_view word_;
  std::unique_ptr<Expression> expression_;
};

struct FoundFunction {
  int fit;
  int128 cost;
  uint32_t node;
};

void write_functions(JsonWriter& json, const ServedProfile& served, const Selection& selection,
                     const Fit& fit, size_t limit) {
  const std::shared_ptr<const NodeCosts> costs = served.costs_of_rows(selection);
  std::vector<FoundFunction> found;
  for (const uint32_t node : costs->nodes().listed()) {
    if (const std::optional<int> fits = fit.of(costs->nodes().name(node).name)) {
      found.push_back({*fits, costs->sort_cost(node, selection), node});
    }
  }
  const size_t shown = std::min(limit, found.size());
  std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(shown),
                            [&](const FoundFunction& left, const FoundFunction& right) {
                              return left.fit != right.fit ? left.fit < right.fit
                                     : left.cost != right.cost
                                         ? left.cost > right.cost
                                         : costs->nodes().is_before(left.node, right.node);
                            });
  json.key("functions").begin_object();
  write_rows(json, "rows", std::span(found).first(shown), [&](const FoundFunction& each) {
    const TopRow row = costs->row(each.node);
    write_ids(json, served, selection.group_by, each.node, row.name);
    write_name(json, row.name);
    write_bounds(json, "inclusive", row.inclusive);
  });
  write_count(json, "of", found.size());
  json.end_object();
}

/// Texts that fit, the best first, then by bytes.
void write_texts(JsonWriter& json, std::string_view key, const std::set<std::string_view>& texts,
                 const Fit& fit, size_t limit, GroupBy by) {
  std::vector<std::pair<int, std::string_view>> found;
  for (const std::string_view text : texts) {
    if (const std::optional<int> fits = fit.of(text)) {
      found.emplace_back(*fits, text);
    }
  }
  std::ranges::sort(found);
  json.key(key).begin_object().key("rows").begin_array();
  for (const auto& [fits, text] : std::span(found).first(std::min(limit, found.size()))) {
    json.begin_object().key("id").string(
        by == GroupBy::kFile ? file_id(text) : id_text(hash_of({"group", to_string(by), text})));
    json.text("name", text).end_object();
  }
  json.end_array();
  write_count(json, "of", found.size());
  json.end_object();
}

}  // namespace

Answer answer_search(Question& question) {
  const ServedProfile& served = *question.served;
  const std::string word = question.parameters->text("s");
  const Asked<Fit> fit = Fit::read(word);
  if (!fit) {
    return std::unexpected(fit.error());
  }
  const size_t limit = question.parameters->number("limit", 1, 100, 20);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  std::set<std::string_view> files;
  for (const auto& [id, file] : served.files()) {
    files.insert(file);
  }
  return json_answer([&](JsonWriter& json) {
    begin_document(json, "quern.search/1", *question.selection);
    write_functions(json, served, *question.selection, *fit, limit);
    write_texts(json, "files", files, *fit, limit, GroupBy::kFile);
    write_texts(json, "objects", served.objects(), *fit, limit, GroupBy::kObject);
  });
}

}  // namespace quern::server
