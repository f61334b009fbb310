// SPDX-License-Identifier: MIT
#include "quern/base/diagnostic.h"

#include <array>
#include <utility>

namespace quern {

std::string_view to_string(Severity severity) {
  constexpr std::array<std::string_view, 3> kNames = {"note", "warning", "error"};
  return kNames[static_cast<size_t>(severity)];
}

Diagnostic usage_error(std::string_view code, std::string message, std::string hint) {
  Diagnostic error;
  error.fault = Fault::kUsage;
  error.code = code;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return error;
}

Diagnostic output_error(std::string_view code, std::string message, std::string hint) {
  Diagnostic error = usage_error(code, std::move(message), std::move(hint));
  error.fault = Fault::kOutput;
  return error;
}

Diagnostic input_error(std::string_view code, std::string input, std::string message,
                       std::string hint) {
  Diagnostic error = usage_error(code, std::move(message), std::move(hint));
  error.fault = Fault::kInput;
  error.input = std::move(input);
  return error;
}

}  // namespace quern
