// SPDX-License-Identifier: MIT
#include "quern/server/http/door.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quern::server {
namespace {

sockaddr* any(sockaddr_in& address) {
  return reinterpret_cast<sockaddr*>(&address);  // NOLINT: what sockets take
}

/// A client of the port.
class Client {
 public:
  explicit Client(sockaddr_in address) {
    EXPECT_EQ(::connect(socket_, any(address), sizeof address), 0);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client(Client&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  Client& operator=(Client&&) = delete;
  ~Client() { ::close(socket_); }

  void say(std::string_view text) const {
    EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  /// Waits until the other side closes.
  [[nodiscard]] bool is_closed() const {
    char byte = 0;
    return ::recv(socket_, &byte, 1, 0) <= 0;
  }

 private:
  int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

/// A door with a host that has slots for some, and that knows `token` by its name.
class OpenDoor {
 public:
  explicit OpenDoor(size_t slots, std::chrono::milliseconds patience = Door::kMostPatience)
      : slots_(slots) {
    const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    EXPECT_EQ(::bind(listening, any(address_), size), 0);
    EXPECT_EQ(::listen(listening, SOMAXCONN), 0);
    EXPECT_EQ(::getsockname(listening, any(address_), &size), 0);
    door_.emplace(
        listening,
        Door::Host{.shows_token = [](std::string_view head) { return head.contains("token"); },
                   .take = [this](const Arrival& arrival) { return take(arrival); },
                   .patience = patience});
    EXPECT_TRUE(door_->open());
  }
  OpenDoor(const OpenDoor&) = delete;
  OpenDoor& operator=(const OpenDoor&) = delete;
  ~OpenDoor() { door_->close(); }

  [[nodiscard]] Client client() const { return Client(address_); }
  /// The head of the next request that is handed over.
  std::string next() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return !heads_.empty(); });
    std::string head = std::move(heads_.front());
    heads_.pop_front();
    return head;
  }
  void add_slots(size_t count) {
    {
      const std::lock_guard lock(mutex_);
      slots_ += count;
    }
    door_->wake();
  }
  /// The same once one with the token and then one without it was refused: in the middle of a
  /// round of offers, the latter would get the slot.
  void add_slots_after_round(size_t count) {
    const std::lock_guard lock(mutex_);
    slots_after_round_ = count;
  }
  /// Waits until a connection, with the token or without, was offered and there was no slot.
  void wait_for_refusal(bool with_token) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return refused_[with_token ? 1 : 0]; });
  }

 private:
  bool take(const Arrival& arrival) {
    const std::lock_guard lock(mutex_);
    const bool has_slot = slots_ != 0;
    refused_[arrival.shows_token ? 1 : 0] = !has_slot;
    if (has_slot) {
      --slots_;
      std::string head(1000, '\0');
      const ssize_t size = ::recv(arrival.descriptor, head.data(), head.size(), MSG_DONTWAIT);
      heads_.push_back(head.substr(0, size > 0 ? static_cast<size_t>(size) : 0));
      ::close(arrival.descriptor);
    }
    if (!has_slot && !arrival.shows_token && refused_[1]) {
      slots_ += std::exchange(slots_after_round_, 0);
    }
    came_.notify_all();
    return has_slot;
  }

  sockaddr_in address_{};
  std::mutex mutex_;
  std::condition_variable came_;
  size_t slots_;
  size_t slots_after_round_ = 0;
  std::array<bool, 2> refused_{};  ///< the last offer: without the token, and with it
  std::list<std::string> heads_;
  std::optional<Door> door_;
};

TEST(Door, HandsOverWholeHeadsUnread) {
  OpenDoor door(3);
  const Client silent = door.client();
  const Client slow = door.client();
  slow.say("GET / HTTP/1.1\r\nHost:");
  const Client fast = door.client();
  fast.say("GET /fast\r\n\r\n");
  EXPECT_EQ(door.next(), "GET /fast\r\n\r\n");
  slow.say(" a\r\n\r\nbody");
  EXPECT_TRUE(door.next().starts_with("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
}

TEST(Door, LetsTheTokenGoFirst) {
  OpenDoor door(0);
  const Client first = door.client();
  first.say("one\r\n\r\n");
  door.wait_for_refusal(false);
  const Client second = door.client();
  second.say("two, token\r\n\r\n");
  const Client third = door.client();
  third.say("three\n\n");
  door.wait_for_refusal(true);
  door.add_slots_after_round(1);
  EXPECT_EQ(door.next(), "two, token\r\n\r\n");
  door.add_slots(2);
  EXPECT_EQ(door.next(), "one\r\n\r\n");
  EXPECT_EQ(door.next(), "three\n\n");
}

TEST(Door, ClosesTheOldestThatAskNothing) {
  OpenDoor door(1);
  std::vector<Client> silent;
  for (size_t at = 0; at < Door::kMostWaiting; ++at) {
    silent.push_back(door.client());
  }
  const Client newest = door.client();
  EXPECT_TRUE(silent.front().is_closed());
  newest.say("here, token\r\n\r\n");
  EXPECT_EQ(door.next(), "here, token\r\n\r\n");
}

TEST(Door, ClosesWhoStopsInTheMiddleOfAHead) {
  const OpenDoor door(1, std::chrono::milliseconds(10));
  const Client late = door.client();
  late.say("GET / HTTP/1.1\r\n");
  EXPECT_TRUE(late.is_closed());
}

}  // namespace
}  // namespace quern::server
