// SPDX-License-Identifier: MIT
#include "quern/server/identities.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "quern/base/parallel.h"

namespace quern::server {
namespace {

constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz234567";
constexpr size_t kIdLength = 13;
/// So many are hashed before other threads have begun.
constexpr size_t kFewFunctions = 20'000;

/// An id as a hash and which of those that share it, from 1.
struct IdParts {
  uint64_t hash = 0;
  uint32_t which = 1;
};

std::optional<IdParts> read_id(std::string_view id) {
  IdParts parts;
  if (id.size() < kIdLength || kDigits.find(id[0]) > 15) {
    return std::nullopt;
  }
  for (const char digit : id.substr(0, kIdLength)) {
    const size_t value = kDigits.find(digit);
    if (value == std::string_view::npos) {
      return std::nullopt;
    }
    parts.hash = parts.hash << 5U | value;
  }
  const std::string_view rest = id.substr(kIdLength);
  if (rest.empty()) {
    return parts;
  }
  const auto [end, problem] =
      std::from_chars(rest.data() + 1, rest.data() + rest.size(), parts.which);
  if (rest.front() != '~' || problem != std::errc{} || end != rest.data() + rest.size() ||
      parts.which < 2) {
    return std::nullopt;
  }
  return parts;
}

/// FNV-1a of texts, each ended by a byte that no UTF-8 has.
class TextHash {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      add(static_cast<unsigned char>(c));
    }
    add(0xff);
  }
  [[nodiscard]] uint64_t value() const {
    uint64_t hash = hash_ ^ hash_ >> 32U;
    hash *= 0x9fb21c651e98df25U;
    return hash ^ hash >> 29U;
  }

 private:
  void add(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3U; }
  uint64_t hash_ = 0xcbf29ce484222325U;
};

/// function_hash() of one function after another. Those of one file mostly follow each other.
class FunctionHashes {
 public:
  explicit FunctionHashes(const Symbols& symbols) : symbols_(&symbols) {}

  uint64_t of(FunctionId function) {
    const FunctionKey& key = symbols_->functions[function];
    if (key.object != object_ || key.file != file_) {
      object_ = key.object;
      file_ = key.file;
      place_ = TextHash();
      place_.add(symbols_->object(function));
      place_.add(symbols_->file(function));
    }
    TextHash hash = place_;
    hash.add(symbols_->name(function));
    return hash.value();
  }

 private:
  const Symbols* symbols_;
  std::optional<NameId> object_, file_;
  TextHash place_;  ///< of both
};

}  // namespace

std::string id_text(uint64_t hash) {
  std::string text(kIdLength, 'a');
  for (size_t at = kIdLength; at-- > 0; hash >>= 5U) {
    text[at] = kDigits[hash & 31U];
  }
  return text;
}

uint64_t hash_of(std::initializer_list<std::string_view> texts) {
  TextHash hash;
  for (const std::string_view text : texts) {
    hash.add(text);
  }
  return hash.value();
}

uint64_t function_hash(const RowName& name) {
  return hash_of({name.object, name.file, name.name});
}

std::string file_id(std::string_view file) {
  return id_text(hash_of({"file", file}));
}

Identities::Identities(const Profile& profile) {
  using Pairs = std::vector<std::pair<uint64_t, uint32_t>>;
  const Symbols& symbols = profile.symbols();
  const size_t count = symbols.functions.size();
  // The first list of a large profile waits for this: half of it is the hashing of long names.
  const size_t pieces = count < kFewFunctions ? 1 : threads_for(0);
  const auto sorted_piece = [&](size_t piece) {
    Pairs pairs;
    FunctionHashes hashes(symbols);
    for (size_t at = count * piece / pieces; at < count * (piece + 1) / pieces; ++at) {
      const FunctionId id(static_cast<uint32_t>(at));
      pairs.emplace_back(hashes.of(id), id.value);
    }
    std::ranges::sort(pairs);
    return pairs;
  };
  for (const Pairs& piece :
       made_by_threads<Pairs>(pieces, static_cast<unsigned>(pieces), sorted_piece)) {
    Pairs both;
    both.reserve(count);
    std::ranges::merge(functions_, piece, std::back_inserter(both));
    functions_ = std::move(both);
  }
  const auto same = [](const auto& left, const auto& right) { return left.first == right.first; };
  has_twins_ = std::ranges::adjacent_find(functions_, same) != functions_.end();
}

std::string Identities::function(uint32_t function, const RowName& name) const {
  const uint64_t hash = function_hash(name);
  std::string text = id_text(hash);
  if (!has_twins_) {
    return text;
  }
  const auto first = std::ranges::lower_bound(functions_, std::pair(hash, uint32_t{0}));
  const auto own = std::ranges::lower_bound(functions_, std::pair(hash, function));
  if (own != first) {
    text += '~' + std::to_string(own - first + 1);
  }
  return text;
}

std::optional<uint32_t> Identities::find_function(std::string_view id) const {
  const std::optional<IdParts> parts = read_id(id);
  if (!parts) {
    return std::nullopt;
  }
  const auto first = std::ranges::lower_bound(functions_, std::pair(parts->hash, uint32_t{0}));
  if (functions_.end() - first < parts->which) {
    return std::nullopt;
  }
  const auto found = first + (parts->which - 1);
  return found->first == parts->hash ? std::optional(found->second) : std::nullopt;
}

std::string RowIds::of(uint32_t node, const RowName& name) const {
  return by_ == GroupBy::kFunction ? identities_->function(node, name)
                                   : id_text(hash_of({"group", to_string(by_), name.name}));
}

std::optional<uint32_t> find_node(const Identities& identities, const Nodes& nodes,
                                  std::string_view id) {
  if (nodes.group_by() == GroupBy::kFunction) {
    return identities.find_function(id);
  }
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    if (RowIds(identities, nodes.group_by()).of(node, nodes.name(node)) == id) {
      return node;
    }
  }
  return std::nullopt;
}

}  // namespace quern::server
