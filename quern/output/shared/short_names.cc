// SPDX-License-Identifier: MIT
#include "quern/output/shared/short_names.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "quern/output/shared/display_width.h"
#include "quern/output/shared/name_pieces.h"

namespace quern {
namespace {

/// Makes a name shorter, piece by piece, until it fits.
class Shortener {
 public:
  Shortener(std::string_view name, size_t columns) : columns_(columns), name_(pieces_of(name)) {
    for (const NamePiece& piece : name_.pieces) {
      width_ += display_width(piece.text);
    }
  }

  std::string shorten() {
    cut_note();
    fold(NamePiece::Kind::kArguments);
    drop(NamePiece::Kind::kArguments);
    drop(NamePiece::Kind::kQualifier);
    drop_return_type();
    shorten_owner();
    fold(NamePiece::Kind::kTemplates);
    drop_components();
    drop(NamePiece::Kind::kTemplates);
    drop(NamePiece::Kind::kClone);
    if (!fits() && marker_ != 0) {
      begin_ = name_.last_begin;  // without the separator
      width_ -= marker_;
      marker_ = 0;
    }
    std::string text = marker_ != 0 ? "…" : "";
    for (const NamePiece& piece : std::span(name_.pieces).subspan(begin_)) {
      text += piece.text;
    }
    return text;
  }

 private:
  [[nodiscard]] bool fits() const { return width_ <= columns_; }

  void replace(NamePiece& piece, std::string_view text) {
    width_ = width_ - display_width(piece.text) + display_width(text);
    piece.text = text;
  }

  /// Brackets become `(…)` or `<…>`, from the left.
  void fold(NamePiece::Kind kind) {
    constexpr size_t kFoldedWidth = 3;
    for (size_t at = begin_; at < name_.pieces.size() && !fits(); ++at) {
      NamePiece& piece = name_.pieces[at];
      if (piece.kind == kind && display_width(piece.text) > kFoldedWidth) {
        replace(piece, piece.text.front() == '(' ? "(…)" : "<…>");
      }
    }
  }

  void drop(NamePiece::Kind kind) {
    for (size_t at = begin_; at < name_.pieces.size() && !fits(); ++at) {
      if (name_.pieces[at].kind == kind) {
        replace(name_.pieces[at], {});
      }
    }
  }

  void drop_return_type() {
    while (!fits() && begin_ < name_.name_begin) {
      width_ -= display_width(name_.pieces[begin_++].text);
    }
    // Half a type would be taken for a part of the name.
    while (begin_ != 0 && begin_ < name_.name_begin) {
      width_ -= display_width(name_.pieces[begin_++].text);
    }
    for (NamePiece& piece : name_.pieces) {
      if (begin_ != 0 && piece.kind == NamePiece::Kind::kClosing) {
        replace(piece, {});
      }
    }
  }

  /// What precedes it stays whole, if there are columns for that.
  void cut_note() {
    constexpr size_t kLeastNote = 12;
    for (NamePiece& piece : name_.pieces) {
      if (piece.kind == NamePiece::Kind::kNote && !fits()) {
        const size_t others = width_ - display_width(piece.text);
        if (others + kLeastNote <= columns_) {
          note_ = cut_middle(piece.text, columns_ - others);
          replace(piece, note_);
        } else {
          replace(piece, {});
        }
      }
    }
  }

  /// `<alloc::Vec<T> as core::Clone>` becomes `<Vec<T> as Clone>`.
  void shorten_owner() {
    constexpr std::string_view kAs = " as ";
    if (fits() || name_.pieces.empty() || name_.pieces.front().kind != NamePiece::Kind::kOwner) {
      return;
    }
    const std::string_view inside =
        name_.pieces.front().text.substr(1, name_.pieces.front().text.size() - 2);
    const size_t as = inside.rfind(kAs);
    owner_ = "<";
    if (as != std::string_view::npos) {
      owner_.append(last_component(inside.substr(0, as))).append(kAs);
      owner_.append(last_component(inside.substr(as + kAs.size())));
    } else {
      owner_.append(last_component(inside));
    }
    owner_.push_back('>');
    replace(name_.pieces.front(), owner_);
  }

  static std::string last_component(std::string_view name) {
    const NamePieces found = pieces_of(name);
    std::string text;
    for (const NamePiece& piece : std::span(found.pieces).subspan(found.last_begin)) {
      text += piece.text;
    }
    return text;
  }

  /// From the left; "…" stands for them, the separator stays. The last component is left.
  void drop_components() {
    size_t next = begin_ + 1;
    size_t dropped = 0;  // columns of the pieces from begin_ to next
    for (; next < name_.last_begin && !fits(); ++next) {
      dropped += display_width(name_.pieces[next - 1].text);
      if (name_.pieces[next].kind == NamePiece::Kind::kSeparator) {
        width_ = width_ - dropped + (marker_ == 0 ? 1 : 0);
        begin_ = next;
        dropped = 0;
        marker_ = 1 + display_width(name_.pieces[next].text);
      }
    }
  }

