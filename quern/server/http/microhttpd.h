// SPDX-License-Identifier: MIT
//
// libmicrohttpd, loaded when the first server starts: it brings libraries along that no other
// command should have to wait for. For http_impl.h alone.
#pragma once

#include <microhttpd.h>

#include "quern/base/result.h"

namespace quern::server {

struct Microhttpd {
  decltype(&MHD_start_daemon) start_daemon = nullptr;
  decltype(&MHD_stop_daemon) stop_daemon = nullptr;
  decltype(&MHD_add_connection) add_connection = nullptr;
  decltype(&MHD_get_connection_info) connection_info = nullptr;
  decltype(&MHD_lookup_connection_value) header = nullptr;
  decltype(&MHD_create_response_from_buffer) response_of_buffer = nullptr;
  decltype(&MHD_create_response_from_callback) response_of_callback = nullptr;
  decltype(&MHD_add_response_header) add_header = nullptr;
  decltype(&MHD_queue_response) queue_response = nullptr;
  decltype(&MHD_destroy_response) destroy_response = nullptr;
};

/// Error `no-http-library`, with how to get it.
[[nodiscard]] Result<const Microhttpd*> load_microhttpd();

}  // namespace quern::server
