// SPDX-License-Identifier: MIT
// Counts words in a table that is searched from its start: the comparison of strings is all of its
// cost, and none of it is at the line that compares.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

struct Entry {
  std::string word;
  int count = 0;
};

static Entry* find(std::vector<Entry>& table, const std::string& word) {
  for (auto& entry : table) {
    if (entry.word == word) {
      return &entry;
    }
  }
  return nullptr;
}

template <class Use>
static long fold(const std::vector<Entry>& table, long depth, Use use) {
  long sum = 0;
  for (const Entry& entry : table) {
    sum += use(entry);
  }
  return depth == 0 ? sum : sum + fold(table, depth - 1, use);
}

int main() {
  std::vector<Entry> table;
  for (int i = 0; i < 1500; ++i) {
    const std::string word = "word" + std::to_string(i % 90);
    if (Entry* entry = find(table, word)) {
      entry->count++;
    } else {
      table.push_back({word, 1});
    }
  }
  std::sort(table.begin(), table.end(),
            [](const Entry& a, const Entry& b) { return a.word < b.word; });
  std::map<int, std::vector<const Entry*>> by_count;
  for (const Entry& entry : table) {
    by_count[entry.count].push_back(&entry);
  }
  const std::function<long(const Entry&)> weigh = [&](const Entry& e) {
    return e.count * static_cast<long>(e.word.size());
  };
  std::printf("%zu %ld\n", by_count.size(),
              fold(table, 3, weigh) + fold(table, 2, [](const Entry& e) { return e.count + 0L; }));
}