  size_t columns_;
  NamePieces name_;
  std::string note_;   ///< what the note shows, once it is cut
  std::string owner_;  ///< what the first piece shows, once it is shortened
  size_t width_ = 0;
  size_t begin_ = 0;   ///< the first piece that is left
  size_t marker_ = 0;  ///< columns of "…" and the separator behind it; 0: there are none
};

/// What a symbol of a compiler is of a function or class, and the words where columns are few.
struct Role {
  std::string_view whole;
  std::string_view brief;
};

Role role_in(std::string_view name) {
  static constexpr std::array<Role, 9> kRoles = {{{"non-virtual thunk to ", "thunk to "},
                                                  {"virtual thunk to ", "thunk to "},
                                                  {"covariant return thunk to ", "thunk to "},
                                                  {"guard variable for ", "guard for "},
                                                  {"vtable for ", "vtable for "},
                                                  {"typeinfo for ", "typeinfo for "},
                                                  {"typeinfo name for ", "typeinfo for "},
                                                  {"TLS init function for ", "init of "},
                                                  {"TLS wrapper function for ", "wrapper of "}}};
  const auto found = std::ranges::find_if(
      kRoles, [name](const Role& role) { return name.starts_with(role.whole); });
  return found == kRoles.end() ? Role() : *found;
}

/// With its role before it; wider than `columns` where its last component needs more.
std::string shorter(std::string_view name, size_t columns) {
  const Role role = role_in(name);
  if (role.whole.empty()) {
    return Shortener(name, columns).shorten();
  }
  const std::string_view rest = name.substr(role.whole.size());
  std::string text;
  for (const std::string_view words : {role.whole, role.brief}) {
    const size_t left = columns - std::min(columns, display_width(words));
    text = std::string(words) + Shortener(rest, left).shorten();
    if (display_width(text) <= columns) {
      break;
    }
  }
  return text;
}

}  // namespace

std::string short_name(std::string_view name) {
  std::string out;
  bool takes_arguments = false;  // what stands before this place may be a template's name
  for (size_t at = 0; at < name.size();) {
    if (const size_t length = operator_length(name, at); length != 0) {
      out.append(name.substr(at, length));
      at += length;
      takes_arguments = true;
      continue;
    }
    if (name[at] == '<' && takes_arguments) {
      const size_t behind = behind_arguments(name, at);
      if (behind == at) {
        return out.append(name.substr(at));
      }
      out.append("<…>");
      at = behind;
      takes_arguments = false;
      continue;
    }
    takes_arguments = is_name_character(name[at]);
    out.push_back(name[at++]);
  }
  return out;
}

std::string shortened(std::string_view name, size_t columns) {
  return display_width(name) <= columns ? std::string(name)
                                        : cut_middle(shorter(name, columns), columns);
}

std::vector<std::string> shorter_forms(std::string_view name) {
  constexpr size_t kWidest = 160;
  constexpr size_t kStep = 8;  // a form has at least an eighth fewer columns than the one before
  std::vector<std::string> forms;
  const size_t least = least_width(name);
  for (size_t width = display_width(name); width > least;) {
    const size_t columns = std::max(std::min(width - width / kStep - 1, kWidest), least);
    std::string form = shorter(name, columns);
    const size_t narrower = display_width(form);
    if (narrower >= width) {
      break;
    }
    forms.push_back(std::move(form));
    width = narrower;
  }
  return forms;
}

size_t least_width(std::string_view name) {
  return display_width(shorter(name, 0));
}

std::vector<std::string_view> naming_parts(std::string_view name) {
  const NamePieces found = pieces_of(name);
  const std::span<const NamePiece> pieces = found.pieces;
  const auto offset = [&](size_t at) {
    return at == pieces.size() ? name.size()
                               : static_cast<size_t>(pieces[at].text.data() - name.data());
  };
  std::vector<std::string_view> parts = {name};
  const auto add_parts_to = [&](size_t end) {
    for (size_t at = found.name_begin; at <= found.last_begin && at < end; ++at) {
      if (at == found.name_begin || at == found.last_begin ||
          pieces[at - 1].kind == NamePiece::Kind::kSeparator) {
        parts.push_back(name.substr(offset(at), offset(end) - offset(at)));
      }
    }
  };
  size_t end = pieces.size();
  while (end > found.last_begin + 1 && pieces[end - 1].kind != NamePiece::Kind::kText) {
    --end;
    if (pieces[end].kind == NamePiece::Kind::kArguments ||
        pieces[end].kind == NamePiece::Kind::kTemplates) {
      add_parts_to(end);
    }
  }
  if (parts.size() == 1) {
    add_parts_to(end);
  }
  // The longest first; of equally long ones, the one that begins first.
  std::ranges::sort(parts, [](std::string_view one, std::string_view other) {
    return one.size() != other.size() ? one.size() > other.size() : one.data() < other.data();
  });
  return parts;
}

}  // namespace quern
