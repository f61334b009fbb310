// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "quern/output/answers/input.h"
#include "quern/output/render.h"

namespace quern {
namespace {

Settings some_settings() {
  return {.command = {},
          .files = {"../.quern.toml"},
          .rows = {{"event", "", {"Ir", "D\x1b"}, SettingSource::kFile, "../.quern.toml", {3, 9}},
                   {"sort", "top", {"incl"}, SettingSource::kFile, "../.quern.toml", {5, 8}},
                   {"limit", "", {}, SettingSource::kBuiltIn, "", {}},
                   {"quiet", "", {"true"}, SettingSource::kCommandLine, "", {}},
                   {"hide", "", {"@php"}, SettingSource::kFile, "q.toml", {2, 8}, "noise"}}};
}

std::string rendered_settings(const Settings& settings, Form form) {
  StringSink out;
  Style style;
  style.form = form;
  render(settings, style, out);
  return std::move(out.text());
}

TEST(SettingsAnswer, IsATableForPeople) {
  EXPECT_EQ(rendered_settings(some_settings(), Form::kText),
            "reads ../.quern.toml\n"
            "\n"
            "setting             from              value\n"
            "event               ../.quern.toml:3  Ir, D\uFFFD\n"
            "top.sort            ../.quern.toml:5  incl\n"
            "limit               built-in          -\n"
            "quiet               command line      true\n"
            "filters.noise.hide  q.toml:2          @php\n");
  EXPECT_TRUE(rendered_settings(Settings{}, Form::kText)
                  .starts_with("no configuration file is read\n\nsetting"));
}

TEST(SettingsAnswer, IsADocumentForPrograms) {
  EXPECT_EQ(rendered_settings(some_settings(), Form::kJson),
            R"({"schema":"quern.config/1","command":null,"files":["../.quern.toml"],
"settings":[
{"option":"event","command":null,"filter":null,"given":["Ir","D\u001b"],)"
            R"("source":"file","file":"../.quern.toml","line":3,"column":9},
{"option":"sort","command":"top","filter":null,"given":["incl"],)"
            R"("source":"file","file":"../.quern.toml","line":5,"column":8},
{"option":"limit","command":null,"filter":null,"given":[],)"
            R"("source":"built-in","file":null,"line":null,"column":null},
{"option":"quiet","command":null,"filter":null,"given":["true"],)"
            R"("source":"command line","file":null,"line":null,"column":null},
{"option":"hide","command":null,"filter":"noise","given":["@php"],)"
            R"("source":"file","file":"q.toml","line":2,"column":8}
]}
)");
}

TEST(SettingsAnswer, HasARowAGivenText) {
  EXPECT_EQ(rendered_settings(some_settings(), Form::kCsv),
            "option,command,filter,given,source,file,line,column\n"
            "event,,,Ir,file,../.quern.toml,3,9\n"
            "event,,,D\\x1b,file,../.quern.toml,3,9\n"
            "sort,top,,incl,file,../.quern.toml,5,8\n"
            "limit,,,,built-in,,,\n"
            "quiet,,,true,command line,,,\n"
            "hide,,noise,@php,file,q.toml,2,8\n");
}

}  // namespace
}  // namespace quern
