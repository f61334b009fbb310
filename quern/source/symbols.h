// SPDX-License-Identifier: MIT
//
// Address in an object file -> function, from what this machine has of the file: its symbol table,
// its dynamic one, its debug information, or a separate file with these below /usr/lib/debug.
// Nothing is fetched from anywhere. Profiles name the objects, and profiles may come from anyone:
// paths and files are taken as hostile. An object that was rebuilt since the profile was recorded
// gives wrong names: only a path and an address are known here. Builds without libdw have
// symbols_none.cc instead.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// A function of an object file. Addresses count from where the file is loaded, as profilers record
/// them: ElfFile::base() is taken off.
struct Symbol {
  std::string name;    ///< as in the file, mangled
  uint64_t start = 0;  ///< its first address
  std::string file;    ///< source file of the address asked for; empty: not known
  uint64_t line = 0;   ///< its line, from 1; 0: not known
  bool operator==(const Symbol&) const = default;
};

/// A function as a profile names it.
struct NamedFunction {
  std::string_view name;  ///< mangled or not
  std::string_view file;  ///< of source code
};

/// False where quern was built without libdw: then nothing is found.
[[nodiscard]] bool can_read_objects();

/// Keeps only the object asked for last open, since debug information can be large. So ask for all
/// addresses of one object together.
class SymbolFinder {
 public:
  /// `debug_folder`: where separate debug information lies.
  explicit SymbolFinder(std::string debug_folder = "/usr/lib/debug");
  SymbolFinder(SymbolFinder&&) noexcept;
  SymbolFinder& operator=(SymbolFinder&&) noexcept;
  ~SymbolFinder();

  /// The function that holds the address; nothing if the object or the function is not known. A
  /// name without a slash is also looked for in PATH: profilers record a program as the shell
  /// started it.
  [[nodiscard]] std::optional<Symbol> find(const std::string& object, uint64_t address);
  /// The source files of the object, as its debug information names them, below the folder each was
  /// compiled in: each once, by what stands behind the last slash, then as a whole.
  [[nodiscard]] std::vector<std::string> sources(const std::string& object);
  /// The line that declares each of `wanted` in debug information of the object, where its file has
  /// the same name without folders; 0: not known.
  [[nodiscard]] std::vector<uint64_t> declared_lines(const std::string& object,
                                                     std::span<const NamedFunction> wanted);
  /// Objects that cannot be read, and why.
  [[nodiscard]] const std::map<std::string, std::string>& unreadable() const { return unreadable_; }

 private:
  class Object;
  /// The object of this path; null: it cannot be read.
  Object* opened(const std::string& path);

  std::string debug_folder_;
  std::string path_;                ///< what was asked for last
  std::unique_ptr<Object> object_;  ///< null: unreadable
  std::map<std::string, std::string> unreadable_;
};

}  // namespace quern
