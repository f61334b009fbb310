// SPDX-License-Identifier: MIT
//
// A drawn call graph for Graphviz and for Mermaid, which choose the places of boxes themselves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "quern/base/buffered_text.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/pictures/picture_colors.h"

namespace quern {
namespace {

constexpr std::string_view kHotColor = "#b3261e";

/// A text in double quotes of YAML.
std::string quoted_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out;
}

/// The same of the DOT language, which takes entities for characters; lines are centered.
std::string dot_text(std::string_view text) {
  std::string out;
  for (const char c : quoted_text(text)) {
    out += c == '&' ? "&amp;" : std::string(1, c);
  }
  return out;
}

/// A text in double quotes of Mermaid, which would take much of a C++ name for markup.
std::string mermaid_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\"#<>&`\\|[]{}()*_~";
  std::string out;
  for (const char c : text) {
    if (kMarkup.find(c) != std::string_view::npos) {
      out += fmt::format("#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string joined(const std::vector<std::string>& lines, std::string_view separator,
                   const std::function<std::string(std::string_view)>& escape) {
  std::string out;
  for (const std::string& line : lines) {
    out += (out.empty() ? "" : std::string(separator)) + escape(line);
  }
  return out;
}

std::vector<std::string> rows_of(const GraphBox& box) {
  std::vector<std::string> rows = {box.label};
  rows.insert(rows.end(), box.lines.begin(), box.lines.end());
  return rows;
}

/// Calls write(box) for the boxes of each cluster, between open(cluster) and close(), then for the
/// others.
void each_box(const GraphPicture& picture, const std::function<void(size_t)>& open,
              const std::function<void()>& close, const std::function<void(size_t)>& write) {
  for (size_t cluster = 0; cluster < picture.clusters.size(); ++cluster) {
    open(cluster);
    for (size_t at = 0; at < picture.boxes.size(); ++at) {
      if (picture.boxes[at].cluster == cluster) {
        write(at);
      }
    }
    close();
  }
  for (size_t at = 0; at < picture.boxes.size(); ++at) {
    if (!picture.boxes[at].cluster) {
      write(at);
    }
  }
}

void append_dot_box(std::string& out, const GraphBox& box, size_t at) {
  out += fmt::format("  n{} [label=\"{}\" tooltip=\"{}\\n{}\" fillcolor=\"{}\"{}{}];\n", at,
                     joined(rows_of(box), "\\n", dot_text), dot_text(box.name),
                     joined(box.facts, "\\n", dot_text), picture_fill(box.color),
                     box.is_hot ? fmt::format(" color=\"{}\" penwidth=2", kHotColor) : "",
                     box.is_focus ? " peripheries=2" : "");
}

void append_dot_arrow(std::string& out, const GraphArrow& arrow) {
  out +=
      fmt::format("  n{} -> n{} [label=\"{}\" tooltip=\"{}\" penwidth={:.2f}{}{}];\n", arrow.from,
                  arrow.to, dot_text(arrow.label), joined(arrow.facts, "\\n", dot_text),
                  1 + 4 * arrow.share, arrow.is_dashed ? " style=dashed" : "",
                  arrow.is_hot ? fmt::format(" color=\"{}\"", kHotColor) : "");
}

/// twopi is Graphviz's program for rings.
std::string dot_layout(const GraphPicture& picture, LayerDirection direction) {
  if (direction != LayerDirection::kCircle) {
    return direction == LayerDirection::kRight ? "rankdir=LR" : "rankdir=TB";
  }
  const bool has_focus = !picture.boxes.empty() && picture.boxes.front().is_focus;
  return has_focus ? "layout=twopi; overlap=false; root=n0" : "layout=twopi; overlap=false";
}

}  // namespace

void write_dot(const GraphPicture& picture, const GraphStyle& style, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  text += fmt::format(
      "digraph calls {{\n  label=\"{}\\n{}\"; labelloc=t; {};\n"
      "  node [shape=box style=filled fontname=\"monospace\" fontsize=11];\n"
      "  edge [fontname=\"monospace\" fontsize=10];\n",
      dot_text(picture.title), dot_text(picture.subtitle), dot_layout(picture, style.direction));
  for (const std::string& note : picture.notes) {
    text += fmt::format("  // {}\n", note);
  }
  each_box(
      picture,
      [&](size_t cluster) {
        text += fmt::format("  subgraph cluster_{} {{ label=\"{}\"; style=dashed;\n", cluster,
                            dot_text(picture.clusters[cluster]));
      },
      [&] { text += "  }\n"; }, [&](size_t at) { append_dot_box(text, picture.boxes[at], at); });
  for (const GraphArrow& arrow : picture.arrows) {
    append_dot_arrow(text, arrow);
  }
  text += "}\n";
}

void write_mermaid(const GraphPicture& picture, const GraphStyle& style, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  text += fmt::format("---\ntitle: \"{}\"\n---\nflowchart {}\n", quoted_text(picture.title),
                      style.direction == LayerDirection::kRight ? "LR" : "TD");
  for (const std::string& note : picture.notes) {
    text += fmt::format("%% {}\n", note);
  }
  each_box(
      picture,
      [&](size_t cluster) {
        text +=
            fmt::format("subgraph c{}[\"{}\"]\n", cluster, mermaid_text(picture.clusters[cluster]));
      },
      [&] { text += "end\n"; },
      [&](size_t at) {
        const GraphBox& box = picture.boxes[at];
        text += fmt::format("n{}[\"{}\"]\n", at, joined(rows_of(box), "<br/>", mermaid_text));
        if (box.is_hot) {
          text += fmt::format("style n{} stroke:{},stroke-width:3px\n", at, kHotColor);
        }
      });
  std::vector<size_t> hot;
  for (size_t at = 0; at < picture.arrows.size(); ++at) {
    const GraphArrow& arrow = picture.arrows[at];
    text += fmt::format("n{} {}|\"{}\"| n{}\n", arrow.from, arrow.is_dashed ? "-.->" : "-->",
                        mermaid_text(arrow.label), arrow.to);
    if (arrow.is_hot) {
      hot.push_back(at);
    }
  }
  if (!hot.empty()) {
    text +=
        fmt::format("linkStyle {} stroke:{},stroke-width:3px\n", fmt::join(hot, ","), kHotColor);
  }
}

}  // namespace quern
