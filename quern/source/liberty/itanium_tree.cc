// SPDX-License-Identifier: MIT
//
// What goes wrong in libiberty's printer (cp-demangle.c, GCC 13):
// - Substitutions make the tree a graph. d_find_pack() searches the pattern of a pack expansion
//   without a memory: a pattern that doubles 40 times takes hours and prints nothing.
// - Packs whose elements expand other packs can grow exponentially and print nothing.
// - Template arguments of all references to parameters are copied to the stack.
// - sizeof...(T) in the parameters of a lambda, and template parameters of a lambda (C++20), can
//   dereference null.
// Here each node is visited once, and its cost is the number of nodes that the printer visits.
#include "quern/source/liberty/itanium_tree.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace quern {

namespace {

using Node = demangle_component;

/// The kinds of nodes from here on came with C++20: template parameters of lambdas, modules.
constexpr auto kFirstUnsafe = DEMANGLE_COMPONENT_STRUCTURED_BINDING;
/// libiberty gives up at a depth of 1024.
constexpr size_t kDeepestTree = 1000;
constexpr uint64_t kMostVisits = uint64_t{1} << 22;
/// Of template arguments on the stack, 16 bytes each.
constexpr uint64_t kMostCopies = uint64_t{1} << 15;

bool qualifies_function(const Node& node) {
  switch (node.type) {
    case DEMANGLE_COMPONENT_RESTRICT_THIS:
    case DEMANGLE_COMPONENT_VOLATILE_THIS:
    case DEMANGLE_COMPONENT_CONST_THIS:
    case DEMANGLE_COMPONENT_REFERENCE_THIS:
    case DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS:
    case DEMANGLE_COMPONENT_TRANSACTION_SAFE:
    case DEMANGLE_COMPONENT_NOEXCEPT:
    case DEMANGLE_COMPONENT_THROW_SPEC:
      return true;
    default:
      return false;
  }
}

class TreeCheck {
 public:
  TreeCheck(std::span<const Node> nodes, std::string_view name)
      : nodes_(nodes),
        has_pack_size_(name.contains("sZ") || name.contains("sP")),
        visits_(nodes.size()),
        searched_(nodes.size()) {}

  bool can_print(const Node* root) {
    // A parameter costs what the most expensive argument costs, which may have parameters itself.
    constexpr int kLevels = 3;
    for (int level = 0; level < kLevels && !failed_; ++level) {
      std::ranges::fill(visits_, 0);
      pack_ = std::max(pack_, next_pack_);
      parameter_ = std::max(parameter_, argument_);
      copies_ = references_ = 0;
      if (visit(root) > kMostVisits) {
        return false;
      }
    }
    return !failed_ && !(has_pack_size_ && has_lambda_ && has_expression_) &&
           copies_ * references_ <= kMostCopies && !(has_cast_ && expands_in_pack_);
  }

 private:
  using Children = std::pair<const Node*, const Node*>;

  [[nodiscard]] size_t index_of(const Node* node) const {
    return static_cast<size_t>(node - nodes_.data());
  }

  [[nodiscard]] bool is_node(const Node* node) const {
    return std::less_equal<>()(nodes_.data(), node) &&
           std::less<>()(node, nodes_.data() + nodes_.size());
  }

  uint64_t fail() {
    failed_ = true;
    return kMostVisits + 1;
  }

  /// The printer's visits for a node and all below it. 0 in visits_: not visited yet.
  uint64_t visit(const Node* node) {
    if (node == nullptr) {
      return 0;
    }
    if (failed_ || !is_node(node) || depth_ == kDeepestTree) {
      return fail();
    }
    uint64_t& known = visits_[index_of(node)];
    if (known == kOpen) {
      return fail();  // a circle
    }
    if (known != 0) {
      return known;
    }
    known = kOpen;
    ++depth_;
    const uint64_t count = std::min(visit_inside(*node), kMostVisits + 1);
    --depth_;
    known = count;
    return count;
  }

  uint64_t visit_inside(const Node& node) {
    if (node.type >= kFirstUnsafe && node.type != DEMANGLE_COMPONENT_EXTENDED_BUILTIN_TYPE) {
      return fail();
    }
    if (node.type == DEMANGLE_COMPONENT_TEMPLATE_PARAM) {
      return parameter_;
    }
    note(node);
    const auto [left, right] = children(node);
    uint64_t count = 1 + visit(left) * (node.type == DEMANGLE_COMPONENT_PACK_EXPANSION ? pack_ : 1);
    count += visit(right);
    if (node.type == DEMANGLE_COMPONENT_PACK_EXPANSION) {
      count += searched(left);
    } else if (node.type == DEMANGLE_COMPONENT_UNARY && has_pack_size_) {
      count += searched(right);
    }
    if (node.type == DEMANGLE_COMPONENT_TYPED_NAME && !failed_) {
      note_arguments(node);
    }
    return count;
  }

  /// How many nodes d_find_pack() looks at.
  uint64_t searched(const Node* node) {
    if (node == nullptr || failed_) {
      return 0;
    }
    uint64_t& known = searched_[index_of(node)];
    if (known == 0) {
      const auto [left, right] = children(*node);
      known = std::min(1 + searched(left) + searched(right), kMostVisits + 1);
    }
    return known;
  }

