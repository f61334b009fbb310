// SPDX-License-Identifier: MIT
#include "quern/save/convert.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "quern/load/open.h"
#include "quern/model/completeness.h"

namespace quern {
namespace {

// main calls f twice: once from line 2, and from a file of its own at line 7.
const std::string kGraph =
    "# callgrind format\nevents: Ir Dr\nob=a.out\nfl=a.c\nfn=main\n1 5 1\ncfn=f\ncalls=2 9\n2 30 "
    "4\n"
    "fi=inl.h\n7 3\nfe=a.c\nfn=f\n9 30 4\njump=3 9\n10\n";
const std::string kStacks =
    "P=(HEX ID=1f N=(./held) T=0.005)\n"
    "C1 FN0=(F0=(/bin/held)+10 N=(main))+4 V0=(MEM_LIVE):(1,7,7);LK=(0x1000,7)\n"
    "C2 FN1=(F0+40 N=(make))+8 V0:(3,120,40)\n";

const std::string kTimes =
    "version: 1\ncreator: xdebug 3.1.0\nevents: Time_(10ns) Ir\n\nfl=a.c\nfn=f\n9 30 4\n\n"
    "fl=a.c\nfn=main\n1 5 1\ncfl=a.c\ncfn=f\ncalls=1 0 0\n2 30 4\n\nsummary: 40 5\n\n";

std::unique_ptr<const Profile> read_all(const std::string& text) {
  OpenOptions options;
  options.keep = Keep::kAll;
  Result<Opened> opened = open_bytes("in", text, options);
  EXPECT_TRUE(opened) << opened.error().message;
  return std::move(opened->profile);
}

std::string converted(const std::string& text, std::string_view format,
                      const WriteOptions& options = {}) {
  StringSink sink;
  const Result<void> done = convert(*read_all(text), format, "-", options, sink);
  EXPECT_TRUE(done) << done.error().message;
  return sink.text();
}

TEST(Convert, WritesCallgrindsFormat) {
  EXPECT_EQ(converted(kGraph, "callgrind"),
            "# callgrind format\nversion: 1\ncreator: quern\n\npositions: line\nevents: Ir Dr\n\n"
            "ob=(1) a.out\nfl=(1) a.c\nfn=(1) main\n1 5 1\nfi=(2) inl.h\n+6 3\nfe=(1)\n\n"
            "fn=(2) f\n9 30 4\n\n"
            "fn=(1)\ncfn=(2)\ncalls=2 9\n2 30 4\n\n"
            "fn=(2)\njump=3 9\n10\n\ntotals: 38 5\n\n");
}

TEST(Convert, AnIncompleteProfileStaysSoWhereTheFormatCanSayIt) {
  const std::string cut = "creator: callgrind-3.19.0\n" + kGraph;
  ASSERT_FALSE(Completeness(*read_all(cut)).is_complete());
  for (const char* format : {"callgrind", "cachegrind", "pprof", "json", "snapshot"}) {
    const Completeness kept(*read_all(converted(cut, format)));
    ASSERT_EQ(kept.shortfalls().size(), 1U) << format;
    EXPECT_EQ(kept.shortfalls().front().message,
              "the part has no `totals:`, which its producer writes after the rows")
        << format;
    // A second copy says no more.
    EXPECT_EQ(
        Completeness(*read_all(converted(converted(cut, format), format))).shortfalls().size(), 1U)
        << format;
    EXPECT_TRUE(Completeness(*read_all(converted(kGraph, format))).is_complete()) << format;
  }
}

TEST(Convert, WritesNamesAndPositionsOut) {
  WriteOptions options;
  options.plain_names = options.plain_positions = true;
  const std::string text = converted(kGraph, "callgrind", options);
  EXPECT_NE(text.find("fi=inl.h\n7 3\nfe=a.c\n"), std::string::npos) << text;
  EXPECT_EQ(text.find('('), std::string::npos) << text;
}

TEST(Convert, WritesCachegrindsFormat) {
  EXPECT_EQ(converted(kGraph, "cachegrind"),
            "cmd: ???\nevents: Ir Dr\nfl=a.c\nfn=f\n9 30 4\nfn=main\n1 5 1\nfl=inl.h\nfn=main\n"
            "7 3 0\nsummary: 38 5\n");
}

TEST(Convert, WritesDumpsAsTheyWere) {
  EXPECT_EQ(converted(kStacks, "igprof"),
            "P=(HEX ID=1f N=(./held) T=0.005)\n"
            "C1 FN0=(F0=(/bin/held)+10 N=(main))+4 V0=(MEM_LIVE):(1,7,7);LK=(0x1000,7)\n"
            "C2 FN1=(F0+40 N=(make))+8 V0:(3,120,40)\n");
}

TEST(Convert, WritesFoldedStacksOfOneEvent) {
  EXPECT_EQ(converted(kStacks, "folded"), "main 7\nmain;make 288\n");
  WriteOptions options;
  options.event = "MEM_LIVE:calls";
  EXPECT_EQ(converted(kStacks, "folded", options), "main 1\nmain;make 3\n");
}

TEST(Convert, ReadsBackFoldedSumsOfMoreThan64Bits) {
  std::string rows;
  for (int row = 0; row < 3; ++row) {
    rows += "main;f 18446744073709551615\nmain 1\n";
  }
  const auto total = [](const std::string& text) { return read_all(text)->parts()[0].totals; };
  const std::string written = converted(rows, "folded");
  EXPECT_EQ(total(written), total(rows)) << written;
  EXPECT_EQ(converted(written, "folded"), written);
}

TEST(Convert, MakesStacksOfAGraph) {
  EXPECT_EQ(converted(kGraph, "folded"), "main 8\nmain;f 30\n");
  EXPECT_NE(converted(kGraph, "speedscope").find("Ir (stacks are estimated)"), std::string::npos);
  EXPECT_EQ(converted(kStacks, "speedscope").find("estimated"), std::string::npos);
}

TEST(Convert, MakesCallsOfStacks) {
  const std::string text = converted(kStacks, "callgrind");
  EXPECT_NE(text.find("desc: Calls: not counted, each written as 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("cfn=(2)\ncalls=1 0\n0 288 3\n"), std::string::npos) << text;
}

TEST(Convert, WritesTables) {
  EXPECT_EQ(converted(kGraph, "csv"),
            "part,function,object,file,line,address,Ir,Dr\n0,main,a.out,a.c,1,,5,1\n"
            "0,main,a.out,inl.h,7,,3,0\n0,f,a.out,a.c,9,,30,4\n");
  EXPECT_NE(converted("events: Ir\nfl=a,\"b\".c\nfn=f\n1 2\n", "csv").find(",\"a,\"\"b\"\".c\",1,"),
            std::string::npos);
  EXPECT_EQ(converted(kGraph, "tsv").substr(0, 14), "part\tfunction\t");
}

TEST(Convert, RefusesWhatTheFormatCannotSay) {
  const auto refused = [](const std::string& text, std::string_view format) {
    StringSink sink;
    const Result<void> done = convert(*read_all(text), format, {}, {}, sink);
    return done ? "written" : done.error().code;
  };
  const std::string negative = "desc: Files compared: a; b\nevents: Ir\nfl=a.c\nfn=f\n0 -5\n";
  EXPECT_EQ(refused(negative, "igprof"), "cannot-hold");
  EXPECT_EQ(refused(negative, "pprof"), "written");
  EXPECT_EQ(refused("events: Ir\nfl=a.c\nfn=f\n1 18446744073709551615\n", "speedscope"),
            "cannot-hold");
  for (const char* const format : {"callgrind", "cachegrind", "folded", "pprof", "speedscope"}) {
    EXPECT_EQ(refused("P=(HEX ID=1 N=(x) T=0.005)\n", format), "cannot-hold") << format;
  }
}

TEST(Convert, WritesNoDatabaseIntoAStream) {
  StringSink sink;
  const Result<void> done = convert(*read_all(kGraph), "sqlite", {}, {}, sink);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "cannot-hold");
  EXPECT_EQ(sink.text(), "");
  const Result<Conversion> conversion = check_conversion(*read_all(kGraph), "sqlite", {});
  ASSERT_TRUE(conversion);
  EXPECT_TRUE(conversion->is_lossless());
}

TEST(Convert, ChoosesTheFormatByNames) {
  const auto chosen = [](const std::optional<std::string>& to,
                         const std::optional<std::string>& path) {
    const Result<const FormatWriter*> format = target_format(to, path);
    return format ? std::string((*format)->name) : format.error().code;
  };
  EXPECT_EQ(chosen({}, "a.callgrind"), "callgrind");
  EXPECT_EQ(chosen({}, "a.callgrind.gz"), "callgrind");
  EXPECT_EQ(chosen({}, "a.json"), "json");
  EXPECT_EQ(chosen({}, "a.speedscope.json"), "speedscope");
  EXPECT_EQ(chosen({}, "a.pb.gz"), "pprof");
  EXPECT_EQ(chosen("folded", "a.json"), "folded");
  EXPECT_EQ(chosen({}, "a.db"), "sqlite");
  EXPECT_EQ(chosen({}, "a.txt"), "unknown-suffix");
  EXPECT_EQ(chosen("perf", {}), "unknown-suffix");
}

TEST(Convert, SaysWhatWouldBeLost) {
  const auto lost = [](const std::string& text, std::string_view format) {
    const Result<Conversion> conversion = check_conversion(*read_all(text), format, {});
    EXPECT_TRUE(conversion);
    std::string words;
    for (const Loss& loss : conversion->losses) {
      words += std::string(loss.what) + " " + std::to_string(loss.count) + "; ";
    }
    for (const ConvertedTotal& total : conversion->totals) {
      words +=
          total.before == total.after ? "" : total.event + " " + to_decimal(total.after) + "; ";
    }
    return words;
  };
  EXPECT_EQ(lost(kGraph, "json"), "");
  EXPECT_EQ(lost(kGraph, "callgrind"), "");
  EXPECT_EQ(lost(kGraph, "cachegrind"),
            "objects of functions 2; calls 1; counts of calls 1; jumps 1; ");
  EXPECT_EQ(lost(kGraph, "folded"),
            "lines 3; files of functions 2; objects of functions 2; exact calls 1; counts of calls "
            "1; jumps 1; events 2; Dr 0; ");
  EXPECT_EQ(lost(kStacks, "igprof"), "");
  const std::string folded = "main;f 5\nmain 3\n";  // names alone, no addresses
  EXPECT_EQ(lost(folded, "folded"), "");
  EXPECT_EQ(lost(folded, "callgrind"), "calls without a count 1; stacks 3; ");
  EXPECT_EQ(lost(converted(folded, "speedscope"), "speedscope"), "");
  EXPECT_EQ(lost(kStacks, "callgrind"),
            "addresses 2; calls without a count 1; stacks 2; peaks 1; resources still held 1; "
            "MEM_LIVE:peak 0; ");
  // A name may still tell the unit: "Time_(10ns)" does, pprof's "Time" does not.
  EXPECT_EQ(lost(kTimes, "cachegrind"), "calls 1; counts of calls 1; stacks 2; ");
  EXPECT_EQ(
      lost(kTimes, "folded"),
      "lines 2; files of functions 2; counts of calls 1; events 2; units of events 1; Ir 0; ");
  EXPECT_EQ(lost(converted(kTimes, "pprof"), "callgrind"),
            "calls without a count 1; stacks 3; units of events 1; ");
  EXPECT_EQ(lost(converted(kTimes, "pprof"), "speedscope"), "lines 2; ");
}

TEST(Convert, AddsUpNoPeaks) {
  for (const char* format : {"callgrind", "cachegrind", "pprof", "speedscope"}) {
    const auto written = read_all(converted(kStacks, format));
    EXPECT_TRUE(written->event("MEM_LIVE")) << format;
    EXPECT_FALSE(written->event("MEM_LIVE:peak")) << format;
  }
  for (const char* format : {"igprof", "json", "snapshot"}) {
    EXPECT_TRUE(read_all(converted(kStacks, format))->event("MEM_LIVE:peak")) << format;
  }
  WriteOptions peak;
  peak.event = "MEM_LIVE:peak";
  EXPECT_EQ(converted(kStacks, "folded", peak), "main 7\nmain;make 64\n");
  EXPECT_NE(converted(kStacks, "csv").find("MEM_LIVE:peak"), std::string::npos);
}

TEST(Convert, SaysInOneLineWhatWasLost) {
  const auto phrase = [](const std::string& text, std::string_view format) {
    StringSink sink;
    std::vector<Loss> losses;
    EXPECT_TRUE(convert(*read_all(text), format, "-", {}, sink, &losses));
    return losses_phrase(losses);
  };
  EXPECT_EQ(phrase(kGraph, "callgrind"), "");
  EXPECT_EQ(phrase(kGraph, "json"), "");
  EXPECT_EQ(phrase(kGraph, "cachegrind"),
            "dropped: objects of functions, calls, counts of calls, jumps");
  EXPECT_EQ(phrase(kGraph, "folded"),
            "dropped: lines, files of functions, objects of functions, counts of calls, jumps, "
            "events other than Ir; estimated: stacks (the file cannot say so)");
  EXPECT_EQ(phrase(kStacks, "callgrind"),
            "dropped: addresses, peaks, resources still held; estimated: counts of calls; changed: "
            "stacks into calls");
  // Stacks that were estimated earlier stay estimates.
  EXPECT_EQ(phrase(converted(kGraph, "speedscope"), "folded"),
            "dropped: files of functions, marks of estimated stacks, events other than Ir");
}

TEST(Convert, SaysThatCostsGetAnotherUnit) {
  const auto profile = read_all(
      "P=(HEX ID=1 N=(a) T=0.005)\nC1 FN0=(F0=(a)+1 N=(main))+1 V0=(PERF_TICKS):(3,3,3)\n");
  for (const std::string_view format : {"pprof", "speedscope"}) {
    StringSink sink;
    std::vector<Loss> losses;
    EXPECT_TRUE(convert(*profile, format, "-", {}, sink, &losses));
    EXPECT_TRUE(losses_phrase(losses).contains("changed: unit of PERF_TICKS")) << format;
    const Result<Conversion> check = check_conversion(*profile, format, {});
    ASSERT_TRUE(check);
    EXPECT_EQ(check->totals[0].before, 3);
    EXPECT_EQ(check->totals[0].after, 3);  // in the unit of before
  }
}

TEST(Convert, LeavesTheUnitToPprofWhereTheNameHasOne) {
  const auto profile = read_all(converted(kTimes, "pprof"));
  ASSERT_EQ(profile->events().size(), 2U);
  EXPECT_EQ(profile->events()[0].name, "Time");
  EXPECT_EQ(profile->events()[0].unit, "ns");
  EXPECT_EQ(profile->events()[0].scale, 1U);
  EXPECT_EQ(profile->events()[1].name, "Ir");
  EXPECT_EQ(profile->parts()[0].totals, (std::vector<int128>{350, 5}));
  const std::string alike = "events: Time_(ms) Time_(us) Time\nfl=a.c\nfn=f\n1 1 2 3\n";
  const auto kept = read_all(converted(alike, "pprof"));
  ASSERT_EQ(kept->events().size(), 3U);
  EXPECT_EQ(kept->events()[0].name, "Time_(ms)");
  EXPECT_EQ(kept->events()[1].name, "Time_(us)");
  EXPECT_EQ(kept->events()[2].name, "Time");
}

TEST(Convert, WritesTicksAsTime) {
  const std::string ticks =
      "P=(HEX ID=1 N=(a) T=0.005)\nC1 FN0=(F0=(a)+1 N=(main))+1 V0=(PERF_TICKS):(3,3,3)\n";
  const auto pprof = read_all(converted(ticks, "pprof"));
  EXPECT_EQ(pprof->events()[0].unit, "ns");
  EXPECT_EQ(pprof->parts()[0].totals[0], 15'000'000);
  const auto speedscope = read_all(converted(ticks, "speedscope"));
  EXPECT_EQ(speedscope->events()[0].unit, "ns");
  EXPECT_EQ(speedscope->parts()[0].totals[0], 15'000'000);
}

TEST(CheckConversion, TellsOfWhatWritersLeaveOutOrChange) {
  const auto lost = [](const std::string& text, std::string_view format) {
    const Conversion conversion = check_conversion(*read_all(text), format, {}).value();
    std::string words;
    for (const Loss& loss : conversion.losses) {
      words += std::string(loss.what) + " " + std::to_string(loss.count) + "; ";
    }
    return words;
  };
  const std::string evented =
      "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":"
      "[{\"name\":\"f\"}]},\"profiles\":[{\"type\":\"evented\",\"name\":\"t\",\"unit\":\"none\","
      "\"startValue\":0,\"endValue\":2,\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":0},"
      "{\"type\":\"C\",\"frame\":0,\"at\":2}]}]}";
  for (const char* const format : {"speedscope", "pprof", "folded", "igprof"}) {
    EXPECT_EQ(lost(evented, format), "counts of calls 1; ") << format;
  }
  const std::string idle = "events: Ir Dr\nfn=f\n0 5\n\npart: 2\nevents: Ir Dr\n";
  EXPECT_EQ(lost(idle, "igprof"), "lines 1; events without costs 1; parts without costs 1; ");
  EXPECT_EQ(lost(idle, "csv"), "parts without costs 1; ");
  EXPECT_EQ(lost(idle, "callgrind"), "");
  // IgProf's counts and peaks are their counter's.
  EXPECT_EQ(
      lost("P=(HEX ID=1 N=(p) T=0.0)\nC1 FN0=(F0=(p)+10 N=(main))+1 V0=(X):(1,0,0)\n", "igprof"),
      "");
  EXPECT_EQ(lost("a;b 1\n", "folded"), "");
  EXPECT_EQ(lost("events: Ir\nfn=a;b\n0 5\n", "folded"), "lines 1; names 1; ");
  EXPECT_EQ(lost("events: Ir\nfn=(1) (3) odd\n0 5\n", "cachegrind"), "names 1; ");
  EXPECT_EQ(lost("events: Ir\nfn=(1) (3) odd\n0 5\n", "callgrind"), "");
  std::string odd = evented;
  odd.replace(odd.find("\"f\""), 3, "\" \\n\"");
  EXPECT_EQ(lost(odd, "callgrind"), "stacks 1; names 1; ");
  EXPECT_EQ(lost(odd, "igprof"), "counts of calls 1; names 1; ");
}

TEST(Convert, StacksOnceEstimatedStayMarked) {
  const auto codes = [](const Profile& profile) {
    std::string all;
    for (const Findings::Kind& kind : profile.inputs()[0].findings.kinds()) {
      all += kind.code->name;
    }
    return all;
  };
  for (const char* const format : {"pprof", "speedscope"}) {
    const std::string once = converted(kGraph, format);
    const std::unique_ptr<const Profile> read = read_all(once);
    EXPECT_EQ(codes(*read), "estimated-stacks") << format;
    EXPECT_TRUE(read->event("Ir") && read->event("Dr")) << format;
    for (const char* const other : {"pprof", "speedscope", "json"}) {
      EXPECT_EQ(converted(once, other), converted(converted(once, other), other)) << format;
      const std::string again = converted(converted(once, "json"), other);
      EXPECT_EQ(codes(*read_all(again)), "estimated-stacks") << format << " " << other;
    }
    EXPECT_EQ(codes(*read_all(converted(kStacks, format))), "") << format;
  }
}

TEST(CheckConversion, RefusesWhatConvertDoes) {
  const auto refused = [](const std::string& text, std::string_view format,
                          const WriteOptions& options = {}) {
    const Result<Conversion> checked = check_conversion(*read_all(text), format, options);
    StringSink sink;
    const Result<void> done = convert(*read_all(text), format, "-", options, sink);
    EXPECT_TRUE(!checked && !done && checked.error().message == done.error().message) << format;
    return checked ? "" : checked.error().code;
  };
  const std::string large = "events: Ir\nfn=f\n0 18446744073709551615\n";
  EXPECT_EQ(refused("desc: Files compared: a; b\nevents: Ir\nfn=f\n0 -5\n", "igprof"),
            "cannot-hold");
  EXPECT_EQ(refused(large, "pprof"), "cannot-hold");
  EXPECT_EQ(refused(large, "speedscope"), "cannot-hold");
  EXPECT_EQ(refused(large + "1 1\n", "cachegrind"), "cannot-hold");
  WriteOptions options;
  options.event = "Ir";
  EXPECT_EQ(refused(large, "callgrind", options), "bad-value");
}

TEST(CheckConversion, AcceptsProfilesWithoutEventsWhereConvertWritesThem) {
  const std::string nothing = "P=(HEX ID=5 N=(x) T=0.005)\n";
  for (const char* format : {"igprof", "csv", "tsv"}) {
    EXPECT_FALSE(converted(nothing, format).empty()) << format;
    const Result<Conversion> checked = check_conversion(*read_all(nothing), format, {});
    ASSERT_TRUE(checked) << format << ": " << checked.error().message;
    EXPECT_TRUE(checked->totals.empty()) << format;
  }
  for (const char* format : {"callgrind", "cachegrind", "pprof", "speedscope", "folded"}) {
    EXPECT_FALSE(check_conversion(*read_all(nothing), format, {})) << format;
  }
}

TEST(Convert, WritesLeaksOfEachCounterWhateverTheirOrder) {
  const std::string dump =
      "P=(HEX ID=1 N=(p) T=0.0)\n"
      "C1 FN0=(F0=(p)+10 N=(main))+1 V0=(MEM_LIVE):(1,1,1) V1=(FD_LIVE):(1,1,1)\n"
      "C2 FN1=(F0+20 N=(f))+1 V1:(1,5,5);LK=(0x10,5) V0:(1,a,a);LK=(0x20,a)\n"
      "C2 FN2=(F0+30 N=(g))+1 V0:(1,a,a);LK=(0x30,a)\n";
  const std::string text = converted(dump, "igprof");
  for (const std::string_view leak : {"LK=(0x10,5)", "LK=(0x20,a)", "LK=(0x30,a)"}) {
    EXPECT_TRUE(text.contains(leak)) << leak << " in\n" << text;
  }
}

TEST(CheckConversion, TellsThatPeaksAreLeftOut) {
  const std::string dump =
      "P=(HEX ID=1 N=(p) T=0.0)\n"
      "C1 FN0=(F0=(p)+10 N=(main))+1 V0=(MEM_LIVE):(1,7,9)\n"
      "C2 FN1=(F0+20 N=(f))+1 V0:(1,5,8)\n";
  const Conversion conversion = check_conversion(*read_all(dump), "pprof", {}).value();
  EXPECT_TRUE(std::ranges::any_of(conversion.losses,
                                  [](const Loss& loss) { return loss.what == "peaks"; }));
  const auto peak = std::ranges::find_if(
      conversion.totals, [](const auto& total) { return total.event == "MEM_LIVE:peak"; });
  ASSERT_NE(peak, conversion.totals.end());
  EXPECT_TRUE(peak->before == 9 && peak->after == 0);
}

}  // namespace
}  // namespace quern
