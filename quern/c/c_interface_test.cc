// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "quern/base/int128.h"
#include "quern/c/quern.h"
#include "quern/load/open.h"
#include "quern/model/builder.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

constexpr quern_written_event kEvents[] = {
    {"Ir", "Instructions", nullptr}, {"Cy", nullptr, "10 Ir"}, {"Dr", nullptr, nullptr}};

quern_writer_options options_of_test() {
  quern_writer_options options{};
  options.creator = "sampler-1.0";
  options.command = "shop";
  options.events = kEvents;
  options.event_count = 3;
  options.has_lines = true;
  return options;
}

int take_bytes(void* user, const char* bytes, size_t length) {
  static_cast<std::string*>(user)->append(bytes, length);
  return 0;
}

/// Closed however a test ends.
struct Writer {
  explicit Writer(quern_writer* made) : writer(made) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { quern_writer_close(writer); }
  quern_writer* writer;
};

quern_status self(quern_writer* writer, uint64_t line, const std::vector<int64_t>& costs,
                  quern_error* error = nullptr) {
  return quern_writer_self(writer, nullptr, {line, 0}, costs.data(), costs.size(), error);
}

/// main: 7 at 10, calls f: 5 at 20 twice.
void write_two_functions(quern_writer* writer) {
  ASSERT_EQ(quern_writer_begin_part(writer, nullptr, nullptr), QUERN_OK);
  ASSERT_EQ(quern_writer_function(writer, "main", "a.c", nullptr, nullptr), QUERN_OK);
  ASSERT_EQ(self(writer, 10, {7}), QUERN_OK);
  const int64_t inclusive[] = {10, 4};
  quern_written_call call{};
  call.name = "f";
  call.file = "b.c";
  call.at.line = 11;
  call.target.line = 20;
  call.count = 3;
  call.inclusive = inclusive;
  call.inclusive_count = 2;
  ASSERT_EQ(quern_writer_call(writer, &call, nullptr), QUERN_OK);
  ASSERT_EQ(quern_writer_function(writer, "f", "b.c", nullptr, nullptr), QUERN_OK);
  ASSERT_EQ(self(writer, 20, {5, 2}), QUERN_OK);
  ASSERT_EQ(self(writer, 20, {5, 2}), QUERN_OK);
  quern_written_jump jump{};
  jump.at.line = 21;
  jump.target.line = 20;
  jump.is_conditional = true;
  jump.executed = 9;
  jump.followed = 8;
  ASSERT_EQ(quern_writer_jump(writer, &jump, nullptr), QUERN_OK);
  ASSERT_EQ(quern_writer_end_part(writer, nullptr, nullptr), QUERN_OK);
  ASSERT_EQ(quern_writer_finish(writer, nullptr), QUERN_OK);
}

std::string written_text() {
  std::string text;
  const quern_writer_options options = options_of_test();
  const Writer made(quern_writer_open_callback(take_bytes, &text, &options, nullptr));
  write_two_functions(made.writer);
  return text;
}

TEST(CWriter, GivesAFileThatReadsBack) {
  OpenOptions options;
  options.keep = Keep::kAll;
  const Result<Opened> opened = open_bytes("written", written_text(), options);
  ASSERT_TRUE(opened) << opened.error().message;
  const Profile& profile = *opened->profile;
  EXPECT_TRUE(profile.inputs()[0].findings.empty());
  EXPECT_EQ(profile.parts()[0].totals, (std::vector<int128>{17, 4}));
  EXPECT_EQ(profile.parts()[0].header.declared_totals, (std::vector<int128>{17, 4}));
  EXPECT_EQ(profile.counts().calls, 1U);
  EXPECT_EQ(profile.counts().jumps, 1U);
  ASSERT_EQ(profile.events().size(), 2U);
  ASSERT_EQ(profile.inputs()[0].definitions.size(), 2U);
  EXPECT_EQ(profile.inputs()[0].definitions[0].long_name, "Instructions");
  EXPECT_EQ(profile.inputs()[0].definitions[1].formula, "10 Ir");
}

