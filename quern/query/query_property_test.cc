// SPDX-License-Identifier: MIT
//
// Random queries against a slow evaluator that walks their trees.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quern/query/query.h"
#include "quern/testing/generators/random_choice.h"

namespace quern {
namespace {

using testing::RandomChoice;

/// A function with small costs; of some it knows nothing.
struct AnyRow : QueryRow {
  explicit AnyRow(RandomChoice& random)
      : name(random.pick({"", "main", "parse_row", "parse_cell"})),
        file(random.pick({"", "a.c", "net/a.c"})) {
    for (std::optional<int128>* cost : {&costs[0], &costs[1], &costs[2], &costs[3], &count}) {
      if (random.chance(80)) {
        *cost = static_cast<int128>(random.below(9)) - 2;
      }
    }
    whole = static_cast<int128>(random.below(30)) - 3;
  }
  [[nodiscard]] std::string_view text(QueryText which) const override {
    const std::string_view texts[] = {name, file};
    return which <= QueryText::kFile ? texts[static_cast<size_t>(which)] : std::string_view();
  }
  [[nodiscard]] std::optional<int128> self(size_t event) const override {
    return costs[event_of(event)];
  }
  [[nodiscard]] std::optional<int128> inclusive(size_t event) const override {
    return costs[2 + event_of(event)];
  }
  [[nodiscard]] std::optional<int128> calls() const override { return count; }
  [[nodiscard]] int128 total(size_t event) const override {
    return whole + static_cast<int128>(event_of(event));
  }

  [[nodiscard]] size_t event_of(size_t event) const {
    return query->events()[event] == "A" ? 0 : 1;
  }

