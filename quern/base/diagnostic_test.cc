// SPDX-License-Identifier: MIT
#include "quern/base/diagnostic.h"

#include <gtest/gtest.h>

#include "quern/base/result.h"

namespace quern {
namespace {

TEST(Diagnostic, SeveritiesHaveTheNamesThatUsersSee) {
  EXPECT_EQ(to_string(Severity::kNote), "note");
  EXPECT_EQ(to_string(Severity::kWarning), "warning");
  EXPECT_EQ(to_string(Severity::kError), "error");
}

TEST(Diagnostic, AUsageErrorBlamesTheCall) {
  const Diagnostic error = usage_error("unknown-event", "no event 'Irr'", "did you mean Ir?");
  EXPECT_EQ(error.fault, Fault::kUsage);
  EXPECT_EQ(error.severity, Severity::kError);
  EXPECT_EQ(error.code, "unknown-event");
  EXPECT_EQ(error.message, "no event 'Irr'");
  EXPECT_EQ(error.hint, "did you mean Ir?");
  EXPECT_EQ(error.place, Place{});
}

TEST(Result, AFailureCarriesItsDiagnostic) {
  const Result<int> result = failure(usage_error("code", "message"));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, "code");
}

}  // namespace
}  // namespace quern
