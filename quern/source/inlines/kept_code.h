// SPDX-License-Identifier: MIT
//
// What was read of the debug information of an object, as an entry of the cache: the addresses of
// its units, texts, and the code of those units that were read. An entry holds as long as no file
// has changed that the debug information was looked for in. Anything may stand in the file of an
// entry: what does not make sense is not used.
//
//   magic, CRC-32 and size of the head, the head, the code of each unit that was read
//
// The head has the source files of all units, if somebody has asked for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/bytes/writing/cache_folder.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/source/inlines/unit_code.h"

namespace quern {

struct KeptCode {
  SeenFiles seen = {};
  ReadBudget budget = {};  ///< that is left
  /// ObjectCode::sources(); nothing: nobody has asked.
  std::optional<std::vector<std::string>> sources = {};
  AddressMap<uint32_t> units = {};          ///< into `code`; InlineFrame::kNone: of none
  std::vector<std::string_view> code = {};  ///< by unit; empty: not read yet
};

/// The code of a unit as bytes; its frames are those from `first_frame` on.
[[nodiscard]] std::string encode_unit(const UnitCode& unit, size_t first_frame,
                                      const CodeTables& tables);
/// Adds its frames to the tables. Nothing if it does not make sense.
[[nodiscard]] std::optional<UnitCode> decode_unit(std::string_view bytes, CodeTables& tables);

/// The name of an object's entry; `path` is without links.
[[nodiscard]] std::string kept_code_name(const std::string& path);

[[nodiscard]] std::string encode_code(const KeptCode& code, const CodeTables& tables);
/// Fills the texts of `tables`. `bytes` must outlive what is returned. Nothing if it does not make
/// sense.
[[nodiscard]] std::optional<KeptCode> decode_code(std::string_view bytes, CodeTables& tables);

}  // namespace quern
