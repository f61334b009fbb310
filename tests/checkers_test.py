#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows that tools/check_layers.py, tools/check_words.py and clang-tidy, kept to our code, find what
they are there to find.

usage: checkers_test.py
Each case is a made-up project of a file or two in a temporary folder.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools")
HEAD = "// SPDX-License-Identifier: MIT\n//\n// What it is for.\n#pragma once\n"


def write(root, files):
    for path, text in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)


def run(tool, files, *options):
    """Exit code and output of `tool` on a project of `files` (path: text)."""
    with tempfile.TemporaryDirectory() as root:
        write(root, files)
        done = subprocess.run([sys.executable, os.path.join(TOOLS, tool), *options, root],
                              capture_output=True, text=True)
        return done.returncode, done.stdout


def including(*headers):
    return HEAD + "".join('#include "%s"\n' % header for header in headers)


class Layers(unittest.TestCase):
    def check(self, files, expected, text=""):
        code, said = run("check_layers.py", files)
        self.assertEqual((code, text in said), (expected, True), said)

    def check_compiled(self, files, expected):
        if not shutil.which("clang++-19"):
            self.skipTest("there is no clang++-19; ./dev check has it")
        with tempfile.TemporaryDirectory() as build:
            with open(os.path.join(build, "compile_commands.json"), "w", encoding="utf-8") as out:
                out.write("[]")
            code, said = run("check_layers.py", files, "--compile", build)
        self.assertEqual((code, "does not compile alone" in said), (expected, expected == 1), said)

    def test_looking_down_is_right(self):
        self.check({"quern/views/a.h": including("quern/model/b.h", "quern/views/c.h")}, 0)

    def test_looking_up_is_found_with_its_line(self):
        self.check({"quern/model/a.h": including("quern/views/b.h")}, 1, "quern/model/a.h:5:")

    def test_unit_tests_may_use_testing_and_load_but_no_more(self):
        files = including("quern/testing/b.h", "quern/load/c.h")
        self.check({"quern/model/a_test.cc": files}, 0)
        self.check({"quern/model/a.cc": files}, 1)
        self.check({"quern/model/a_test.cc": including("quern/cli/b.h")}, 1)

    def test_formats_do_not_include_each_other(self):
        self.check({"quern/formats/a/x.cc": including("quern/formats/b/x.h")}, 1, "another format")
        self.check({"quern/formats/a/x.cc": including("quern/formats/shared/x.h")}, 0)
        self.check({"quern/formats/registry.cc": including("quern/formats/b/x.h")}, 0)

    def test_files_are_changed_in_one_place(self):
        for call in ("::unlink(path);", "fs::remove_all(path);", "std::ofstream file(path);",
                     "::write(file, text, 4);", "if (std::rename(a, b) == 0) {"):
            text = HEAD + "void f() {\n  " + call + "\n}\n"
            self.check({"quern/cli/a.cc": text}, 1, "quern/cli/a.cc:6:")
            self.check({"quern/bytes/writing/system_calls.cc": text, "quern/cli/a_test.cc": text,
                        "quern/testing/a.cc": text}, 0)
        for call in ("::write(STDERR_FILENO, text, 4);", "system_calls::rename(a, b);",
                     "Input::rename(name);", "std::remove_reference_t<int> at = 1;"):
            self.check({"quern/cli/a.cc": HEAD + "void f() {\n  " + call + "\n}\n"}, 0)

    def test_a_format_does_not_know_the_registry(self):
        self.check({"quern/formats/a/x.cc": including("quern/formats/registry.h")}, 1, "registry")
        self.check({"quern/formats/a/x.cc": including("quern/formats/shared/format.h")}, 0)

    def test_angle_brackets_hide_nothing(self):
        self.check({"quern/base/a.h": HEAD + "#include <quern/model/b.h>\n"}, 1, "looks up")

    def test_nothing_but_tests_includes_testing(self):
        self.check({"quern/cli/a.cc": including("quern/testing/b.h")}, 1)
        self.check({"fuzz/a.cc": including("quern/testing/b.h")}, 0)

    def test_a_room_without_a_row_is_found(self):
        self.check({"quern/attic/a.h": including("quern/base/b.h")}, 1, "no room")

    def test_circles_are_found(self):
        files = {"quern/base/a.h": including("quern/base/b.h"),
                 "quern/base/b.h": including("quern/base/a.h")}
        self.check(files, 1, "quern/base/a.h -> quern/base/b.h -> quern/base/a.h")

    def test_circles_of_folders_are_found(self):
        files = {"quern/views/a/x.h": including("quern/views/b/y.h"), "quern/views/b/y.h": HEAD,
                 "quern/views/b/z.h": including("quern/views/a/x.h")}
        self.check(files, 1, "folders include each other: quern/views/a -> quern/views/b")
        files["quern/views/b/z_test.cc"] = files.pop("quern/views/b/z.h")
        self.check(files, 0)

    def test_crowded_folders_are_found(self):
        files = {"quern/views/a%d.h" % at: HEAD for at in range(41)}
        self.check(files, 1, "quern/views: 41 sources, more than 40")
        files.pop("quern/views/a0.h")
        self.check(files, 0)

    def test_private_names_of_a_folder_differ(self):
        text = HEAD + "namespace quern {\nnamespace {\n\n%s\n\n}  // namespace\n}  // namespace quern\n"
        for line in ("int f(int x) {", "struct f {", "using f = int;",
                     "constexpr int kMost = 1;", "const std::string kText = f();",
                     "std::vector<int> f(", "template <class T> class f {"):
            files = {"quern/base/a.cc": text % line, "quern/base/b.cc": text % line}
            self.check(files, 1, "is a private name of quern/base/a.cc, too")
            files["quern/base/sub/b.cc"] = files.pop("quern/base/b.cc")
            self.check(files, 0)
        files = {"quern/base/a_test.cc": text % "struct f {"}
        files["quern/base/sub/b_test.cc"] = files["quern/base/a_test.cc"]
        self.check(files, 1, "is a private name of quern/base/a_test.cc, too")
        for line in ("int Class::f(int x) {", "  f(x);", "// f(x)", "}", "TEST(Class, IsThere) {"):
            self.check({"quern/base/a.cc": text % line, "quern/base/b.cc": text % line}, 0)

    def test_types_of_one_namespace_differ(self):
        text = HEAD + "namespace quern {\n%s\n}  // namespace quern\n"
        for line in ("struct Place {\n};", "class Place final : public Base {\n};",
                     "enum class Place : uint8_t {\n};"):
            files = {"quern/base/a.h": text % line, "quern/drawing/a.cc": text % line}
            self.check(files, 1, "quern/drawing/a.cc:%d: quern::Place is a type of "
                       "quern/base/a.h, too" % (text[:text.index("%s")].count("\n") + 1))
        for other in ("class Place;", "namespace {\nstruct Place {\n};\n}  // namespace",
                      "struct Other {\n  struct Place {\n  };\n};"):
            self.check({"quern/base/a.h": text % "struct Place {\n};",
                        "quern/drawing/a.cc": text % other}, 0)
        files = {"quern/base/a.h": text % "struct Place {\n};",
                 "quern/cli/a.h": (text % "struct Place {\n};").replace("quern {", "quern::cli {")}
        self.check(files, 0)

    def test_a_header_that_needs_another_first_is_found(self):
        self.check_compiled({"quern/base/a.h": HEAD + "inline Missing x;\n"}, 1)

    def test_a_source_that_needs_another_first_is_found(self):
        files = {"quern/base/a.h": HEAD + "inline int x = 1;\n",
                 "quern/base/a.cc": '#include "quern/base/a.h"\nint y = x + z;\n'}
        self.check_compiled(files, 1)
        files["quern/base/a.cc"] = files["quern/base/a.cc"].replace(" + z", "")
        self.check_compiled(files, 0)

    def test_what_many_files_begin_with_hides_nothing_from_others(self):
        files = {"quern/base/a%d.cc" % each: '#include "quern/base/a.h"\nint y%d = x;\n' % each
                 for each in range(9)}
        files["quern/base/a.h"] = HEAD + "inline int x = 1;\n"
        self.check_compiled(files, 0)
        self.check_compiled(dict(files, **{"quern/base/b.cc": "int b = x;\n"}), 1)
        self.check_compiled(dict(files, **{"quern/base/a.h": HEAD + "inline Missing x;\n"}), 1)


