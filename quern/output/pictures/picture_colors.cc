// SPDX-License-Identifier: MIT
//
// Words are dark on light fills and light on dark ones; changes go from blue over grey to orange,
// which color-blind readers can distinguish.
#include "quern/output/pictures/picture_colors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace quern {
namespace {

constexpr uint32_t kGroupColors = 24;

struct Fixed {
  std::string_view name, light, dark;
};
constexpr std::array kFixed = {
    Fixed{"s0", "#f2efe9", "#2b2a28"}, Fixed{"s1", "#f8e6c8", "#40351f"},
    Fixed{"s2", "#f6d39a", "#5a4620"}, Fixed{"s3", "#f3ba66", "#75551d"},
    Fixed{"s4", "#ec9b3b", "#8c5a17"}, Fixed{"s5", "#e0781f", "#a3540f"},
    Fixed{"l3", "#5aa5dc", "#1f65a8"}, Fixed{"l2", "#9cc6e8", "#24527d"},
    Fixed{"l1", "#d5e5f3", "#28384a"}, Fixed{"m1", "#fbe3c8", "#4a3a26"},
    Fixed{"m2", "#f7bd7c", "#7d5320"}, Fixed{"m3", "#ef9232", "#985a0c"}};

/// One channel of a color of this hue (in degrees), in whole numbers so that it is the same
/// everywhere: `middle` and `reach` are the channel's mean and how far it goes from that.
uint32_t channel(uint32_t hue, uint32_t middle, uint32_t reach) {
  const uint32_t angle = hue % 360;
  const uint32_t from_top = angle <= 180 ? angle : 360 - angle;  // 0: at its most
  const uint32_t level = from_top <= 60 ? 120 : from_top >= 120 ? 0 : (120 - from_top) * 2;
  return middle + reach * level / 120 - reach / 2;
}

/// Every other round of hues is a little paler.
std::string group_fill(uint32_t at, bool is_dark) {
  const uint32_t hue = at * 360 / (kGroupColors / 2) % 360;
  const bool is_pale = at >= kGroupColors / 2;
  const uint32_t middle = is_dark ? (is_pale ? 88 : 72) : (is_pale ? 221 : 204);
  const uint32_t reach = is_dark ? (is_pale ? 44 : 64) : (is_pale ? 48 : 76);
  return fmt::format("#{:02x}{:02x}{:02x}", channel(hue, middle, reach),
                     channel(hue + 240, middle, reach), channel(hue + 120, middle, reach));
}

}  // namespace

std::string picture_fills(std::string_view svg_class, bool is_dark) {
  std::string out;
  for (uint32_t at = 0; at < kGroupColors; ++at) {
    out += fmt::format(".{} .k{} .b {{ fill: {}; }}\n", svg_class, at, group_fill(at, is_dark));
  }
  for (const Fixed& each : kFixed) {
    out += fmt::format(".{} .{} .b {{ fill: {}; }}\n", svg_class, each.name,
                       is_dark ? each.dark : each.light);
  }
  return out;
}

std::string_view picture_fill(std::string_view color) {
  const auto* found = std::ranges::find(kFixed, color, &Fixed::name);
  return found != kFixed.end() ? found->light : "#ffffff";
}

std::string group_color(std::string_view text) {
  if (text.empty()) {
    return "none";
  }
  uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a: the same in every run and on every machine
  for (const char c : text) {
    hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3U;
  }
  return fmt::format("k{}", (hash ^ hash >> 32) % kGroupColors);
}

std::string share_color(int128 part, int128 whole) {
  const std::array<int128, 5> steps = {1000, 200, 100, 20, 5};  // 0.1 %, 0.5 %, 1 %, 5 %, 20 %
  size_t at = 0;
  while (at < steps.size() && part > 0 && part >= whole / steps[at]) {
    ++at;
  }
  return fmt::format("s{}", at);
}

}  // namespace quern
