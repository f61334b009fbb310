// SPDX-License-Identifier: MIT
#include "quern/server/http/door.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

namespace quern::server {
namespace {

/// A longer head is handed over as it is: the server refuses it.
constexpr size_t kMostHead = size_t{32} << 10;
/// While connections wait for a slot, how often they are offered again.
constexpr int kOfferTick = 10;  // milliseconds

bool watch_descriptor(int poll, int descriptor, uint32_t events, int action = EPOLL_CTL_ADD) {
  epoll_event event{};
  event.events = events;
  event.data.fd = descriptor;
  return ::epoll_ctl(poll, action, descriptor, &event) == 0;
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) {
    ::close(std::exchange(descriptor, -1));
  }
}

bool is_whole(std::string_view head) {
  return head.contains("\r\n\r\n") || head.contains("\n\n") || head.size() == kMostHead;
}

}  // namespace

Door::Door(int listening, Host host)
    : listening_(listening), host_(std::move(host)), head_(kMostHead) {}

Door::~Door() {
  close();
  close_if_open(wake_);
}

void Door::wake() const {
  (void)::eventfd_write(wake_, 1);  // a counter that is full wakes too
}

void Door::close() {
  is_ending_.store(true);
  if (thread_.joinable()) {
    wake();
    thread_.join();
  }
  while (!waiting_.empty()) {
    drop(waiting_.begin());
  }
  close_if_open(listening_);
  close_if_open(poll_);
}

bool Door::open() {
  poll_ = ::epoll_create1(EPOLL_CLOEXEC);
  wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (poll_ < 0 || wake_ < 0 || !watch_descriptor(poll_, wake_, EPOLLIN) ||
      !watch_descriptor(poll_, listening_, EPOLLIN)) {
    return false;
  }
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void Door::run() {
  std::array<epoll_event, kMostWaiting + 2> events{};
  while (!is_ending_.load()) {
    const int count =
        ::epoll_wait(poll_, events.data(), static_cast<int>(events.size()), milliseconds_to_wait());
    // All that arrived is looked at before anybody has to make room for others.
    for (int at = 0; at < count; ++at) {
      const epoll_event& event = events[static_cast<size_t>(at)];
      look_at(event.data.fd, event.events);
    }
    hand_over(true);
    hand_over(false);
    close_late_ones();
    accept_all();
  }
}

/// Until something has to be done that no descriptor announces; -1: nothing has.
int Door::milliseconds_to_wait() const {
  if (!is_accepting_ || std::ranges::any_of(waiting_, &Waiting::is_ready)) {
    return kOfferTick;
  }
  if (waiting_.empty()) {
    return -1;
  }
  const auto left = waiting_.front().since + host_.patience - Clock::now();
  const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<int>(std::max(milliseconds, decltype(milliseconds){0}));
}

/// While nobody can be accepted, those who want in must not wake the thread.
void Door::set_accepting(bool is_accepting) {
  if (is_accepting != std::exchange(is_accepting_, is_accepting)) {
    watch_descriptor(poll_, listening_, is_accepting ? EPOLLIN : 0U, EPOLL_CTL_MOD);
  }
}

void Door::accept_all() {
  constexpr size_t kMostAtOnce = kMostWaiting / 4;
  for (size_t count = 0; count < kMostAtOnce; ++count) {
    const bool is_full = waiting_.size() >= kMostWaiting;
    const auto spared = is_full ? to_spare() : waiting_.end();
    if (is_full && spared == waiting_.end()) {
      set_accepting(false);
      return;
    }
    const int descriptor = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) {
      // Without descriptors or memory it would be tried again and again without a pause.
      set_accepting(errno == EAGAIN || errno == EINTR || errno == ECONNABORTED);
      return;
    }
    if (is_full) {
      drop(spared);
    }
    set_accepting(true);
    if (!watch_descriptor(poll_, descriptor, EPOLLIN | EPOLLRDHUP | EPOLLET)) {
      ::close(descriptor);
      return;
    }
    waiting_.push_back({.descriptor = descriptor, .since = Clock::now()});
  }
}

/// The oldest that had its time, of those that have asked nothing yet before those without the
/// token; the end where there is none.
Door::Place Door::to_spare() {
  const Clock::time_point latest = Clock::now() - kLeastPatience;
  const auto oldest = [&](bool is_ready) {
    return std::ranges::find_if(waiting_, [&](const Waiting& each) {
      return each.is_ready == is_ready && !each.shows_token && each.since <= latest;
    });
  };
  const auto place = oldest(false);
  return place != waiting_.end() ? place : oldest(true);
}

/// The head is looked at where it is: whoever takes the connection reads it.
void Door::look_at(int descriptor, uint32_t events) {
  if (descriptor == wake_) {
    uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = ::read(wake_, &count, sizeof count);
    return;
  }
  const auto place = std::ranges::find(waiting_, descriptor, &Waiting::descriptor);
  if (place == waiting_.end() || place->is_ready) {
    return;
  }
  const ssize_t size = ::recv(descriptor, head_.data(), head_.size(), MSG_PEEK | MSG_DONTWAIT);
  const std::string_view head(head_.data(), size > 0 ? static_cast<size_t>(size) : 0);
  if (is_whole(head)) {
    place->is_ready = true;
    place->shows_token = host_.shows_token(head);
    ::epoll_ctl(poll_, EPOLL_CTL_DEL, descriptor, nullptr);
    return;
  }
  const bool has_failed = size < 0 && errno != EAGAIN && errno != EINTR;
  if (size == 0 || has_failed || (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
    drop(place);  // no more will come
  }
}

/// Who shows the token waits for a slot as long as it takes.
void Door::close_late_ones() {
  const Clock::time_point late = Clock::now() - host_.patience;
  for (auto place = waiting_.begin(); place != waiting_.end() && place->since <= late;) {
    const auto next = std::next(place);
    if (!place->shows_token) {
      drop(place);
    }
    place = next;
  }
}

/// As many of the ready ones as the host has slots for, the oldest first.
void Door::hand_over(bool with_token) {
  for (auto place = waiting_.begin(); place != waiting_.end();) {
    const auto next = std::next(place);
    if (place->is_ready && place->shows_token == with_token) {
      if (!host_.take({.descriptor = place->descriptor, .shows_token = with_token})) {
        return;
      }
      waiting_.erase(place);
    }
    place = next;
  }
}

void Door::drop(Place place) {
  ::close(place->descriptor);  // which takes it out of the poll
  waiting_.erase(place);
}

}  // namespace quern::server
