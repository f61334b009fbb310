// SPDX-License-Identifier: MIT
#include "quern/output/test_support.h"
#include "quern/views/input/info.h"

namespace quern {
namespace {

TEST(InfoText, MarksTotalsOfPartsThatAreEstimates) {
  const auto profile = read_profile(
      "version: 1\nevents: Ir\npart: 1\nfn=a\n1 10\n\nevents: Ir\npart: 2\nfn=a\n1 30\n");
  Info info = info_of(*profile);
  info.parts[1].has_estimated_totals = true;
  StringSink out;
  write_text(info, {}, out);
  EXPECT_NE(out.text().find(" 10    25.00 "), std::string::npos) << out.text();
  EXPECT_NE(out.text().find(" ~ 30  ~ 75.00 "), std::string::npos) << out.text();
}

}  // namespace
}  // namespace quern
