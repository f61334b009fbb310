// SPDX-License-Identifier: MIT
#include "quern/load/find/foreign_files.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "quern/formats/registry.h"
#include "quern/load/find/first_bytes.h"

namespace quern {
namespace {

using namespace std::string_literals;

/// "WHAT; next step", as a user sees them who names the file `name`. No format may want the bytes.
std::string answer(const std::string& bytes, std::string_view name) {
  EXPECT_EQ(recognise(bytes), nullptr) << name;
  const std::optional<ForeignFile> file = foreign_file(bytes, name);
  return file ? std::string(file->what) + "; " + file->next : "unknown";
}

std::string elf(char type, const std::string& more = {}) {
  std::string bytes =
      "\x7f"
      "ELF\2\1\1"s +
      std::string(9, '\0');
  bytes += type;
  return bytes + std::string(300, '\0') + more;
}

TEST(ForeignFiles, LeadFromAProgramToRecordingIt) {
  EXPECT_EQ(answer(elf(3, "/lib64/ld-linux-x86-64.so.2"), "my app"),
            "a program (ELF); record a profile of it: quern record -- './my app'");
  EXPECT_EQ(answer(elf(2), "bin/app"),
            "a program (ELF); record a profile of it: quern record -- bin/app");
  EXPECT_TRUE(answer(elf(3), "libx.so").starts_with("a library (ELF)"));
  EXPECT_TRUE(answer(elf(4), "core").starts_with("a core dump (ELF)"));
  EXPECT_TRUE(answer(elf(1), "a.o").starts_with("an object file (ELF)"));
  EXPECT_TRUE(answer("\x7f"
                     "ELF",
                     "cut")
                  .starts_with("an object file (ELF)"));
}

TEST(ForeignFiles, LeadFromAScriptToItsInterpreter) {
  EXPECT_EQ(answer("#!/bin/sh\nexit\n", "run me.sh"),
            "a script; record a profile of it: quern record -- sh 'run me.sh'");
  EXPECT_EQ(answer("#!/usr/bin/env -S python3 -u\n", "-x.py"),
            "a script; record a profile of it: quern record -- python3 ./-x.py");
  EXPECT_EQ(answer("<?php\necho 1;\n", "a.php"),
            "a PHP script; record a profile of it: quern record -- php a.php");
  EXPECT_TRUE(answer("#!", "x").starts_with("a script"));
  EXPECT_TRUE(answer("#!/usr/bin/env", "x").starts_with("a script"));
}

TEST(ForeignFiles, TellMassifAndDhatFromCallgrind) {
  const std::string tree =
      "record memory for quern: valgrind --xtree-memory=full --xtree-memory-file=app.kcg ./app";
  EXPECT_EQ(
      answer("desc: --massif-out-file=m\ncmd: ./app\ntime_unit: i\n#-----------\nsnapshot=0\n",
             "massif.out.1"),
      "a Massif profile; " + tree);
  EXPECT_EQ(answer("{\"dhatFileVersion\":2\n,\"mode\":\"heap\"}", "x"), "a DHAT profile; " + tree);
}

TEST(ForeignFiles, NameTheConverterOfEachProfiler) {
  EXPECT_EQ(answer("PERFILE2h", "perf.data"),
            "a perf.data file; perf script -i perf.data | stackcollapse-perf.pl > app.folded "
            "converts it");
  EXPECT_EQ(answer("    app 10120 48496.663777:     250000 cpu-clock:ppp:  7f96 f+0xa (/lib/x)\n",
                   "perf.txt"),
            "text of perf script; stackcollapse-perf.pl perf.txt > app.folded converts it");
  EXPECT_EQ(answer("gmon\1\0\0\0"s, "gmon.out"),
            "a gmon.out file of gprof; record a profile of the program: quern record -- ./app");
  EXPECT_EQ(answer("FLR\0\0\2"s, "r.jfr"),
            "a recording of Java Flight Recorder; jfrconv -o collapsed r.jfr app.folded converts "
            "it (from async-profiler)");
  EXPECT_TRUE(answer("v 10400 3\nX ./app\nI 1000 5e\n", "heaptrack.app.1")
                  .starts_with("a heaptrack file; heaptrack_print -f heaptrack.app.1 -F "));
}

TEST(ForeignFiles, TellTwoKindsOfProfFilesByTheirContents) {
  const std::string gperftools =
      "\0\0\0\0\0\0\0\0\3"s + std::string(15, '\0') + "\x10\x27"s + std::string(14, '\0');
  EXPECT_EQ(answer(gperftools, "app.prof"),
            "a CPU profile of gperftools; google-pprof --callgrind ./app app.prof > app.callgrind "
            "converts it");
  const std::string python =
      "a profile of Python's cProfile; pyprof2calltree -i app.prof -o "
      "app.callgrind converts it";
  EXPECT_EQ(answer("\xfb\x29\3\xfa\1\x7e\xe9\0\0\0\0"s, "app.prof"), python);
  EXPECT_EQ(answer("{(\3\0\0\0s\5\0\0\0"s, "app.prof"), python);
}

TEST(ForeignFiles, LeadFromProfilesOfBrowsersToSpeedscope) {
  const auto leads = [](const std::string& bytes) {
    return answer(bytes, "x").contains("; open it in https://www.speedscope.app and export it");
  };
  EXPECT_TRUE(leads("{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\"}}]}"));
  EXPECT_TRUE(leads("{\"head\":{\"callFrame\":{\"functionName\":\"f\"}}}"));
  EXPECT_TRUE(leads("{\"traceEvents\":[{\"name\":\"f\",\"ph\":\"B\",\"ts\":1}]}"));
  EXPECT_TRUE(leads("[{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":2}]"));
}

TEST(ForeignFiles, TellLogsAndTracesFromProfiles) {
  EXPECT_EQ(answer("==9985== Memcheck, a memory error detector\n", "vg.log"),
            "messages of Valgrind; Callgrind writes its profile to another file, "
            "callgrind.out.PID");
  EXPECT_EQ(answer("Version: 3.1.0\nFile format: 4\nTRACE START [2024]\n", "trace.xt"),
            "a function trace of Xdebug; record a profile instead: quern record -- php SCRIPT");
}

TEST(ForeignFiles, AreUnknownByTheirNames) {
  EXPECT_EQ(answer("hello\n", "perf.data"), "unknown");
  EXPECT_EQ(answer("hello\n", "massif.out.1"), "unknown");
  EXPECT_EQ(answer("x", "app.prof"), "unknown");
}

TEST(ForeignFiles, AreDescribedWithTheirNextStep) {
  EXPECT_EQ(describe_first_bytes("PERFILE2h"),
            "this looks like a perf.data file, which quern does not read");
  EXPECT_EQ(
      hint_for_unrecognised("hello", "x"),
      "quern reads callgrind, igprof, parrot, pprof, quern-json, snapshot, speedscope, folded, "
      "plain or compressed: quern help formats");
  EXPECT_EQ(hint_for_unrecognised("#!/bin/sh\n", "x"),
            "record a profile of it: quern record -- sh x");
}

}  // namespace
}  // namespace quern