TEST(CWriter, FilesAppearWholeAndCompressedByTheirName) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "out.callgrind.gz";
  const quern_writer_options options = options_of_test();
  quern_error error;
  {
    const Writer made(quern_writer_open(path.c_str(), &options, &error));
    ASSERT_NE(made.writer, nullptr);
    ASSERT_EQ(quern_writer_begin_part(made.writer, nullptr, &error), QUERN_OK);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "closed before it was finished";
  {
    const Writer made(quern_writer_open(path.c_str(), &options, &error));
    ASSERT_NE(made.writer, nullptr);
    write_two_functions(made.writer);
  }
  Result<Input> input = open_input(path);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->compression(), Compression::kGzip);
  EXPECT_EQ(quern_writer_open(path.c_str(), &options, &error), nullptr) << "it exists";
  EXPECT_EQ(error.status, QUERN_BAD_OUTPUT);
  EXPECT_STREQ(error.code, "output-exists");
  quern_writer_options replacing = options;
  replacing.replaces_file = true;
  const Writer again(quern_writer_open(path.c_str(), &replacing, &error));
  EXPECT_NE(again.writer, nullptr);
}

TEST(CWriter, WrongUseIsAStatus) {
  std::string text;
  quern_error error;
  quern_writer_options options = options_of_test();
  EXPECT_EQ(quern_writer_open(nullptr, &options, &error), nullptr);
  EXPECT_EQ(error.status, QUERN_WRONG_USE);
  options.event_count = 0;
  EXPECT_EQ(quern_writer_open_callback(take_bytes, &text, &options, &error), nullptr);
  EXPECT_STREQ(error.code, "wrong-use");
  options.event_count = 1;
  options.events = nullptr;
  EXPECT_EQ(quern_writer_open_callback(take_bytes, &text, &options, &error), nullptr);
  const quern_written_event twice[] = {{"Ir", nullptr, nullptr}, {"Ir", nullptr, nullptr}};
  options = options_of_test();
  options.events = twice;
  options.event_count = 2;
  const Writer repeated(quern_writer_open_callback(take_bytes, &text, &options, &error));
  EXPECT_EQ(quern_writer_begin_part(repeated.writer, nullptr, &error), QUERN_WRONG_USE);
  text.clear();
  options = options_of_test();
  const Writer made(quern_writer_open_callback(take_bytes, &text, &options, nullptr));
  EXPECT_EQ(self(nullptr, 1, {1}), QUERN_WRONG_USE);
  EXPECT_EQ(self(made.writer, 1, {1}, &error), QUERN_WRONG_USE);
  EXPECT_STREQ(error.message, "a record before the first function of the part");
  EXPECT_EQ(quern_writer_call(made.writer, nullptr, &error), QUERN_WRONG_USE);
  ASSERT_EQ(quern_writer_begin_part(made.writer, nullptr, &error), QUERN_OK);
  EXPECT_EQ(quern_writer_function(made.writer, "a\nb", nullptr, nullptr, &error), QUERN_WRONG_USE);
  EXPECT_STREQ(error.code, "cannot-hold");
  ASSERT_EQ(quern_writer_function(made.writer, "f", nullptr, nullptr, &error), QUERN_OK);
  EXPECT_EQ(self(made.writer, 1, {1, 2, 3}, &error), QUERN_WRONG_USE);
  EXPECT_EQ(self(made.writer, 1, {-1}, &error), QUERN_WRONG_USE);
  EXPECT_EQ(quern_writer_self(made.writer, nullptr, {1, 0}, nullptr, 2, &error), QUERN_WRONG_USE);
  quern_written_call call{};
  call.name = "g";
  call.count = -1;
  EXPECT_EQ(quern_writer_call(made.writer, &call, &error), QUERN_WRONG_USE);
  EXPECT_STREQ(error.message, "the count of a call is below 0");
  call.count = 0;
  EXPECT_EQ(quern_writer_call(made.writer, &call, &error), QUERN_WRONG_USE);
  EXPECT_EQ(quern_writer_begin_part(made.writer, nullptr, &error), QUERN_WRONG_USE);
  EXPECT_EQ(self(made.writer, 1, {4}), QUERN_OK);
  EXPECT_EQ(quern_writer_end_part(made.writer, nullptr, &error), QUERN_OK);
  EXPECT_EQ(quern_writer_finish(made.writer, &error), QUERN_OK);
  EXPECT_TRUE(text.ends_with("\ntotals: 4 0\n\n")) << text;
}