  const Query* query = nullptr;
  std::string name, file;
  std::optional<int128> costs[4];  ///< self A, self B, inclusive A, inclusive B
  std::optional<int128> count;
  int128 whole;
};

/// A query as a tree.
struct Node {
  enum Kind : uint8_t { kAnd, kOr, kNot, kCompare, kName, kFile } kind = kCompare;
  std::unique_ptr<Node> left, right;
  // comparisons
  int quantity = 0, divisor = -1;  ///< 0 to 3: AnyRow::costs; 4: calls
  std::string sign;
  int tenths = 0;  ///< the number, in tenths
  bool is_percent = false;
  // texts
  std::string word;  ///< fits where the text begins with it (~), or is it
  bool is_expression = false, is_negative = false;
};

std::unique_ptr<Node> random_node(RandomChoice& random, int depth) {
  auto node = std::make_unique<Node>();
  if (depth > 0 && random.chance(75)) {
    node->kind = static_cast<Node::Kind>(random.below(3));
    node->left = random_node(random, depth - 1);
    if (node->kind != Node::kNot) {
      node->right = random_node(random, depth - 1);
    }
    return node;
  }
  if (random.chance(30)) {
    node->kind = random.chance(50) ? Node::kName : Node::kFile;
    node->word = random.pick({"main", "parse", "a.c", "net", ""});
    node->is_expression = random.chance(50);
    node->is_negative = random.chance(50);
    return node;
  }
  node->quantity = static_cast<int>(random.below(5));
  node->divisor = random.chance(30) ? static_cast<int>(random.below(5)) : -1;
  node->sign = random.pick({"<", "<=", ">", ">=", "=", "==", "!="});
  node->tenths = static_cast<int>(random.below(80)) - 20;
  if (random.chance(50)) {
    node->tenths = node->tenths / 10 * 10;
  }
  node->is_percent = node->divisor < 0 && node->quantity < 4 && random.chance(40);
  if (node->is_percent) {
    node->tenths *= 10;
  }
  return node;
}

std::string quantity_text(RandomChoice& random, int quantity) {
  switch (quantity) {
    case 0:
      return random.pick({"self(A)", "A", "'A'", "self ( \"A\" )"});
    case 1:
      return random.pick({"self(B)", "B"});
    case 2:
      return random.pick({"incl(A)", "inclusive(A)"});
    case 3:
      return "incl(B)";
    default:
      return "calls";
  }
}

std::string number_text(int tenths) {
  const int size = std::abs(tenths);
  const std::string text = std::to_string(size / 10) + "." + std::to_string(size % 10);
  return (tenths < 0 ? "-" : "") + text;
}

/// Brackets where they are needed, and at random.
std::string text_of(RandomChoice& random, const Node& node, int outer = 0) {
  const int rank = node.kind == Node::kOr ? 1 : node.kind == Node::kAnd ? 2 : 3;
  std::string text;
  switch (node.kind) {
    case Node::kAnd:
      text = text_of(random, *node.left, 2) + random.pick({" and ", "&", " && "}) +
             text_of(random, *node.right, 3);
      break;
    case Node::kOr:
      text = text_of(random, *node.left, 1) + random.pick({" or ", "|", "||\n"}) +
             text_of(random, *node.right, 2);
      break;
    case Node::kNot:
      text = random.pick({"not ", "!"}) + text_of(random, *node.left, 3);
      break;
    case Node::kCompare:
      text = quantity_text(random, node.quantity) +
             (node.divisor < 0 ? "" : "/" + quantity_text(random, node.divisor)) + node.sign +
             number_text(node.tenths) + (node.is_percent ? "%" : "");
      break;
    default:
      text = node.kind == Node::kName ? random.pick({"name", "fn", "function "}) : "file";
      text += node.is_negative ? "!" : "";
      text += node.is_expression ? "~/^" + node.word + "/" : "=\"" + node.word + "\"";
  }
  return rank < outer || random.chance(15) ? "(" + text + ")" : text;
}

std::optional<int128> value(const AnyRow& row, int quantity) {
  return quantity == 4 ? row.count : row.costs[static_cast<size_t>(quantity)];
}

bool is_true(const std::string& sign, int128 left, int128 right) {
  return sign == "<"    ? left < right
         : sign == "<=" ? left <= right
         : sign == ">"  ? left > right
         : sign == ">=" ? left >= right
         : sign == "!=" ? left != right
                        : left == right;
}

bool compare(const Node& node, const AnyRow& row) {
  std::optional<int128> left = value(row, node.quantity);
  std::optional<int128> scale = node.divisor < 0 ? 1 : value(row, node.divisor);
  if (!left || !scale || *scale == 0) {
    return false;
  }
  if (*scale < 0) {
    left = -*left;
    scale = -*scale;
  }
  if (node.is_percent) {
    const int128 whole = row.whole + (node.quantity == 1 || node.quantity == 3 ? 1 : 0);
    const int128 sign = whole < 0 ? -1 : 1;
    return is_true(node.sign, sign * *left * 1000, sign * node.tenths * whole);
  }
  return is_true(node.sign, *left * 10, node.tenths * *scale);
}

bool slow_fits(const Node& node, const AnyRow& row) {
  switch (node.kind) {
    case Node::kAnd:
      return slow_fits(*node.left, row) && slow_fits(*node.right, row);
    case Node::kOr:
      return slow_fits(*node.left, row) || slow_fits(*node.right, row);
    case Node::kNot:
      return !slow_fits(*node.left, row);
    case Node::kCompare:
      return compare(node, row);
    default:
      break;
  }
  const std::string& text = node.kind == Node::kName ? row.name : row.file;
  const bool fits = node.is_expression ? text.starts_with(node.word) : text == node.word;
  return fits != node.is_negative;
}

TEST(QueryProperty, AgreesWithASlowEvaluator) {
  size_t fitting = 0;
  size_t asked = 0;
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    RandomChoice random(seed);
    const std::unique_ptr<Node> node = random_node(random, 4);
    const std::string text = text_of(random, *node);
    const Result<Query> query = Query::read(text);
    ASSERT_TRUE(query) << text << ": " << query.error().message;
    for (int rows = 0; rows < 10; ++rows) {
      AnyRow row(random);
      row.query = &*query;
      ASSERT_EQ(query->fits(row), slow_fits(*node, row)) << seed << ": " << text;
      fitting += query->fits(row) ? 1U : 0U;
      ++asked;
    }
  }
  EXPECT_GT(fitting, asked / 4);
  EXPECT_LT(fitting, asked * 3 / 4);
}

TEST(QueryProperty, DamagedQueriesAreRefusedOrRead) {
  size_t refused = 0;
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    RandomChoice random(seed);
    std::string text = text_of(random, *random_node(random, 4));
    for (uint64_t changes = 1 + random.below(3); changes != 0 && !text.empty(); --changes) {
      const size_t at = random.index(text.size());
      if (random.chance(50)) {
        text.erase(at, 1 + random.below(3));
      } else {
        text[at] = static_cast<char>(random.below(256));
      }
    }
    const Result<Query> query = Query::read(text);
    if (!query) {
      ++refused;
      EXPECT_FALSE(query.error().message.empty());
      EXPECT_LE(query.error().place.column, text.size() + 1);
    }
  }
  EXPECT_GT(refused, 1'000U);
}

}  // namespace
}  // namespace quern
