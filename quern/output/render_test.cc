// SPDX-License-Identifier: MIT
#include "quern/output/render.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "quern/load/open.h"
#include "quern/output/answers/calls.h"
#include "quern/output/answers/input.h"
#include "quern/output/answers/lists.h"
#include "quern/output/answers/trees.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/text/diagnostic_text.h"

namespace quern {
namespace {

std::unique_ptr<const Profile> read_profile(const std::string& text) {
  Result<Opened> opened = open_bytes("a.out", text, {});
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    return nullptr;
  }
  return std::move(opened->profile);
}

/// `functions` of them, each a caller of the next, named by their numbers.
std::string chain(size_t functions) {
  std::string text = "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n";
  for (size_t at = 0; at < functions; ++at) {
    text += "fl=a_file_of_some_length_" + std::to_string(at) + ".c\nfn=function_" +
            std::to_string(at) + "\n1 1 1 1 1 1 1 1 1 1\n";
  }
  return text;
}

Top top_of(const Profile& profile, SelectionWords words = {}) {
  words.all_events = true;
  Result<Selection> selection = select(profile, words);
  EXPECT_TRUE(selection.has_value());
  return Top(profile, *selection);
}

template <class Answer>
std::string rendered(const Answer& answer, Form form = Form::kText, size_t width = 0) {
  Style style;
  style.form = form;
  style.width = width;
  StringSink sink;
  render(answer, style, sink);
  return std::move(sink.text());
}

/// Takes some bytes, then none; counts them all.
class FullSink final : public ByteSink {
 public:
  void write(std::string_view bytes) override { bytes_ += bytes.size(); }
  [[nodiscard]] bool failed() const override { return bytes_ > 0; }
  [[nodiscard]] size_t bytes() const { return bytes_; }

