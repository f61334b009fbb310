// SPDX-License-Identifier: MIT
//
// Writes self costs as a table, a row each record, for spreadsheets and data frames.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::csv {

extern const FormatWriter kCsvWriter;
extern const FormatWriter kTsvWriter;

}  // namespace quern::csv
