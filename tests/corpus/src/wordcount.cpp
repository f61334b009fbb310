// SPDX-License-Identifier: MIT
//
// Counts the words of a made-up text: templates, direct and mutual recursion, calls into the C++
// library. The program behind most recorded profiles; its work is the same in every run.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace text {

class Generator {
 public:
  explicit Generator(uint32_t seed) : state_(seed) {}

  std::string word() {
    std::string made;
    for (uint32_t length = 2 + next() % 4; length > 0; --length) {
      made += static_cast<char>('a' + next() % 6);
    }
    return made;
  }

 private:
  uint32_t next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 16;
  }

  uint32_t state_;
};

}  // namespace text

namespace count {

/// A search tree without balance: insert() and visit() recurse.
template <class Key>
class Tree {
 public:
  void insert(const Key& key) { insert(root_, key); }

  template <class Visitor>
  void visit(Visitor visitor) const {
    visit(root_.get(), visitor);
  }

 private:
  struct Node {
    Key key;
    int count = 1;
    std::unique_ptr<Node> less, more;
  };

  void insert(std::unique_ptr<Node>& node, const Key& key) {
    if (!node) {
      node = std::make_unique<Node>(Node{key, 1, nullptr, nullptr});
    } else if (key < node->key) {
      insert(node->less, key);
    } else if (node->key < key) {
      insert(node->more, key);
    } else {
      ++node->count;
    }
  }

  template <class Visitor>
  void visit(const Node* node, Visitor& visitor) const {
    if (node != nullptr) {
      visit(node->less.get(), visitor);
      visitor(node->key, node->count);
      visit(node->more.get(), visitor);
    }
  }

  std::unique_ptr<Node> root_;
};

}  // namespace count

// Two functions that call each other: a cycle for whoever computes inclusive costs.
bool is_odd(unsigned n);

bool is_even(unsigned n) {
  return n == 0 || is_odd(n - 1);
}

bool is_odd(unsigned n) {
  return n != 0 && is_even(n - 1);
}

template <class Key>
void fill(count::Tree<Key>& tree, const std::vector<Key>& keys) {
  for (const Key& key : keys) {
    tree.insert(key);
  }
}

int main() {
  text::Generator generator(7);
  std::vector<std::string> words;
  std::vector<int> lengths;
  for (int i = 0; i < 400; ++i) {
    words.push_back(generator.word());
    lengths.push_back(static_cast<int>(words.back().size()));
  }

  count::Tree<std::string> by_word;
  count::Tree<int> by_length;
  fill(by_word, words);
  fill(by_length, lengths);

  int even = 0;
  std::map<int, int> histogram;
  by_word.visit([&](const std::string& word, int count) {
    even += is_even(static_cast<unsigned>(word.size()) * 3) ? 1 : 0;
    histogram[count] += 1;
  });
  by_length.visit([&](int length, int count) { std::printf("length %d: %d\n", length, count); });
  std::sort(words.begin(), words.end());
  std::printf("%zu words, first %s, %d even, %zu counts\n", words.size(), words.front().c_str(),
              even, histogram.size());
  return 0;
}
