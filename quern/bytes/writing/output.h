// SPDX-License-Identifier: MIT
//
// Where answers go. A file appears whole or not at all: it is written under a temporary name in the
// same folder and renamed by commit(); without commit() the temporary file is removed again. What a
// killed process left is removed by the next create_output() in the same folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"

namespace quern {

/// A file that a library writes by itself, under its temporary name.
struct FileToFill {
  std::string path;  ///< exists, empty
  std::string name;  ///< as the user named it, for messages
};

/// A buffered file descriptor or an atomically replaced file.
class Output final : public ByteSink {
 public:
  Output(Output&&) noexcept;
  Output& operator=(Output&&) noexcept;
  ~Output() override;

  void write(std::string_view bytes) override;
  [[nodiscard]] bool failed() const override;
  /// True when the reader of a pipe has gone away: not an error, end quietly.
  [[nodiscard]] bool pipe_closed() const;
  /// Instead of write(): the file whose bytes somebody else writes. commit() gives it its place
  /// once that is done. Error (Fault::kOutput) `output-failed`: this is no file, but a pipe or a
  /// device.
  [[nodiscard]] Result<FileToFill> file_to_fill() const;
  /// The file is one that cannot be made again: commit() returns only when the file and its name
  /// would outlive a loss of power (fsync of the file and of its folder). Other files are not
  /// synced, because that takes long and their profiles are still there.
  void keep();
  /// Flushes, and renames the temporary file to its place. Errors (Fault::kOutput): `write-failed`
  /// with the system's reason. The old file stays as it was, unless keep() was asked for and only
  /// the folder could not be synced: then the new file is in its place.
  [[nodiscard]] Result<void> commit();

 private:
  struct Impl;
  explicit Output(std::unique_ptr<Impl> impl);
  friend Output descriptor_output(int descriptor, std::string name);
  friend Result<Output> create_output(const std::string& path, bool replace);
  std::unique_ptr<Impl> impl_;
};

/// Writes to an open descriptor (1: standard output), which stays open.
[[nodiscard]] Output descriptor_output(int descriptor, std::string name);

/// Creates `path`. Errors (Fault::kOutput): `output-exists` unless `replace`, `output-failed`
/// (no such folder, no permission, a directory). Temporary files that are not committed vanish,
/// also when remove_temporary_files() is called from a signal handler.
[[nodiscard]] Result<Output> create_output(const std::string& path, bool replace);

/// The error of a write that failed with this error of the system (Fault::kOutput):
/// `write-failed`.
[[nodiscard]] Diagnostic write_error(const std::string& name, int error_number);

/// Async-signal-safe: unlinks the temporary files that are open now.
void remove_temporary_files() noexcept;

}  // namespace quern