class Words(unittest.TestCase):
    def check(self, path, text, expected, said_text=""):
        code, said = run("check_words.py", {path: text})
        self.assertEqual((code, said_text in said), (expected, True), said)

    def test_a_good_header_passes(self):
        self.check("quern/base/a.h", HEAD, 0)

    def test_a_missing_licence_is_found_in_every_language(self):
        for path in ("a.cc", "CMakeLists.txt", "b.cmake", "c.py", "d.sh", "dev"):
            self.check("x/../" + path, "\n", 1, "SPDX")

    def test_a_header_has_to_say_what_it_is_for(self):
        self.check("a/a.h", HEAD.replace("// What it is for.\n", ""), 1, "no comment")
        self.check("a/a.h", HEAD.replace("// What", "// x\n" * 8 + "// What"), 1, "more than 8")
        self.check("a/a.h", HEAD.replace("#pragma once", ""), 1, "#pragma once")

    def test_columns_are_characters_not_bytes(self):
        self.check("a/a.cc", HEAD + "// " + "é" * 97 + "\n", 0)
        self.check("a/a.cc", HEAD + "// " + "é" * 98 + "\n", 1, "101 characters")

    def test_keys_and_options_use_the_glossary(self):
        self.check("quern/output/a.cc", HEAD + 'json.key("symbol");\n', 1, "'function'")
        self.check("quern/output/a.cc", HEAD + 'json.key("function").text("name", symbol);\n', 0)
        self.check("quern/cli/a.cc", HEAD + '    {.name = "metric",\n', 1, "'event'")

    def test_quaint_words_are_found_in_all_text(self):
        for path in ("quern/base/a.h", "docs/a.md", "a/a.txt", "a/a.mjs"):
            self.check(path, HEAD + "// The dear" "est lines.\n", 1, "most expensive")
        self.check("a/a.txt", "to" "ld\napart, Like" "wise\n", 1, "kept separate")
        self.check("a/a.h", HEAD + "// It is\n/// to" "ld.\n", 1, "is reported")
        self.check("a/a.cc", HEAD + "IsDear" "er();\n", 1, "more expensive")

    def test_plain_words_and_keys_pass(self):
        self.check("a/a.txt", "the kind of list told in JSON as dearer_calls\n", 0)

    def test_properties_that_cannot_fail_are_found(self):
        self.check("a/a_test.cc", HEAD + "  rc::check([] {});\n", 1, "EXPECT_TRUE")
        self.check("a/a_test.cc", HEAD + "  EXPECT_TRUE(rc::check([] {}));\n", 0)

    def test_promises_are_found(self):
        self.check("a/a.cc", HEAD + "// TO" + "DO later\n", 1, "later")


