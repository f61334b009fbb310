// SPDX-License-Identifier: MIT
#include "quern/source/symbols.h"

#include <expected>
#include <utility>

#include "quern/source/debug_info.h"
#include "quern/source/object_file.h"

namespace quern {

/// One object file with what belongs to it.
class SymbolFinder::Object {
 public:
  explicit Object(ObjectFile object)
      : object_(std::move(object)),
        info_(object_.with_debug_info()),
        base_(object_.file.base()),
        table_(own_functions()),
        dynamic_(object_.file.dynamic_functions()) {}

  std::optional<Symbol> find(uint64_t address) {
    if (address > UINT64_MAX - base_) {
      return std::nullopt;
    }
    address += base_;
    const FunctionRange* found = table_.find(address);
    found = found != nullptr ? found : dynamic_.find(address);
    found = found != nullptr ? found : info_.functions().find(address);
    if (found == nullptr || found->start < base_) {  // a hostile table may start anywhere
      return std::nullopt;
    }
    Symbol symbol{std::string(name_of(*found)), found->start - base_, {}, 0};
    if (std::optional<SourceLine> line = info_.line(address)) {
      symbol.file = std::move(line->file);
      symbol.line = line->line;
    }
    return symbol;
  }

  [[nodiscard]] std::vector<std::string> sources() const { return info_.sources(); }
  std::vector<uint64_t> declared_lines(std::span<const NamedFunction> wanted) {
    return info_.declared_lines(wanted);
  }

 private:
  /// Stripped files have no symbol table; their separate file may have it.
  [[nodiscard]] FunctionRanges own_functions() const {
    std::vector<FunctionRange> functions = object_.file.functions();
    if (functions.empty() && object_.debug_file) {
      functions = object_.debug_file->functions();
    }
    return FunctionRanges(std::move(functions));
  }

  ObjectFile object_;
  DebugInfo info_;
  uint64_t base_;
  FunctionRanges table_;
  FunctionRanges dynamic_;
};

bool can_read_objects() {
  return true;
}

SymbolFinder::SymbolFinder(std::string debug_folder) : debug_folder_(std::move(debug_folder)) {}
SymbolFinder::SymbolFinder(SymbolFinder&&) noexcept = default;
SymbolFinder& SymbolFinder::operator=(SymbolFinder&&) noexcept = default;
SymbolFinder::~SymbolFinder() = default;

SymbolFinder::Object* SymbolFinder::opened(const std::string& path) {
  if (path == path_ && !path.empty()) {
    return object_.get();
  }
  path_ = path;
  object_.reset();
  if (!unreadable_.contains(path)) {
    std::expected<ObjectFile, std::string> object = ObjectFile::open(path, debug_folder_);
    if (object) {
      object_ = std::make_unique<Object>(std::move(*object));
    } else {
      unreadable_.emplace(path, std::move(object.error()));
    }
  }
  return object_.get();
}

std::vector<std::string> SymbolFinder::sources(const std::string& object) {
  Object* const file = opened(object);
  return file != nullptr ? file->sources() : std::vector<std::string>();
}

std::vector<uint64_t> SymbolFinder::declared_lines(const std::string& object,
                                                   std::span<const NamedFunction> wanted) {
  Object* const file = opened(object);
  return file != nullptr ? file->declared_lines(wanted) : std::vector<uint64_t>(wanted.size());
}

std::optional<Symbol> SymbolFinder::find(const std::string& object, uint64_t address) {
  Object* const file = opened(object);
  return file != nullptr ? file->find(address) : std::nullopt;
}

}  // namespace quern
