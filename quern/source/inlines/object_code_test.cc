// SPDX-License-Identifier: MIT
//
// Objects are those of the fuzz target's corpus, or hostile ones made by the system's assembler.
#include "quern/source/inlines/object_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "quern/source/symbols.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

constexpr uint64_t kCode = 0x400078;  // in hostile objects

/// Entries of a kind within each other, `depth` times.
std::string nested(unsigned tag, int depth) {
  return fmt::format(R"(
  .globl main
main: ret
end:
  .section .debug_abbrev,"",@progbits
  .uleb128 1, 0x11; .byte 1; .uleb128 0x11, 1, 0x12, 1, 0, 0
  .uleb128 2, {}; .byte 1; .uleb128 0, 0
  .byte 0
  .section .debug_info,"",@progbits
  .long unit_end - unit
unit: .value 4; .long .debug_abbrev; .byte 8
  .uleb128 1; .quad main, end
  .rept {}; .uleb128 2; .endr
  .rept {}; .byte 0; .endr
unit_end:
)",
                     tag, depth, depth + 1);
}

class ObjectCodeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_read_objects()) {
      GTEST_SKIP() << "built without libdw";
    }
  }
  [[nodiscard]] std::string assembled(const std::string& text) const {
    const std::string source = folder_.file("a.s", text);
    const std::string command = fmt::format(
        "cc -nostdlib -static -Wl,-N,--build-id=none,-e,main,-Ttext={:#x} {} -o {} 2>/dev/null",
        kCode, source, folder_ / "a");
    return std::system(command.c_str()) == 0 ? folder_ / "a" : "";  // NOLINT(concurrency-mt-unsafe)
  }

  test::TemporaryFolder folder_;
};

TEST_F(ObjectCodeTest, BoundsEntriesThatNestWithoutEnd) {
  for (const unsigned tag : {0x39U, 0x0bU, 0x2eU}) {  // namespace, block, function
    const std::string path = assembled(nested(tag, 200'000));
    if (path.empty()) {
      GTEST_SKIP() << "needs cc";
    }
    std::expected<ObjectCode, std::string> code = ObjectCode::open(path);
    ASSERT_TRUE(code) << code.error();
    (void)code->at(kCode);
    EXPECT_EQ(code->problem(), "its debug information names more than its size allows");
    SymbolFinder finder;
    EXPECT_EQ(finder.declared_lines(path, std::array{NamedFunction{"f", "a.c"}})[0], 0U);
  }
}

}  // namespace
}  // namespace quern
