// SPDX-License-Identifier: MIT
//
// The processes that mpirun or a batch scheduler started together, numbered from 0, and messages
// between them. Only ranks.cc knows MPI. Errors of MPI itself, such as a lost connection, end all
// processes, with a message of MPI that names the rank.
#pragma once

#include <string>
#include <string_view>

namespace quern::farm {

class Ranks {
 public:
  /// Joins the others; once in a process.
  Ranks(int& argc, char**& argv);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks() { leave(); }

  /// Of this process.
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] int count() const { return count_; }
  /// Waits until `to` receives from this rank.
  void send(int to, std::string_view message) const;
  /// Waits for the next message of `from`, of any size.
  [[nodiscard]] std::string receive(int from) const;
  /// Waits for the others to come here as well. Returns in none of them if one was killed before.
  void leave();
  /// Ends all of them at once with this exit code.
  [[noreturn]] void end_all(int code) const;

 private:
  int number_ = 0;
  int count_ = 1;
  bool has_left_ = false;
};

}  // namespace quern::farm
