// SPDX-License-Identifier: MIT
#include "quern/farm/ranks.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <thread>

namespace quern::farm {
namespace {

/// MPI counts bytes as int.
constexpr uint64_t kMostAtOnce = uint64_t{1} << 30;

/// How long it takes at most to notice a message. Waiting inside MPI keeps a processor busy.
constexpr auto kNap = std::chrono::milliseconds(1);

/// A process that still runs so long after it has left is not waited for, or is another one of the
/// same number, where each rank has its own numbers of processes.
constexpr auto kLongestEnd = std::chrono::seconds(2);

void wait_for(int from) {
  for (int is_there = 0; is_there == 0;) {
    MPI_Iprobe(from, 0, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    if (is_there == 0) {
      std::this_thread::sleep_for(kNap);
    }
  }
}

void send_bytes(int to, const void* bytes, uint64_t count) {
  MPI_Send(bytes, static_cast<int>(count), MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

void receive_bytes(int from, void* bytes, uint64_t count) {
  MPI_Recv(bytes, static_cast<int>(count), MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

Ranks::Ranks(int& argc, char**& argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);  // other threads call no MPI
  MPI_Comm_rank(MPI_COMM_WORLD, &number_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, number_, MPI_INFO_NULL, &here);
  int count_here = 0;
  MPI_Comm_size(here, &count_here);
  processes_here_.resize(static_cast<size_t>(count_here));
  const int own = ::getpid();
  MPI_Allgather(&own, 1, MPI_INT, processes_here_.data(), 1, MPI_INT, here);
  MPI_Comm_free(&here);
}

/// The receiver first sends an empty message once it is ready: waiting inside MPI would keep a
/// processor busy.
void Ranks::send(int to, std::string_view message) const {
  wait_for(to);
  receive_bytes(to, nullptr, 0);
  const uint64_t size = message.size();
  send_bytes(to, &size, sizeof(size));
  for (uint64_t at = 0; at < size; at += kMostAtOnce) {
    send_bytes(to, message.data() + at, std::min(size - at, kMostAtOnce));
  }
}

std::string Ranks::receive(int from) const {
  send_bytes(from, nullptr, 0);
  wait_for(from);
  uint64_t size = 0;
  receive_bytes(from, &size, sizeof(size));
  std::string message(size, '\0');
  for (uint64_t at = 0; at < size; at += kMostAtOnce) {
    receive_bytes(from, message.data() + at, std::min(size - at, kMostAtOnce));
  }
  return message;
}

void Ranks::leave() {
  if (has_left_) {
    return;
  }
  MPI_Finalize();
  has_left_ = true;
  const auto latest = std::chrono::steady_clock::now() + kLongestEnd;
  const auto is_running = [](int process) {
    return process != ::getpid() && ::kill(process, 0) == 0;
  };
  while (number_ == 0 && std::ranges::any_of(processes_here_, is_running) &&
         std::chrono::steady_clock::now() < latest) {
    std::this_thread::sleep_for(kNap);
  }
}

void Ranks::end_all(int code) const {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();  // MPI_Abort() does not return
}

}  // namespace quern::farm
