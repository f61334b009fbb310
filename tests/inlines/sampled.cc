// SPDX-License-Identifier: MIT
//
// A program that samples its own stacks as profilers do that write addresses: the instruction that
// a clock interrupts, then where each call returns to. Writes a row for each sample, innermost
// first, and where its objects are loaded.
#include <execinfo.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr int kMostFrames = 64;
constexpr int kMostSamples = 3000;
struct Sample {
  void* frames[kMostFrames];
  int first;
  int count;
};
Sample samples[kMostSamples];
volatile int taken = 0;

void* interrupted(void* context) {
  const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<void*>(machine.gregs[REG_RIP]);
#else
  return reinterpret_cast<void*>(machine.pc);
#endif
}

void take(int, siginfo_t*, void* context) {
  if (taken >= kMostSamples) {
    return;
  }
  Sample& sample = samples[taken];
  sample.count = backtrace(sample.frames, kMostFrames);
  const void* const at = interrupted(context);
  sample.first = 0;
  while (sample.first < sample.count && sample.frames[sample.first] != at) {
    ++sample.first;
  }
  taken = taken + (sample.first < sample.count ? 1 : 0);
}

struct Entry {
  std::string word;
  int count;
};

Entry* find(std::vector<Entry>& table, const std::string& word) {
  for (Entry& entry : table) {
    if (entry.word == word) {
      return &entry;
    }
  }
  return nullptr;
}

__attribute__((noinline)) int count(std::vector<Entry>& table, int words) {
  for (int at = 0; at < words; ++at) {
    const std::string word = "word" + std::to_string(at % 300);
    if (Entry* const entry = find(table, word)) {
      ++entry->count;
    } else {
      table.push_back({word, 1});
    }
  }
  std::sort(table.begin(), table.end(),
            [](const Entry& one, const Entry& other) { return one.word < other.word; });
  return table.front().count;
}

__attribute__((noinline)) uint64_t descend(int depth, uint64_t seed) {
  for (int round = 0; round < 2000; ++round) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
  }
  const uint64_t below = depth == 0 ? 0 : descend(depth - 1, seed);
  return below ^ seed >> 7;
}

}  // namespace

int main() {
  void* warm[4];
  backtrace(warm, 4);
  struct sigaction action {};
  action.sa_sigaction = take;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  const itimerval every{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_PROF, &every, nullptr);
  uint64_t sum = 0;
  for (int round = 0; taken < 600 && round < 20000; ++round) {
    std::vector<Entry> table;
    sum += static_cast<uint64_t>(count(table, 6000)) + descend(20, sum);
  }
  const itimerval never{};
  setitimer(ITIMER_PROF, &never, nullptr);
  std::FILE* const out = std::fopen("samples.txt", "w");
  for (int at = 0; at < taken; ++at) {
    for (int frame = samples[at].first; frame < samples[at].count; ++frame) {
      std::fprintf(out, "%p ", samples[at].frames[frame]);
    }
    std::fprintf(out, "\n");
  }
  std::FILE* const maps = std::fopen("/proc/self/maps", "r");
  char row[4096];
  while (std::fgets(row, sizeof row, maps) != nullptr) {
    std::fprintf(out, "map %s", row);
  }
  std::printf("%d samples %llu\n", taken, static_cast<unsigned long long>(sum));
}
