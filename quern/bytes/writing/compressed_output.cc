// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/compressed_output.h"

#include <utility>

#include "quern/bytes/writing/compress.h"
#include "quern/bytes/writing/output.h"

namespace quern {

/// On the heap, since `compressed` refers to `file` and neither may move.
struct CompressedOutput::Impl {
  Impl(Output output, Compression compression)
      : file(std::move(output)), compressed(file, compression) {}
  Output file;
  CompressedSink compressed;
};

Result<CompressedOutput> CompressedOutput::create(const std::string& path, bool replace) {
  Result<Output> file = create_output(path, replace);
  if (!file) {
    return failure(std::move(file.error()));
  }
  return CompressedOutput(std::make_unique<Impl>(std::move(*file), compression_named_by(path)));
}

CompressedOutput::CompressedOutput(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CompressedOutput::CompressedOutput(CompressedOutput&&) noexcept = default;
CompressedOutput& CompressedOutput::operator=(CompressedOutput&&) noexcept = default;
CompressedOutput::~CompressedOutput() = default;

void CompressedOutput::write(std::string_view bytes) {
  impl_->compressed.write(bytes);
}

bool CompressedOutput::failed() const {
  return impl_->file.failed();
}

Result<void> CompressedOutput::commit() {
  impl_->compressed.finish();
  return impl_->file.commit();
}

}  // namespace quern
