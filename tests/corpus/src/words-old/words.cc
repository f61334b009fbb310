// SPDX-License-Identifier: MIT
// Counts how often the words of a dictionary are used.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

struct Entry {
  std::string word;
  int uses = 0;
};

static Entry* find(std::vector<Entry>& table, const std::string& word) {
  for (Entry& entry : table) {
    if (entry.word == word) {
      return &entry;
    }
  }
  return nullptr;
}

int main() {
  std::vector<Entry> table;  // sorted by word
  for (int i = 100; i < 400; ++i) {
    table.push_back({"word" + std::to_string(i)});
  }
  int unknown = 0;
  for (int i = 0; i < 6000; ++i) {
    if (Entry* entry = find(table, "word" + std::to_string(100 + i * 7 % 320))) {
      ++entry->uses;
    } else {
      ++unknown;
    }
  }
  std::printf("%d uses of %s, %d unknown words\n", table[0].uses, table[0].word.c_str(), unknown);
}
