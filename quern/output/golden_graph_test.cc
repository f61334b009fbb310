// SPDX-License-Identifier: MIT
//
// Drawn call graphs in every form.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "quern/output/answers/graph.h"
#include "quern/output/graph/arrow_labels.h"
#include "quern/output/graph/box_rows.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/test_support.h"

namespace quern {
namespace {

/// Callees of two callers, a cycle, a function that calls itself, and names full of markup.
constexpr std::string_view kProgram =
    "events: Ir\nob=(1) /usr/bin/demo\nfl=(1) a.c\n"
    "fn=main\n1 10\ncfn=left<int>\ncalls=1 1\n2 580\ncfn=right\ncalls=2 1\n3 410\n"
    "fn=left<int>\n1 20\ncob=(2) /usr/lib/libc.so.6\ncfi=(2) b.c\n"
    "cfn=a\"b\\c[x]\ncalls=4 1\n1 400\ncob=(2)\ncfi=(2)\ncfn=odd\ncalls=3 1\n1 160\n"
    "fn=right\n1 9\ncob=(2)\ncfi=(2)\ncfn=a\"b\\c[x]\ncalls=1 1\n1 390\n"
    "cfn=tiny\ncalls=1 1\n1 11\n"
    "fn=tiny\n1 1\ncob=(2)\ncfi=(2)\ncfn=last\ncalls=1 1\n1 10\n"
    "ob=(2)\nfl=(2)\n"
    "fn=a\"b\\c[x]\n1 780\ncfn=a\"b\\c[x]\ncalls=7 1\n1 300\ncfn=last\ncalls=5 1\n1 10\n"
    "fn=odd\n1 60\ncfn=even\ncalls=9 1\n1 120\n"
    "fn=even\n1 40\ncfn=odd\ncalls=8 1\n1 50\ncfn=last\ncalls=2 1\n1 60\n"
    "fn=last\n1 80\n";

CallPicture picture_of(const Profile& profile, const PictureRequest& request = {}) {
  Result<CallPicture> answer =
      call_picture(profile, selected(profile, some_rows(0, SortBy::kInclusive)), request);
  if (!answer) {
    ADD_FAILURE() << answer.error().message;
  }
  return std::move(*answer);
}

template <class Picture>
void compare_drawn(const std::string& name, const Picture& picture, std::string_view word,
                   const GraphStyle& how = {}) {
  StringSink sink;
  render_drawn(picture, parse_graph_form(word).value(), style_of(Form::kText), how, sink);
  compare(name + "." + std::string(word), sink.text());
}

template <class Picture>
void compare_graph(const std::string& name, const Picture& picture) {
  compare_view(name, picture);
  for (const std::string_view word : {"svg", "dot", "mermaid"}) {
    compare_drawn(name, picture, word);
  }
}

TEST(GoldenGraph, OfAProgram) {
  const auto profile = read_profile(kProgram);
  compare_graph("graph_program", picture_of(*profile, {.least_node_share = 300}));
  compare_drawn("graph_program", picture_of(*profile), "html");
}

TEST(GoldenGraph, InFramesWithOpenCycles) {
  const auto profile = read_profile(kProgram);
  compare_graph("graph_frames",
                picture_of(*profile, {.opens_cycles = true, .cluster_by = GroupBy::kObject}));
}

TEST(GoldenGraph, AroundAFunction) {
  const auto profile = read_profile(kProgram);
  const Selection selection = selected(*profile, some_rows(0, SortBy::kInclusive));
  const Result<CallPicture> picture =
      call_picture_around(*profile, selection, {.up = 1, .down = 1}, "right");
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  compare_view("graph_around", *picture);
  compare_drawn("graph_circle", *picture, "svg",
                {.direction = LayerDirection::kCircle, .boxes = BoxSize::kCompact});
}

TEST(GoldenGraph, InTallBoxes) {
  std::string program(kProgram);
  for (size_t at = 0; (at = program.find("left<int>", at)) != std::string::npos; at += 9) {
    program.replace(at, 9, "a_namespace::of_functions::whose_name::has_many_components<int>");
  }
  const auto profile = read_profile(program);
  const CallPicture picture = picture_of(*profile, {.least_node_share = 300});
  compare_drawn("graph_tall", picture, "svg", {.boxes = BoxSize::kTall});
  compare_drawn("graph_tall", picture, "dot", {.boxes = BoxSize::kTall});
}

TEST(BoxRows, BreakNamesWhereComponentsEnd) {
  EXPECT_EQ(name_rows("short", 30), std::vector<std::string>({"short"}));
  EXPECT_EQ(name_rows("outer::inner::function", 14),
            std::vector<std::string>({"outer::inner::", "function"}));
  EXPECT_EQ(name_rows("aaaaaa::bbbb::cccccc", 13),
            std::vector<std::string>({"aaaaaa::", "bbbb::cccccc"}))
      << "both colons stay together";
  EXPECT_EQ(name_rows("wwwwwwwwwwwwwwwwwwww", 12),
            std::vector<std::string>({"wwwwwwwwwwww", "wwwwwwww"}));
  for (const size_t length : {100U, 1000U}) {
    const std::vector<std::string> rows = name_rows(std::string(length, 'x'), 10);
    EXPECT_EQ(rows.size(), 4U);
    for (const std::string& row : rows) {
      EXPECT_LE(display_width(row), 10U);
    }
  }
}

TEST(GoldenGraph, OfBothSides) {
  std::string now(kProgram);
  now.replace(now.find("fn=tiny\n1 1\n"), 12, "fn=tiny\n1 41\n");
  now.replace(now.find("1 780\n"), 6, "1 480\n");
  now += "fn=added\n1 70\n";
  GoldenSides sides;
  const SelectionWords words = some_rows(0, SortBy::kInclusive);
  sides.add(kProgram, Version::kOld, words);
  sides.add(now, Version::kNew, words);
  const Result<DiffPicture> picture =
      diff_picture(sides.runs, {.least_node_share = 200, .cluster_by = GroupBy::kObject});
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  compare_graph("graph_changes", *picture);
}

TEST(GoldenGraph, OfNothing) {
  const auto profile = read_profile("events: Ir\nfn=main\n1 0\n");
  compare_view("graph_nothing", picture_of(*profile));
}

/// A function that calls many: `width` of them beside each other, `depth` rows of those.
std::string wide_program(size_t width, size_t depth) {
  std::string text = "events: Ir\n";
  for (size_t row = 0; row < depth; ++row) {
    for (size_t column = 0; column < width; ++column) {
      text += "fn=f" + std::to_string(row) + "_" + std::to_string(column) + "\n1 10\n";
      for (size_t callee = 0; callee < width && row + 1 < depth; ++callee) {
        if ((row + column + callee) % 3 != 0) {
          text += "cfn=f" + std::to_string(row + 1) + "_" + std::to_string(callee) +
                  "\ncalls=1 1\n1 " + std::to_string(5 + callee) + "\n";
        }
      }
    }
  }
  return text;
}

TEST(GraphSketch, FitsTheTerminal) {
  for (const size_t width : {1U, 3U, 9U, 20U}) {
    const auto profile = read_profile(wide_program(width, 4));
    const GraphPicture drawn =
        graph_picture(picture_of(*profile, {.least_node_share = 0, .least_edge_share = 0}), {});
    for (const size_t columns : {40U, 80U, 200U}) {
      const GraphSketch sketch = graph_sketch(drawn, graph_layout(drawn, {}), columns, false);
      std::string_view rest = sketch.text;
      while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        EXPECT_LE(display_width(line), columns) << line;
        rest.remove_prefix(line.size() + 1);
      }
      EXPECT_EQ(sketch.boxes_out == 0, width * 16 <= columns + 2) << width << " in " << columns;
    }
  }
}

TEST(ArrowLabels, CoverNothing) {
  const auto profile = read_profile(wide_program(7, 5));
  const GraphPicture drawn =
      graph_picture(picture_of(*profile, {.least_node_share = 0, .least_edge_share = 0}), {});
  const LayerLayout layout = graph_layout(drawn, {});
  const std::vector<ArrowLabel> labels = arrow_labels(drawn, layout);
  EXPECT_GT(labels.size(), 10U);
  const auto overlap = [](const LayerRectangle& one, const LayerRectangle& other) {
    return one.x < other.x + other.width && other.x < one.x + one.width &&
           one.y < other.y + other.height && other.y < one.y + one.height;
  };
  for (size_t at = 0; at < labels.size(); ++at) {
    for (size_t other = at + 1; other < labels.size(); ++other) {
      EXPECT_FALSE(overlap(labels[at].area, labels[other].area));
    }
    for (const LayerRectangle& box : layout.boxes) {
      EXPECT_FALSE(overlap(labels[at].area, box));
    }
  }
}

TEST(ArrowShape, EndsAtTheBox) {
  const std::vector<LayerPoint> points = {{0, 0}, {0, 10}, {0, 20}, {0, 40}};
  const ArrowShape shape = arrow_shape(points, 1);
  EXPECT_EQ(shape.width, 5);
  EXPECT_EQ(shape.end.x, 0);
  EXPECT_EQ(shape.end.y, 36);
  EXPECT_EQ(shape.left.y, 32);
  EXPECT_EQ(shape.left.x, -shape.right.x);
}

}  // namespace
}  // namespace quern
