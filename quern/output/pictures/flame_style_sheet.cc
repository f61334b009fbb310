// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>

#include "quern/output/pictures/flame_picture.h"
#include "quern/output/pictures/picture_colors.h"

namespace quern {
namespace {

constexpr std::string_view kRules =
    R"(svg.flame { font: 12px ui-monospace, Menlo, Consolas, monospace; background: #ffffff; }
.flame text { fill: #1b1b1b; }
.flame .f text { pointer-events: none; }
.flame .f { cursor: pointer; outline: none; }
.flame .b { fill: #d9d9d9; stroke: #ffffff; stroke-width: 0.5; }
.flame .h { pointer-events: none; }
.flame .hl { stroke: #000000; stroke-opacity: 0.3; stroke-width: 1.5; }
.flame .small .b { fill: #efefef; stroke: #b0b0b0; }
.flame .above .b { opacity: 0.55; }
.flame.searching .f:not(.match) .b { opacity: 0.4; }
.flame.searching .match .b { fill: #f0e442; stroke: #000000; stroke-width: 1.5; }
.flame.searching .match text { fill: #000000; font-weight: bold; }
.flame .f:focus .b { stroke: #000000; stroke-width: 2.5; }
.flame .f:hover .b { stroke: #000000; stroke-width: 1.5; }
.flame .controls { display: flex; gap: 6px; justify-content: flex-end; align-items: center;
  font: 12px system-ui, sans-serif; color: #1b1b1b; }
.flame .controls input { width: 13em; }
)";

constexpr std::string_view kDarkRules = R"(svg.flame { background: #161616; }
.flame text { fill: #f0f0f0; }
.flame .b { fill: #4a4a4a; stroke: #161616; }
.flame .hl { stroke: #ffffff; }
.flame .small .b { fill: #2a2a2a; stroke: #606060; }
.flame .f:focus .b, .flame .f:hover .b { stroke: #ffffff; }
.flame .controls { color: #f0f0f0; }
)";

}  // namespace

std::string flame_style_sheet() {
  std::string out = picture_fills("flame", false);
  out.insert(0, kRules.substr(0, kRules.find(".flame .small")));
  out += kRules.substr(kRules.find(".flame .small"));
  out += "@media (prefers-color-scheme: dark) {\n";
  out += kDarkRules.substr(0, kDarkRules.find(".flame .small"));
  out += picture_fills("flame", true);
  out += kDarkRules.substr(kDarkRules.find(".flame .small"));
  return out + "}\n";
}

}  // namespace quern