  void note(const Node& node) {
    switch (node.type) {
      case DEMANGLE_COMPONENT_LAMBDA:
        has_lambda_ = true;
        break;
      case DEMANGLE_COMPONENT_UNARY:
        has_expression_ = true;
        break;
      case DEMANGLE_COMPONENT_CAST:
      case DEMANGLE_COMPONENT_CONVERSION:
        has_cast_ = true;
        break;
      case DEMANGLE_COMPONENT_TEMPLATE:
        copies_ += 2;  // libiberty counts each node twice at most
        expands_in_pack_ = expands_in_pack_ || pack_has_parameters(node.u.s_binary.right);
        break;
      case DEMANGLE_COMPONENT_REFERENCE:
      case DEMANGLE_COMPONENT_RVALUE_REFERENCE:
        references_ += is_parameter(node.u.s_binary.left) ? 2U : 0U;
        break;
      case DEMANGLE_COMPONENT_TEMPLATE_ARGLIST:
        note_pack(node.u.s_binary.left);
        break;
      default:
        break;
    }
  }

  void note_pack(const Node* node) {
    uint64_t count = 0;
    for (; is_list(node); node = node->u.s_binary.right) {
      ++count;
    }
    next_pack_ = std::max(next_pack_, count);
  }

  [[nodiscard]] bool is_parameter(const Node* node) const {
    return node != nullptr && is_node(node) && node->type == DEMANGLE_COMPONENT_TEMPLATE_PARAM;
  }

  [[nodiscard]] bool is_list(const Node* node) const {
    return node != nullptr && is_node(node) && node->type == DEMANGLE_COMPONENT_TEMPLATE_ARGLIST;
  }

  /// Whether a pack among these arguments has a parameter as its element, or expands one: then an
  /// element may print nothing and yet take long. Compilers write such packs for types only, as in
  /// `std::tuple<T...>`; the arguments of functions are known.
  [[nodiscard]] bool pack_has_parameters(const Node* list, bool in_pack = false) const {
    for (; is_list(list); list = list->u.s_binary.right) {
      const Node* const element = list->u.s_binary.left;
      if (element == nullptr || !is_node(element)) {
        continue;
      }
      if (is_list(element) ? pack_has_parameters(element, true)
                           : in_pack && (element->type == DEMANGLE_COMPONENT_PACK_EXPANSION ||
                                         element->type == DEMANGLE_COMPONENT_TEMPLATE_PARAM)) {
        return true;
      }
    }
    return false;
  }

  /// A function's template arguments are what parameters in its signature refer to.
  void note_arguments(const Node& typed_name) {
    const Node* node = unqualified(typed_name.u.s_binary.left);
    if (node != nullptr && node->type == DEMANGLE_COMPONENT_LOCAL_NAME) {
      node = node->u.s_binary.right;
      if (node != nullptr && node->type == DEMANGLE_COMPONENT_DEFAULT_ARG) {
        node = node->u.s_unary_num.sub;
      }
      node = unqualified(node);
    }
    if (node == nullptr || node->type != DEMANGLE_COMPONENT_TEMPLATE) {
      return;
    }
    const Node* const list = node->u.s_binary.right;
    failed_ = failed_ || pack_has_parameters(list);
    argument_ = std::max(argument_, visit(list));
  }

  static const Node* unqualified(const Node* node) {
    while (node != nullptr && qualifies_function(*node)) {
      node = node->u.s_binary.left;
    }
    return node;
  }

  static Children children(const Node& node) {
    switch (node.type) {
      case DEMANGLE_COMPONENT_NAME:
      case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
      case DEMANGLE_COMPONENT_FUNCTION_PARAM:
      case DEMANGLE_COMPONENT_SUB_STD:
      case DEMANGLE_COMPONENT_BUILTIN_TYPE:
      case DEMANGLE_COMPONENT_EXTENDED_BUILTIN_TYPE:
      case DEMANGLE_COMPONENT_OPERATOR:
      case DEMANGLE_COMPONENT_CHARACTER:
      case DEMANGLE_COMPONENT_NUMBER:
      case DEMANGLE_COMPONENT_UNNAMED_TYPE:
      case DEMANGLE_COMPONENT_FIXED_TYPE:
        return {};
      case DEMANGLE_COMPONENT_CTOR:
        return {node.u.s_ctor.name, nullptr};
      case DEMANGLE_COMPONENT_DTOR:
        return {node.u.s_dtor.name, nullptr};
      case DEMANGLE_COMPONENT_EXTENDED_OPERATOR:
        return {node.u.s_extended_operator.name, nullptr};
      case DEMANGLE_COMPONENT_LAMBDA:
      case DEMANGLE_COMPONENT_DEFAULT_ARG:
        return {node.u.s_unary_num.sub, nullptr};
      default:
        return {node.u.s_binary.left, node.u.s_binary.right};
    }
  }

  static constexpr uint64_t kOpen = ~uint64_t{0};

  std::span<const Node> nodes_;
  bool has_pack_size_;
  std::vector<uint64_t> visits_;
  std::vector<uint64_t> searched_;
  size_t depth_ = 0;
  uint64_t parameter_ = 1;  ///< visits for a template parameter
  uint64_t argument_ = 1;   ///< of the most expensive template arguments found
  uint64_t pack_ = 1;       ///< elements of the longest pack
  uint64_t next_pack_ = 1;
  uint64_t copies_ = 0;
  uint64_t references_ = 0;
  bool has_lambda_ = false;
  bool has_expression_ = false;  ///< with one operand, as `sizeof...(T)` has
  bool has_cast_ = false;        ///< these make the parameters of any template around them known
  bool expands_in_pack_ = false;
  bool failed_ = false;
};

}  // namespace

bool can_print(const demangle_component* root, std::span<const demangle_component> nodes,
               std::string_view name) {
  return TreeCheck(nodes, name).can_print(root);
}

}  // namespace quern
