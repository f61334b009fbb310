// SPDX-License-Identifier: MIT
//
// A file that appears whole or not at all, compressed as the end of its name says. It is an Output
// behind a CompressedSink, as one object for the C library's writer (c/writer.cc), which opens and
// closes its file in different calls. Conversions put the two together themselves, because they can
// also write to a pipe (save/convert.cc).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"

namespace quern {

class CompressedOutput final : public ByteSink {
 public:
  /// Errors are those of create_output().
  [[nodiscard]] static Result<CompressedOutput> create(const std::string& path, bool replace);
  CompressedOutput(CompressedOutput&&) noexcept;
  CompressedOutput& operator=(CompressedOutput&&) noexcept;
  ~CompressedOutput() override;

  void write(std::string_view bytes) override;
  /// Whether a write has failed. commit() says why.
  [[nodiscard]] bool failed() const override;
  /// Ends the compressed stream and gives the file its name. Without this call no file is left.
  /// Errors are those of Output::commit().
  [[nodiscard]] Result<void> commit();

 private:
  struct Impl;
  explicit CompressedOutput(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace quern