TEST(CWriter, AnOutputThatTakesNoMoreIsAnError) {
  const quern_writer_options options = options_of_test();
  const auto refuse = [](void*, const char*, size_t) { return 1; };
  quern_error error;
  const Writer made(quern_writer_open_callback(refuse, nullptr, &options, &error));
  ASSERT_EQ(quern_writer_begin_part(made.writer, nullptr, &error), QUERN_OK);
  EXPECT_EQ(quern_writer_end_part(made.writer, nullptr, &error), QUERN_OK);
  EXPECT_EQ(quern_writer_finish(made.writer, &error), QUERN_BAD_OUTPUT);
  EXPECT_STREQ(error.code, "write-failed");
  const Writer full(quern_writer_open("/dev/full", &options, &error));
  if (full.writer != nullptr) {
    ASSERT_EQ(quern_writer_begin_part(full.writer, nullptr, &error), QUERN_OK);
    ASSERT_EQ(quern_writer_end_part(full.writer, nullptr, &error), QUERN_OK);
    EXPECT_EQ(quern_writer_finish(full.writer, &error), QUERN_BAD_OUTPUT);
  }
}

// -- reading

std::string text_of(const quern_text& text) {
  EXPECT_EQ(text.bytes[text.length], '\0');
  return {text.bytes, text.length};
}

std::string text_of(const quern_number* numbers, size_t count) {
  std::string out;
  char room[QUERN_NUMBER_TEXT];
  for (size_t at = 0; at < count; ++at) {
    const size_t length = quern_number_to_text(numbers[at], room);
    EXPECT_EQ(length, std::string(room).size());
    out += (at == 0 ? "" : " ") + std::string(room);
  }
  return out;
}

/// What a reading told, a line each.
struct Told {
  std::vector<std::string> lines;
  std::map<uint32_t, std::string> functions;
  size_t stop_after = SIZE_MAX;
  int add(std::string line) {
    lines.push_back(std::move(line));
    return lines.size() >= stop_after ? 1 : 0;
  }
};

Told& told(void* user) {
  return *static_cast<Told*>(user);
}

quern_sink sink_of_test() {
  quern_sink sink{};
  sink.size = sizeof sink;
  sink.event = [](void* user, const quern_event* event) {
    return told(user).add("event " + text_of(event->name) + " " + text_of(event->long_name));
  };
  sink.function = [](void* user, const quern_function* function) {
    const std::string name = text_of(function->name) + "@" + text_of(function->file);
    EXPECT_TRUE(told(user).functions.emplace(function->id, name).second) << "told twice";
    return told(user).add("function " + name);
  };
  sink.begin_part = [](void* user, const quern_part_begin* part) {
    return told(user).add("part " + std::to_string(part->number) + " events " +
                          std::to_string(part->event_count));
  };
  sink.self = [](void* user, const quern_self* self) {
    return told(user).add("self " + told(user).functions[self->function] + ":" +
                          std::to_string(self->line) + " " +
                          text_of(self->costs, self->cost_count));
  };
  sink.call = [](void* user, const quern_call* call) {
    return told(user).add("call " + told(user).functions[call->callee] + " x" +
                          std::to_string(call->count) + " " +
                          text_of(call->inclusive, call->inclusive_count));
  };
  sink.jump = [](void* user, const quern_jump* jump) {
    return told(user).add("jump " + std::to_string(jump->followed) + "/" +
                          std::to_string(jump->executed));
  };
  sink.context = [](void* user, const quern_context* context) {
    return told(user).add("context " + std::to_string(context->id) + " " +
                          told(user).functions[context->function]);
  };
  sink.end_part = [](void* user, const quern_part_end* part) {
    return told(user).add(
        "end " + (part->totals != nullptr ? text_of(part->totals, part->event_count) : "-") +
        " declared " +
        (part->declared != nullptr ? text_of(part->declared, part->event_count) : "-"));
  };
  sink.definition = [](void* user, const quern_definition* definition) {
    return told(user).add("definition " + text_of(definition->name) + " = " +
                          text_of(definition->formula) + ": " + text_of(definition->long_name));
  };
  sink.finding = [](void* user, const quern_finding* finding) {
    return told(user).add("finding " + text_of(finding->code) + ":" +
                          std::to_string(finding->line));
  };
  sink.input = [](void* user, const quern_input* input) {
    return told(user).add("input " + text_of(input->format) + " " + text_of(input->creator));
  };
  return sink;
}

