// SPDX-License-Identifier: MIT
//
// Treemaps in every form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "quern/output/answers/map.h"
#include "quern/output/map/map_picture.h"
#include "quern/output/map/map_script.h"
#include "quern/output/map/map_svg.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/test_support.h"

namespace quern {
namespace {

/// Callees of two callers, a cycle, and names full of markup, in files of several folders.
constexpr std::string_view kFolders =
    "events: Ir\nob=(1) /usr/bin/demo\nfl=(1) /src/app/main.c\n"
    "fn=main\n1 10\n2 30\ncfn=left<int>\ncalls=1 1\n2 580\ncfn=right\ncalls=2 1\n3 410\n"
    "fn=left<int>\n1 20\ncob=(2) /usr/lib/libc.so.6\ncfi=(2) /src/lib/text.c\n"
    "cfn=a\"b\\c[x]\ncalls=4 1\n1 400\ncob=(2)\ncfi=(2)\ncfn=odd\ncalls=3 1\n1 160\n"
    "fn=right\n1 9\ncob=(2)\ncfi=(2)\ncfn=a\"b\\c[x]\ncalls=1 1\n1 390\n"
    "cfn=tiny\ncalls=1 1\n1 11\n"
    "fn=tiny\n1 1\ncob=(2)\ncfi=(2)\ncfn=last\ncalls=1 1\n1 10\n"
    "ob=(2)\nfl=(2)\n"
    "fn=a\"b\\c[x]\n1 500\n4 270\ncfn=last\ncalls=5 1\n1 20\n"
    "fn=odd\n1 60\ncfn=even\ncalls=9 1\n1 100\n"
    "fn=even\n1 40\ncfn=odd\ncalls=8 1\n1 50\ncfn=last\ncalls=2 1\n1 60\n"
    "fn=last\n1 90\n";

constexpr std::string_view kDumps =
    "version: 1\nevents: Ir\npart: 1\nthread: 1\nfn=main\n1 60\n"
    "\nevents: Ir\npart: 2\nthread: 1\nfn=main\n1 30\nfn=g\n1 20\n"
    "\nevents: Ir\npart: 3\nthread: 2\nfn=f\n1 90\n";

CostMap map_of(const Profile& profile, const MapRequest& request) {
  Result<CostMap> answer =
      cost_map(profile, selected(profile, some_rows(0, SortBy::kInclusive)), request);
  if (!answer) {
    ADD_FAILURE() << answer.error().message;
  }
  return std::move(*answer);
}

std::string drawn(const CostMap& map, MapForm form, const MapStyle& how) {
  StringSink sink;
  render_drawn(map, form, style_of(Form::kText), how, sink);
  return sink.text();
}

/// Without its style sheet and script, which are the same in all.
std::string without_own_constants(std::string text) {
  for (const std::string& constant : {map_style_sheet(), std::string(map_script())}) {
    if (const size_t at = text.find(constant); at != std::string::npos) {
      text.erase(at, constant.size());
    }
  }
  return text;
}

void compare_map(const std::string& name, const CostMap& map) {
  compare_view(name, map);
  compare(name + ".svg",
          without_own_constants(drawn(map, MapForm::kSvg, {.pixels = 600, .height = 360})));
}

TEST(GoldenMap, OfCallees) {
  const auto profile = read_profile(kFolders);
  const CostMap map = map_of(*profile, {.least_share = 200});
  compare_map("map_callees", map);
  compare("map_callees.html", without_own_constants(drawn(map, MapForm::kHtml, {})));
}

TEST(GoldenMap, OfTheCallersOfAFunction) {
  const auto profile = read_profile(kFolders);
  const Selection selection = selected(*profile, some_rows(0, SortBy::kInclusive));
  const Result<CostMap> map = cost_map_around(*profile, selection, {.of = MapOf::kCallers}, "last");
  ASSERT_TRUE(map.has_value()) << map.error().message;
  compare_map("map_callers", *map);
}

TEST(GoldenMap, OfSources) {
  const auto profile = read_profile(kFolders);
  compare_map("map_source", map_of(*profile, {.of = MapOf::kSource}));
  compare_view("map_object", map_of(*profile, {.of = MapOf::kObject, .depth = 2}));
}

TEST(GoldenMap, OfParts) {
  const auto profile = read_profile(kDumps);
  compare_map("map_parts", map_of(*profile, {.of = MapOf::kParts}));
}

TEST(GoldenMap, OfNothing) {
  const auto profile = read_profile("events: Ir\nfn=main\n1 0\n");
  compare_map("map_nothing", map_of(*profile, {}));
}

/// `width` callees at each of `depth` levels, in folders of their own.
std::string nested_program(size_t width, size_t depth) {
  std::string text = "events: Ir\n";
  for (size_t level = 0; level < depth; ++level) {
    for (size_t callee = 0; callee < width; ++callee) {
      text += fmt::format("fl=/src/d{}/f{}.c\nfn=f{}_{}\n1 {}\n2 {}\n", callee, level, level,
                          callee, 10 + callee, 1 + level);
      if (level + 1 < depth) {
        text += fmt::format("cfn=f{}_{}\ncalls=1 1\n2 {}\n", level + 1, callee,
                            (11 + callee + level) * (depth - level - 1));
      }
    }
  }
  return text;
}

TEST(MapText, NeverExceedsItsWidth) {
  for (const MapOf of : {MapOf::kCallees, MapOf::kCallers, MapOf::kSource}) {
    const auto profile = read_profile(nested_program(7, 6));
    const CostMap map = map_of(*profile, {.of = of});
    for (const size_t width : {20U, 40U, 61U, 80U, 200U, 0U}) {
      StringSink sink;
      render(map, style_of(Form::kText, width), sink);
      std::string_view rest = sink.text();
      const std::string_view sketch = rest.substr(rest.find("┌"), rest.rfind("┘") - rest.find("┌"));
      const size_t most = width == 0 ? 80 : width;
      rest = width == 0 ? sketch : rest;
      while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        EXPECT_LE(display_width(line), most) << line;
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      }
    }
  }
}

TEST(MapPicture, HasThePlacesOfTheDocument) {
  const auto profile = read_profile(nested_program(9, 5));
  for (const MapOf of : {MapOf::kCallees, MapOf::kSource}) {
    const CostMap map = map_of(*profile, {.of = of});
    StringSink json;
    write_json(map, json);
    std::string_view document = json.text();
    document = document.substr(0, document.find("\"titles\":"));
    std::string_view svg;
    const std::string text = drawn(map, MapForm::kSvg, {});
    svg = text;
    size_t tiles = 0;
    for (size_t at = document.find("\"x\":"); at != std::string_view::npos;
         at = document.find("\"x\":")) {
      document.remove_prefix(at);
      std::string place(document.substr(0, document.find('}')));
      for (const std::string_view key : {"x", "y", "width", "height"}) {
        place.replace(place.find(fmt::format("\"{}\":", key)), key.size() + 3,
                      fmt::format("{}=", key));
      }
      document.remove_prefix(1);
      const size_t rectangle = svg.find("<rect class=\"b\" ");
      ASSERT_NE(rectangle, std::string_view::npos);
      svg.remove_prefix(rectangle + 16);
      std::string drawn_place;
      for (const char letter : svg.substr(0, svg.find("/>"))) {
        drawn_place += letter == ' ' ? "," : letter == '"' ? "" : std::string(1, letter);
      }
      EXPECT_EQ(drawn_place, place);
      ++tiles;
    }
    EXPECT_EQ(tiles, map.tiles.size());
  }
}

TEST(MapPicture, LabelsStayInTheirTiles) {
  const auto profile = read_profile(nested_program(9, 5));
  const MapPicture picture = map_picture(map_of(*profile, {}), {}, {});
  EXPECT_GT(picture.titles.size(), 5U);
  for (const DrawnTile& tile : picture.tiles) {
    const double bottom = tile.lines_y + kTileLine * static_cast<double>(tile.lines.size());
    EXPECT_TRUE(tile.lines.empty() || bottom <= tile.place.y + tile.place.height) << tile.name;
    for (const std::string& line : tile.lines) {
      EXPECT_LE(kPictureLetter * static_cast<double>(display_width(line)), tile.place.width);
    }
  }
  for (const TileTitle& title : picture.titles) {
    const TileRectangle& tile = picture.tiles[title.tile].place;
    EXPECT_GE(title.place.y, tile.y);
    EXPECT_LE(title.place.y + title.place.height, tile.y + tile.height);
    EXPECT_LE(kPictureLetter * static_cast<double>(display_width(title.words)), tile.width);
  }
}

TEST(MapPicture, LabelsHaveWholeNumbersOrNone) {
  EXPECT_EQ(label_in(TileKind::kCut, "1,234 more", 10), "1,234 more");
  EXPECT_EQ(label_in(TileKind::kCut, "1,234 more", 9), "+1,234");
  EXPECT_EQ(label_in(TileKind::kCut, "1,234 more", 5), "");
  EXPECT_EQ(label_in(TileKind::kFunction, "parse_header", 8), "pars…der");
}

TEST(ChainWords, LeaveOutTheMiddle) {
  EXPECT_EQ(chain_words({"main"}, 10), "main");
  EXPECT_EQ(chain_words({"main", "run", "parse"}, 30), "main › run › parse");
  EXPECT_EQ(chain_words({"main", "run_all", "parse"}, 19), "main › … › parse");
  EXPECT_EQ(chain_words({"main", "run", "parse"}, 9), "parse");
}

}  // namespace
}  // namespace quern
