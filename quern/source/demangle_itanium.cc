// SPDX-License-Identifier: MIT
//
// C++ names, by LLVM's parser, with bounds of our own: LLVM follows nesting on the stack and writes
// out a name's references to its own pieces, so that 60 KB can overflow any stack and a few hundred
// bytes make gigabytes. Here every production that nests counts its depth, and every node knows how
// much it will write before anything is written.
#define DEMANGLE_ASSERT(claim, text)  // a hostile name must not end the program
#include <llvm/Demangle/ItaniumDemangle.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "quern/source/demanglers.h"

namespace quern {

namespace {

namespace itanium = llvm::itanium_demangle;
using itanium::Node;
using itanium::NodeArray;

constexpr size_t kDeepestParse = 1000;
constexpr size_t kDeepestNode = 1000;

/// What a node writes, at most.
struct Measure {
  size_t size = 0;
  size_t depth = 0;
  size_t pack = 1;  ///< the most elements of a pack in it: what expands it repeats its pattern

  void add(const Measure& part) {
    size = std::min(size + part.size, kLongestDemangled + 1);
    depth = std::max(depth, part.depth + 1);
    pack = std::max(pack, part.pack);
  }
};

/// Memory for the nodes of one name; each node stands behind its measure.
class MeasuringAllocator {
 public:
  [[nodiscard]] bool is_beyond() const { return is_beyond_; }

  void reset() {}

  template <class T, class... Args>
  T* makeNode(Args&&... args) {
    constexpr size_t kFixedText = 32;  // the longest that a node writes by itself
    Measure measure;
    measure.size = kFixedText;
    (add(measure, args), ...);
    auto* const place = static_cast<std::byte*>(allocate(sizeof(Slot) + sizeof(T)));
    T* const node = new (place + sizeof(Slot)) T(std::forward<Args>(args)...);
    if constexpr (std::is_same_v<T, itanium::ForwardTemplateReference>) {
      forward_.push_back(node);
      measure.add(kForward);
    } else if constexpr (std::is_same_v<T, itanium::ParameterPackExpansion>) {
      measure.size *= measure.pack;
    }
    is_beyond_ = is_beyond_ || measure.size > kLongestDemangled || measure.depth > kDeepestNode;
    new (place) Slot{measure};
    return node;
  }

  /// An empty array has a place too: LLVM constructs it there.
  void* allocateNodeArray(size_t size) {
    return allocate(std::max(size, size_t{1}) * sizeof(Node*));
  }

  /// A conversion operator's type may name an argument that comes later: was it as small as
  /// assumed?
  [[nodiscard]] bool forward_references_fit() const {
    constexpr size_t kMost = 16;
    return forward_.size() <= kMost && std::ranges::all_of(forward_, [](const auto* reference) {
             return reference->Ref != nullptr && of(reference->Ref).size < kForward.size &&
                    of(reference->Ref).depth < kForward.depth;
           });
  }

 private:
  struct alignas(alignof(std::max_align_t)) Slot {
    Measure measure;
  };
  static constexpr Measure kForward{4096, 100, 1};

  static const Measure& of(const Node* node) {
    return (reinterpret_cast<const Slot*>(node) - 1)->measure;
  }

  template <class Arg>
  static void add(Measure& measure, const Arg& arg) {
    if constexpr (std::is_convertible_v<const Arg&, const Node*>) {
      if (const Node* const node = arg; node != nullptr) {
        measure.add(of(node));
      }
    } else if constexpr (std::is_same_v<Arg, NodeArray>) {
      for (const Node* node : arg) {
        add(measure, node);
      }
      measure.pack = std::max(measure.pack, arg.size());
    } else if constexpr (std::is_convertible_v<const Arg&, std::string_view>) {
      measure.size += std::string_view(arg).size();
    }
  }

  void* allocate(size_t bytes) {
    constexpr size_t kBlock = 4096;
    constexpr size_t kAlign = alignof(std::max_align_t);
    bytes = (bytes + kAlign - 1) / kAlign * kAlign;
    if (bytes > left_) {
      left_ = std::max(bytes, kBlock);
      blocks_.push_back(std::make_unique_for_overwrite<Slot[]>(left_ / sizeof(Slot) + 1));
      at_ = reinterpret_cast<std::byte*>(blocks_.back().get());
    }
    void* const place = at_;
    at_ += bytes;
    left_ -= bytes;
    return place;
  }

  std::vector<std::unique_ptr<Slot[]>> blocks_;
  std::byte* at_ = nullptr;
  size_t left_ = 0;
  bool is_beyond_ = false;
  std::vector<const itanium::ForwardTemplateReference*> forward_;
};

/// Productions that nest return nothing where the name is too deep or would grow too large.
class BoundedParser : public itanium::AbstractManglingParser<BoundedParser, MeasuringAllocator> {
  using Base = itanium::AbstractManglingParser<BoundedParser, MeasuringAllocator>;

 public:
  using Base::Base;

  Node* parseType() {
    return nested([this] { return Base::parseType(); });
  }
  Node* parseQualifiedType() {
    return nested([this] { return Base::parseQualifiedType(); });
  }
  Node* parseExpr() {
    return nested([this] { return Base::parseExpr(); });
  }
  Node* parseBracedExpr() {
    return nested([this] { return Base::parseBracedExpr(); });
  }
  Node* parseTemplateArg() {
    return nested([this] { return Base::parseTemplateArg(); });
  }
  Node* parseName(NameState* state = nullptr) {
    return nested([this, state] { return Base::parseName(state); });
  }
  Node* parseEncoding(bool with_parameters = true) {
    return nested([this, with_parameters] { return Base::parseEncoding(with_parameters); });
  }

 private:
  template <class Production>
  Node* nested(const Production& production) {
    if (depth_ == kDeepestParse || ASTAllocator.is_beyond()) {
      return nullptr;
    }
    ++depth_;
    Node* const node = production();
    --depth_;
    return node;
  }

  size_t depth_ = 0;
};

/// Productions that LLVM nests in themselves, past the ones above: `u1aI…`, `TpTp…`, `TtTt…`.
bool nests_unseen(std::string_view name) {
  constexpr size_t kMost = 200;
  size_t vendor_types = 0;
  size_t declarations = 0;
  for (size_t at = 0; at + 1 < name.size(); ++at) {
    const char next = name[at + 1];
    vendor_types += size_t{name[at] == 'u' && next >= '0' && next <= '9'};
    declarations += size_t{name[at] == 'T' && (next == 'p' || next == 't')};
  }
  return vendor_types > kMost || declarations > kMost;
}

}  // namespace

std::optional<std::string> demangle_itanium(std::string_view name) {
  if (nests_unseen(name)) {
    return std::nullopt;
  }
  BoundedParser parser(name.data(), name.data() + name.size());
  const Node* const root = parser.parse();
  if (root == nullptr || parser.ASTAllocator.is_beyond() ||
      !parser.ASTAllocator.forward_references_fit()) {
    return std::nullopt;
  }
  itanium::OutputBuffer buffer;
  root->print(buffer);
  std::string out(std::string_view{buffer});
  std::free(buffer.getBuffer());  // NOLINT(cppcoreguidelines-no-malloc): it comes from realloc
  return out;
}

}  // namespace quern
