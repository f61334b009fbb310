// SPDX-License-Identifier: MIT
//
// The way into the server: accepts connections and hands each over once the head of its request has
// arrived. A client that is slow to ask costs a descriptor here for a few seconds, and no thread or
// slot of the server. Clients that show the token go first.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <string_view>
#include <thread>
#include <vector>

namespace quern::server {

/// A connection whose request has a whole head, all of it unread.
struct Arrival {
  int descriptor = -1;
  bool shows_token = false;
};

class Door {
 public:
  /// Connections whose head has not arrived yet, or that wait for a slot. The oldest is closed for
  /// another one, but not before it had a moment to ask: until then others wait to be accepted.
  static constexpr size_t kMostWaiting = 256;
  static constexpr std::chrono::milliseconds kLeastPatience{50};
  /// A head has to arrive within this, and a client without the token gets a slot within this.
  static constexpr std::chrono::seconds kMostPatience{5};

  struct Host {
    /// Whether the head of a request shows the token.
    std::function<bool(std::string_view head)> shows_token;
    /// Takes the connection, which is then no longer the door's. False: there is no slot for it
    /// now.
    std::function<bool(const Arrival& arrival)> take;
    std::chrono::milliseconds patience = kMostPatience;
  };

  /// Owns `listening` from now on, a socket that does not block. The host is asked by a thread of
  /// the door's.
  Door(int listening, Host host);
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door();

  /// False: the system lacks what it takes. Nothing is accepted then.
  [[nodiscard]] bool open();
  /// There may be slots again. For any thread, also after close().
  void wake() const;
  /// Ends the thread, then closes what still waits. Once.
  void close();

 private:
  using Clock = std::chrono::steady_clock;

  struct Waiting {
    int descriptor = -1;
    Clock::time_point since;
    bool is_ready = false;  ///< the head is there
    bool shows_token = false;
  };
  using Place = std::list<Waiting>::iterator;

  void run();
  [[nodiscard]] int milliseconds_to_wait() const;
  void set_accepting(bool is_accepting);
  void accept_all();
  [[nodiscard]] Place to_spare();
  void look_at(int descriptor, uint32_t events);
  void close_late_ones();
  void hand_over(bool with_token);
  void drop(Place place);

  int listening_;
  Host host_;
  int poll_ = -1;
  int wake_ = -1;
  std::atomic<bool> is_ending_ = false;
  bool is_accepting_ = true;
  std::list<Waiting> waiting_;  ///< the oldest first
  std::vector<char> head_;      ///< room for one
  std::thread thread_;
};

}  // namespace quern::server
