#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
struct Entry { std::string word; int count; };
static Entry* find(std::vector<Entry>& table, const std::string& word) {
  for (auto& e : table)
    if (e.word == word) return &e;
  return nullptr;
}
int main(int argc, char** argv) {
  std::vector<Entry> table;
  for (int i = 0; i < 6000; ++i) {
    std::string w = "word" + std::to_string(i % 300);
    if (Entry* e = find(table, w)) e->count++;
    else table.push_back({w, 1});
  }
  std::sort(table.begin(), table.end(), [](const Entry& a, const Entry& b) { return a.word < b.word; });
  std::printf("%zu %d\n", table.size(), argc > 1 ? argv[1][0] : table[0].count);
}