 private:
  size_t bytes_ = 0;
};

TEST(ParseForm, KnowsItsWords) {
  EXPECT_EQ(parse_form("text"), Form::kText);
  EXPECT_EQ(parse_form("md"), Form::kMarkdown);
  EXPECT_EQ(parse_form("jsno"), std::nullopt);
  EXPECT_EQ(form_words().size(), 5U);
}

TEST(Render, StopsSoonAfterTheSinkFails) {
  const auto profile = read_profile(chain(20'000));
  SelectionWords words;
  words.limit = 0;
  const Top top = top_of(*profile, words);
  for (const Form form : {Form::kText, Form::kJson, Form::kCsv, Form::kMarkdown}) {
    Style style;
    style.form = form;
    FullSink sink;
    render(top, style, sink);
    EXPECT_GT(sink.bytes(), 0U);
    EXPECT_LT(sink.bytes(), size_t{200} << 10U);
  }
}

TEST(Render, TellsWhichEventsHaveNoRoom) {
  const std::string text = rendered(top_of(*read_profile(chain(3))), Form::kText, 60);
  EXPECT_NE(text.find("columns that do not fit: "), std::string::npos) << text;
  EXPECT_NE(text.find("self DLmw"), std::string::npos) << text;
}

TEST(Render, KeepsTablesWithinAnyWidth) {
  const auto profile = read_profile(chain(12));
  const Top top = top_of(*profile);
  for (size_t width = 60; width < 200; width += 7) {
    const std::string text = rendered(top, Form::kText, width);
    for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      const std::string line = text.substr(at, text.find('\n', at) - at);
      EXPECT_TRUE(display_width(line) <= width || line.starts_with("columns that do not fit"))
          << line;
    }
  }
}

TEST(Render, SaysSoWhereThereIsNothing) {
  const auto profile = read_profile("events: Ir\nsummary: 0\n");
  EXPECT_NE(rendered(top_of(*profile)).find("no functions\n"), std::string::npos);
  Result<Selection> selection = select(*profile, {});
  ASSERT_TRUE(selection.has_value());
  EXPECT_NE(rendered(Calls(*profile, *selection)).find("the profile records no calls\n"),
            std::string::npos);
}

TEST(Render, HasNoInclusiveColumnsWithoutCalls) {
  const std::string text = rendered(top_of(*read_profile(chain(1))));
  EXPECT_EQ(text.find("inclusive"), std::string::npos) << text;
  EXPECT_NE(rendered(top_of(*read_profile(chain(1))), Form::kJson).find("\"calls\":null"),
            std::string::npos);
}

TEST(Render, WritesNumbersBeyondDoublesAsStrings) {
  const auto profile = read_profile("events: Ir\nfn=f\n1 9007199254740991\nfn=g\n1 1\n");
  const std::string text = rendered(top_of(*profile), Form::kJson);
  EXPECT_NE(text.find("\"totals\":[\"9007199254740992\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("\"self\":[9007199254740991]"), std::string::npos) << text;
}

TEST(Render, GivesNamesThatAreNoUtf8InHexToo) {
  const auto profile = read_profile("events: Ir\nfn=a\xff\n1 1\n");
  const std::string text = rendered(top_of(*profile), Form::kJson);
  EXPECT_NE(text.find("\"name\":\"a\xEF\xBF\xBD\",\"name_bytes\":\"61ff\",\"file\":null"),
            std::string::npos)
      << text;
}

TEST(Render, MarksWhatIsAboveTheTotal) {
  const auto profile = read_profile("events: Ir\nfn=f\n1 10\ncfn=g\ncalls=1 1\n1 90\nfn=g\n1 1\n");
  EXPECT_NE(rendered(top_of(*profile))
                .find("warning: inclusive cost of f is 100 Ir, above the total of 11 Ir "
                      "[inclusive-above-total]\n"),
            std::string::npos);
}

TEST(Render, SaysInMarkdownThatAllIsShown) {
  const auto profile = read_profile("events: Ir\nfn=f\n1 3\nfn=g\n1 1\n");
  EXPECT_TRUE(
      rendered(top_of(*profile), Form::kMarkdown).ends_with("|\n\nall 2 functions shown\n"));
}

/// What a tree of so many rows says below its table in Markdown.
std::string tree_account(const Profile& profile, size_t rows, const TreeRequest& request) {
  SelectionWords words;
  words.limit = rows;
  Result<Selection> selection = select(profile, words);
  EXPECT_TRUE(selection.has_value());
  const Result<Tree> answer = tree(profile, *selection, request);
  EXPECT_TRUE(answer.has_value());
  const std::string text = rendered(*answer, Form::kMarkdown);
  const size_t at = text.find("\n\n");
  return at == std::string::npos ? "" : text.substr(at + 2);
}

TEST(Render, AddsUpWhatATreeShowsAndWhatNot) {
  const auto profile = read_profile(
      "events: Ir\nfl=a.c\n"
      "fn=main\n1 10\ncfn=left\ncalls=1 1\n2 60\ncfn=right\ncalls=2 1\n3 30\n"
      "fn=left\n1 20\ncfn=leaf\ncalls=4 1\n1 40\n"
      "fn=right\n1 10\ncfn=leaf\ncalls=1 1\n1 20\n"
      "fn=leaf\n1 60\n");
  const TreeRequest up{.bottom_up = true};
  EXPECT_EQ(tree_account(*profile, 2, {}), "not shown: 2 branches, 70 Ir inclusive\n");
  EXPECT_EQ(
      tree_account(*profile, 1, up),
      "not shown: 3 branches, 40 Ir; 2 branches of callers, whose cost is in the rows above\n");
  EXPECT_EQ(tree_account(*profile, 0, {.bottom_up = true, .depth = 1}),
            "not shown: 4 branches of callers, whose cost is in the rows above\n");
  EXPECT_EQ(tree_account(*profile, 0, up), "");
}

TEST(RenderCheck, TellsWhatIsNotListed) {
  Check check(Completeness(*read_profile("events: Ir\nfn=f\n1 2\n")));
  check.files = {"a.out", "b.out"};
  check.warnings = 1234;
  CheckFinding finding;
  finding.code = "odd";
  finding.input = "b.out";
  finding.place = {3, 1};
  finding.message = "odd row";
  finding.hint = "look at it";
  check.findings = {finding};
  check.more = {{"b.out", "odd", 1233}};
  EXPECT_EQ(rendered(check),
            "b.out:3:1: warning: odd row [odd]\n"
            "hint: look at it\n"
            "(and 1,233 more [odd] in b.out)\n"
            "sound: 1,234 warnings\n");
  EXPECT_EQ(rendered(check, Form::kJson),
            "{\"schema\":\"quern.check/1\",\"file\":null,\"sound\":true,\n"
            "\"findings\":[\n"
            "{\"severity\":\"warning\",\"code\":\"odd\",\"line\":3,\"column\":1,"
            "\"message\":\"odd row\",\"hint\":\"look at it\",\"file\":\"b.out\"}],\n"
            "\"not_listed\":[\n{\"file\":\"b.out\",\"code\":\"odd\",\"count\":1233}]}\n");
}

TEST(DiagnosticJson, HasAllKeys) {
  Diagnostic error = usage_error("bad-value", "no \"x\"");
  EXPECT_EQ(diagnostic_json(error),
            "{\"error\":{\"code\":\"bad-value\",\"file\":null,\"line\":null,\"column\":null,"
            "\"offset\":null,\"message\":\"no \\\"x\\\"\",\"hint\":null}}\n");
  error.input = "a";
  error.place = {3, 4};
  error.offset = 0;
  error.hint = "h\ni";
  EXPECT_EQ(diagnostic_json(error),
            "{\"error\":{\"code\":\"bad-value\",\"file\":\"a\",\"line\":3,\"column\":4,"
            "\"offset\":0,\"message\":\"no \\\"x\\\"\",\"hint\":\"h\\ni\"}}\n");
}

}  // namespace
}  // namespace quern
