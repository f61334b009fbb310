// SPDX-License-Identifier: MIT
#include "quern/server/http/microhttpd.h"

#include <dlfcn.h>

#include <optional>
#include <string>

namespace quern::server {
namespace {

template <class Function>
bool find_symbol(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));  // NOLINT: what dlsym is for
  return function != nullptr;
}

/// The library is never unloaded: its threads' exits may be under way.
std::optional<Microhttpd> loaded() {
  void* const library = ::dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return std::nullopt;
  }
  Microhttpd http;
  const bool has_all =
      find_symbol(library, "MHD_start_daemon", http.start_daemon) &&
      find_symbol(library, "MHD_stop_daemon", http.stop_daemon) &&
      find_symbol(library, "MHD_add_connection", http.add_connection) &&
      find_symbol(library, "MHD_get_connection_info", http.connection_info) &&
      find_symbol(library, "MHD_lookup_connection_value", http.header) &&
      find_symbol(library, "MHD_create_response_from_buffer", http.response_of_buffer) &&
      find_symbol(library, "MHD_create_response_from_callback", http.response_of_callback) &&
      find_symbol(library, "MHD_add_response_header", http.add_header) &&
      find_symbol(library, "MHD_queue_response", http.queue_response) &&
      find_symbol(library, "MHD_destroy_response", http.destroy_response);
  return has_all ? std::optional(http) : std::nullopt;
}

}  // namespace

Result<const Microhttpd*> load_microhttpd() {
  static const std::optional<Microhttpd> library = loaded();
  if (!library) {
    return failure(output_error("no-http-library",
                                "libmicrohttpd.so.12, which serves the page, is not installed",
                                "on Debian and Ubuntu: apt-get install libmicrohttpd12"));
  }
  return &*library;
}

}  // namespace quern::server
