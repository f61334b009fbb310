// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/source.h"

#include <atomic>
#include <utility>

#include "quern/bytes/reading/decompress.h"
#include "quern/bytes/reading/stored.h"

namespace quern {

struct Input::Impl {
  std::string name;
  std::shared_ptr<Stored> stored;
  Compression compression = Compression::kNone;
  std::unique_ptr<ByteSource> plain;  // over `stored`; none where that is plain itself
  std::atomic<uint64_t> text_bytes = 0;
  ReadProgress* progress = nullptr;

  Impl(std::string named, std::unique_ptr<Stored> bytes)
      : name(std::move(named)), stored(std::move(bytes)) {}

  void recognise(std::string_view first_bytes) {
    compression = compression_of(first_bytes);
    if (compression != Compression::kNone) {
      plain = decompressed(*stored, compression);
    }
  }

  [[nodiscard]] std::unexpected<Diagnostic> named_failure(Diagnostic error) const {
    if (error.input.empty()) {
      error.input = name;
    }
    return failure(std::move(error));
  }
};

Input::Input(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Input::Input(std::string name, std::unique_ptr<ByteSource> plain)
    : impl_(std::make_unique<Impl>(std::move(name), stored_elsewhere(std::move(plain)))) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

Result<size_t> Input::read(std::span<char> room) {
  ByteSource& source = impl_->plain ? *impl_->plain : *impl_->stored;
  Result<size_t> got = source.read(room);
  if (!got) {
    return impl_->named_failure(std::move(got.error()));
  }
  impl_->text_bytes.fetch_add(*got, std::memory_order_relaxed);
  if (impl_->progress != nullptr) {
    impl_->progress->advanced(impl_->stored->taken(), impl_->stored->size().value_or(0));
  }
  return got;
}

const std::string& Input::name() const {
  return impl_->name;
}

void Input::rename(std::string name) {
  impl_->name = std::move(name);
}

Compression Input::compression() const {
  return impl_->compression;
}

SourceCounts Input::counts() const {
  return {.raw_bytes = impl_->stored->taken(),
          .text_bytes = impl_->text_bytes.load(std::memory_order_relaxed)};
}

std::optional<uint64_t> Input::stored_size() const {
  return impl_->stored->size();
}

bool Input::is_random_access() const {
  return impl_->compression == Compression::kNone && impl_->stored->is_random_access();
}

Result<size_t> Input::read_at(uint64_t offset, std::span<char> room) const {
  Result<size_t> got = impl_->stored->read_at(offset, room);
  return got ? got : impl_->named_failure(std::move(got.error()));
}

Input::ReadAgain Input::read_again() const {
  const std::shared_ptr<const Stored> stored = impl_->stored;
  return [stored](uint64_t offset, std::span<char> room) {
    return stored->read_at(offset, room).value_or(0);
  };
}

void Input::report_to(ReadProgress* progress) {
  impl_->progress = progress;
}

Result<Input> open_input(const std::string& path) {
  Result<std::unique_ptr<Stored>> stored = open_stored(path);
  if (!stored) {
    return failure(std::move(stored.error()));
  }
  auto impl = std::make_unique<Input::Impl>(path == "-" ? "<stdin>" : path, std::move(*stored));
  Result<std::string_view> head = impl->stored->head();
  if (!head) {
    return impl->named_failure(std::move(head.error()));
  }
  impl->recognise(*head);
  return Input(std::move(impl));
}

Input memory_input(std::string name, std::string bytes) {
  auto impl = std::make_unique<Input::Impl>(std::move(name), stored_in_memory(std::move(bytes)));
  impl->recognise(impl->stored->head().value_or(std::string_view()));
  return Input(std::move(impl));
}

}  // namespace quern