class Tidy(unittest.TestCase):
    FAULT = "\ninline const char* name() {\n  return 0;\n}\n"
    LOADED = os.path.join(TOOLS, "..", "build", "tidy", "own_code.so")

    def findings(self, files, *options):
        """What clang-tidy finds in quern/a.cc of a made-up project of `files`."""
        if not os.path.exists(self.LOADED):
            self.skipTest("there is no build/tidy/own_code.so; ./dev check builds it")
        with tempfile.TemporaryDirectory() as root:
            write(root, files)
            shutil.copy(os.path.join(TOOLS, "..", ".clang-tidy"), root)
            return subprocess.run(
                ["clang-tidy-19", "-load", self.LOADED, "-quiet", *options,
                 os.path.join(root, "quern/a.cc"), "--", "-std=c++23", "-I" + root,
                 "-isystem" + os.path.join(root, "library")], capture_output=True, text=True).stdout

    def test_faults_of_sources_and_headers_are_found(self):
        self.assertIn("quern/a.cc:3:10: error: use nullptr", self.findings({"quern/a.cc": self.FAULT}))
        files = {"quern/b.h": self.FAULT, "quern/a.cc": '#include "quern/b.h"\n'}
        self.assertIn("quern/b.h:3:10: error: use nullptr", self.findings(files))

    def test_libraries_are_not_looked_at(self):
        files = {"library/quern/b.h": self.FAULT, "quern/a.cc": "#include <quern/b.h>\n"}
        self.assertNotIn("use nullptr", self.findings(files, "-system-headers"))


if __name__ == "__main__":
    unittest.main()