TEST(CReader, TellsARunAsItIsRead) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("in", written_text());
  const quern_sink sink = sink_of_test();
  Told got;
  quern_error error;
  ASSERT_EQ(quern_read_file(path.c_str(), nullptr, &sink, &got, &error), QUERN_OK) << error.message;
  EXPECT_EQ(got.lines,
            (std::vector<std::string>{
                "event Ir ", "event Dr ", "part 0 events 2", "function main@a.c", "function f@b.c",
                "call f@b.c x3 10 4", "self main@a.c:10 7 0", "jump 8/9", "self f@b.c:20 5 2",
                "self f@b.c:20 5 2", "end 17 4 declared 17 4", "definition Ir = : Instructions",
                "definition Cy = 10 Ir: ", "input callgrind sampler-1.0"}));
}

TEST(CReader, ACallbackCanStopTheReading) {
  const test::TemporaryFolder folder;
  std::string text = "events: Ir\nfn=f\n";
  for (int line = 0; line < 300'000; ++line) {
    text += "1 1\n";
  }
  const std::string path = folder.file("in", text);
  const quern_sink sink = sink_of_test();
  Told got;
  got.stop_after = 5;
  quern_error error;
  EXPECT_EQ(quern_read_file(path.c_str(), nullptr, &sink, &got, &error), QUERN_STOPPED);
  EXPECT_STREQ(error.code, "stopped");
  EXPECT_EQ(got.lines.size(), 5U);
}

TEST(CReader, ErrorsHavePlacesAndCanBecomeFindings) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("in", "events: Ir\nfn=f\n1 2\n2 x\n3 4\n");
  const quern_sink sink = sink_of_test();
  Told got;
  quern_error error;
  EXPECT_EQ(quern_read_file(path.c_str(), nullptr, &sink, &got, &error), QUERN_BAD_INPUT);
  EXPECT_EQ(std::tuple(error.line, error.column), std::tuple(4U, 3U));
  EXPECT_STRNE(error.code, "");
  Told all;
  quern_read_options options{};
  options.keep_going = true;
  ASSERT_EQ(quern_read_file(path.c_str(), &options, &sink, &all, &error), QUERN_OK);
  EXPECT_EQ(std::ranges::count(all.lines, "self f@:3 4"), 1);
  EXPECT_TRUE(std::ranges::any_of(all.lines, [](const std::string& line) {
    return line.starts_with("finding ") && line.ends_with(":4");
  }));
  EXPECT_EQ(quern_read_file((path + "x").c_str(), nullptr, &sink, &got, &error), QUERN_BAD_INPUT);
  EXPECT_STREQ(error.code, "no-such-file");
  options.base_rule = "neither";
  EXPECT_EQ(quern_read_file(path.c_str(), &options, &sink, &got, &error), QUERN_WRONG_USE);
  EXPECT_EQ(quern_read_file(nullptr, nullptr, &sink, &got, nullptr), QUERN_WRONG_USE);
}

TEST(CReader, NamesThatComeLateAreToldInTheEnd) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("in", "events: Ir\nfn=(1)\n1 2\nfn=(1) late\n2 3\n");
  const quern_sink sink = sink_of_test();
  Told got;
  ASSERT_EQ(quern_read_file(path.c_str(), nullptr, &sink, &got, nullptr), QUERN_OK);
  EXPECT_EQ(std::ranges::count(got.lines, "function late@"),
            static_cast<std::ptrdiff_t>(got.functions.size()));
  EXPECT_FALSE(got.functions.empty());
}

TEST(CReader, TakesAnOlderAndSmallerSink) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("in", written_text());
  quern_sink sink = sink_of_test();
  sink.size = offsetof(quern_sink, file);  // a header that had one callback
  Told got;
  ASSERT_EQ(quern_read_file(path.c_str(), nullptr, &sink, &got, nullptr), QUERN_OK);
  EXPECT_EQ(got.lines, (std::vector<std::string>{"event Ir ", "event Dr "}));
}

TEST(CNumber, Has128Bits) {
  char text[QUERN_NUMBER_TEXT];
  quern_number_to_text({INT64_MIN, 0}, text);
  EXPECT_STREQ(text, "-170141183460469231731687303715884105728");
  int64_t value = 0;
  EXPECT_TRUE(quern_number_to_int64({-1, static_cast<uint64_t>(-5)}, &value));
  EXPECT_EQ(value, -5);
  EXPECT_FALSE(quern_number_to_int64({0, UINT64_MAX}, &value));
}

}  // namespace
}  // namespace quern
