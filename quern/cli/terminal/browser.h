// SPDX-License-Identifier: MIT
//
// Opens an address in the user's browser. Other users see the arguments of programs, and the
// address has a secret in it: the browser is given a file that only the user can read, which leads
// there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "quern/bytes/writing/temporary_files.h"

namespace quern::cli {

class OpenedBrowser {
 public:
  /// Nothing where there is no desktop, no program to open it with, or nowhere for the file.
  [[nodiscard]] static std::optional<OpenedBrowser> at(const std::string& address);
  OpenedBrowser(OpenedBrowser&& other) noexcept
      : path_(std::exchange(other.path_, {})), place_(other.place_) {}
  OpenedBrowser& operator=(OpenedBrowser&&) = delete;
  /// Removes the file.
  ~OpenedBrowser();

 private:
  explicit OpenedBrowser(std::string path) : path_(std::move(path)) {}
  std::string path_;
  size_t place_ = kNotRemembered;  ///< of the path, which a signal removes too
};

/// The page that leads to `address`.
[[nodiscard]] std::string leading_page(const std::string& address);

}  // namespace quern::cli
