// SPDX-License-Identifier: MIT
#include "quern/server/handle.h"

#include <gtest/gtest.h>

#include <string>

#include "quern/server/filtering.h"
#include "quern/server/test_support.h"
#include "quern/testing/golden.h"

namespace quern::server {
namespace {

/// Where in tests/golden/server the answer to a request is kept.
void expect_answer(const LiveProfiles& live, const std::string& name, std::string_view target) {
  const Response response = asked_of(live, target);
  const std::string told = "GET " + std::string(target) + "\n" + std::to_string(response.status) +
                           ' ' + response.type + "\n" + response.body;
  const std::optional<std::string> difference =
      testing::golden_difference(QUERN_SOURCE_DIR "/tests/golden/server/" + name + ".txt", told);
  EXPECT_FALSE(difference) << *difference;
}

/// The id of a function in the answers of `live`.
std::string id_in(const LiveProfiles& live, std::string_view name) {
  const std::string body = asked_of(live, "/api/functions").body;
  const size_t at = body.find("\"name\":\"" + std::string(name) + '"');
  const size_t start = body.rfind("\"id\":\"", at) + 6;
  return body.substr(start, body.find('"', start) - start);
}

TEST(Handle, ShowsDeclaredCostsWithoutRows) {
  const auto live = live_profiles_of(
      "events: Ir\nsummary: 1000\nfl=a.c\nfn=main\n1 100\ncfn=work\ncalls=1 1\n2 400\n"
      "fn=work\n1 400\n");
  const auto has = [&live](std::string_view target, std::string_view text) {
    return asked_of(*live, target).body.contains(text);
  };
  EXPECT_TRUE(has("/api/meta", R"("totals":[500],"percent_base":[1000])"));
  EXPECT_TRUE(has("/api/functions", R"("totals":[1000],"not_in_profile":[500])"));
  for (const char* target : {"/api/functions?limit=1", "/api/tree", "/api/flame", "/api/files",
                             "/api/functions?group=dir"}) {
    EXPECT_TRUE(has(target, R"x("name":"(not in this profile)")x")) << target;
  }
  EXPECT_TRUE(has("/api/export?view=top&format=csv", "(not in this profile)"));
}

TEST(Handle, AnswersEachPath) {
  const auto live = live_profiles_of(kServed);
  expect_answer(*live, "meta", "/api/meta");
  expect_answer(*live, "functions", "/api/functions");
  expect_answer(*live, "functions_window", "/api/functions?sort=-incl&offset=1&limit=2&e=Dr");
  expect_answer(*live, "functions_query", "/api/functions?q=self%20%3E%2010&parts=1");
  expect_answer(*live, "functions_highlight",
                "/api/functions?q=self%20%3E%2015&highlight=1&e=Ir&limit=3");
  expect_answer(*live, "functions_match",
                "/api/functions?q=name%20%3D%20left&highlight=1&match_after=0&limit=1");
  expect_answer(*live, "functions_ratio", "/api/functions?define=R%20%3D%20Dr%2FIr&e=R");
  expect_answer(*live, "functions_name", "/api/functions?sort=name&e=Dr&q=self%20%3E%201");
  expect_answer(*live, "functions_place", "/api/functions?sort=place&limit=2");
  expect_answer(*live, "functions_running", "/api/functions?running=1&offset=1&limit=2");
  expect_answer(*live, "groups", "/api/functions?group=file");
  expect_answer(*live, "files", "/api/files");
  expect_answer(*live, "calls", "/api/calls?limit=2");
  expect_answer(*live, "fn", "/api/fn/" + id_in(*live, "left"));
  expect_answer(*live, "fn_all", "/api/fn/" + id_in(*live, "main") + "/all?e=Dr");
  expect_answer(*live, "fn_all_callers",
                "/api/fn/" + id_in(*live, "leaf") + "/all?of=callers&limit=2");
  expect_answer(*live, "tree", "/api/tree");
  expect_answer(*live, "tree_up", "/api/tree?inv=1&limit=1");
  expect_answer(*live, "flame", "/api/flame?e=Dr");
  expect_answer(*live, "source", "/api/source/" + file_id("b.c"));
  expect_answer(*live, "search", "/api/search?s=l");
  expect_answer(*live, "check", "/api/check");
}

TEST(Handle, ShowsRunsOnlyWhereTheyAreKept) {
  constexpr std::string_view kMerged =
      R"({"schema":"quern.profile/1","events":[{"name":"Ir","scale":1,"combine":"sum"}],
"parts":[{"positions":[],"events":["Ir"],"summaries":[],"descriptions":[]}],
"functions":[{"name":"f"}],"runs":[{"name":"a.out"},{"name":"b.out"}],
"run_costs":[{"function":null,"runs":2,"self":[],"inclusive":[]},
{"function":0,"runs":1,"self":[{"event":0,"count":1,"sum":7,"min":7,"max":7,"run":1,"buckets":[]}],
"inclusive":[]}],"lines":[{"function":0,"part":0,"self":[7]}]})";
  const auto live = live_profiles_of(kMerged);
  const std::string costs =
      R"("runs":{"count":1,"self":[{"mean":7,"min":7,"median":7,"p95":7,"max":7,"run":"b.out"}])";
  EXPECT_TRUE(asked_of(*live, "/api/functions?stats=1").body.contains(costs));
  EXPECT_FALSE(asked_of(*live, "/api/functions").body.contains(R"("runs":{)"));
  EXPECT_TRUE(asked_of(*live, "/api/fn/" + id_in(*live, "f")).body.contains(costs));
  EXPECT_EQ(asked_of(*live, "/api/functions?stats=1&group=file").status, 422);
  const auto plain = live_profiles_of(kServed);
  EXPECT_TRUE(asked_of(*plain, "/api/functions?stats=1").body.contains("no-run-statistics"));
}

TEST(Handle, FindsTheLineOfAFunctionInItsFile) {
  const auto live = live_profiles_of(kServed, kServed);
  const std::string source = "/api/source/" + file_id("b.c");
  const auto line_of = [&](const std::string& query) {
    const std::string body = asked_of(*live, source + query).body;
    const size_t at = body.find("\"function_line\":");
    return at == std::string::npos ? "" : body.substr(at + 16, body.find(',', at) - at - 16);
  };
  const std::string leaf = "?fn=" + id_in(*live, "leaf");
  EXPECT_EQ(line_of(leaf), "30") << "the most expensive line, without debug information";
  EXPECT_EQ(line_of(leaf + "&base=base"), "30");
  EXPECT_EQ(line_of(leaf + "&parts=2"), "31");
  EXPECT_TRUE(asked_of(*live, source + leaf).body.contains("\"hottest_line\":30"));
  EXPECT_EQ(line_of("?fn=" + id_in(*live, "left")), "null") << "of another file";
  EXPECT_EQ(line_of("?fn=aaaaaaaaaaaaa"), "null");
  EXPECT_EQ(line_of(""), "");
}

TEST(Handle, TellsWhereFramesBelong) {
  const auto live = live_profiles_of(
      "events: Ir\nfn=main\n1 10\ncfn=net::Tcp<int>::send(int)\ncalls=1 1\n2 5\n"
      "fn=net::Tcp<int>::send(int)\n3 5\n");
  const std::string body = asked_of(*live, "/api/flame").body;
  EXPECT_TRUE(body.contains(R"("namespace":"net","class":"net::Tcp<int>")")) << body;
  EXPECT_TRUE(body.contains(R"("namespace":null,"class":null)")) << body;
  const std::string groups = asked_of(*live, "/api/flame?group=file").body;
  EXPECT_FALSE(groups.contains("namespace")) << groups;
}

TEST(Handle, ListsFilesByWhatTheirLinesCost) {
  const auto live =
      live_profiles_of("events: Ir\nfl=a.c\nfn=f\n1 10\nfi=h.h\n5 30\nfe=a.c\n2 1\nfn=g\n3 4\n");
  const std::string body = asked_of(*live, "/api/files").body;
  EXPECT_TRUE(body.contains(R"("name":"h.h","self":[30]},)")) << body;
  EXPECT_TRUE(body.contains(R"("name":"a.c","self":[15]}],"shown":2)")) << body;
  EXPECT_TRUE(body.contains("\"file_id\":\"" + file_id("h.h") + "\",\"name\":\"h.h\""));
  const std::string second = asked_of(*live, "/api/files?offset=1&limit=1").body;
  EXPECT_FALSE(second.contains("h.h")) << second;
  EXPECT_TRUE(asked_of(*live, "/api/files?q=name%20%3D%20h.h").body.contains("\"covered\":[30]"));
  EXPECT_EQ(asked_of(*live, "/api/files?sort=incl").status, 422);
  EXPECT_EQ(asked_of(*live, "/api/files?q=incl%20%3E%201").status, 422);
  const size_t row = body.find("\"name\":\"a.c\"");
  const size_t id = body.rfind("{\"id\":\"", row) + 7;
  const std::string group = "/api/fn/" + body.substr(id, 13) + "?group=file";
  EXPECT_EQ(asked_of(*live, group).status, 200) << group;
  EXPECT_TRUE(body.contains(R"({"id":null,"file_id":)")) << "h.h has no functions";
  const auto without = live_profiles_of("positions: instr\nevents: Ir\nfl=a.c\nfn=f\n0x1 10\n");
  EXPECT_TRUE(asked_of(*without, "/api/files?sort=incl").body.contains("\"inclusive\":[10]"));
}

constexpr std::string_view kLooping =
    "positions: instr line\nevents: Ir\nfl=a.c\nfn=f\n0x10 1 10\n0x20 2 30\njump=28 0x20 2\n"
    "0x28 3 30\n0x30 4 10\n";

TEST(Handle, ListsLoops) {
  const auto live = live_profiles_of(kLooping, kLooping);
  const std::string body = asked_of(*live, "/api/loops").body;
  EXPECT_TRUE(body.starts_with(
      "{\"schema\":\"quern.loops/1\",\"events\":[\"Ir\"],\"totals\":[80],\"rows\":[\n{\"id\":\"" +
      id_in(*live, "f") + "\",\"file_id\":\"" + file_id("a.c") + "\","))
      << body;
  EXPECT_EQ(asked_of(*live, "/api/loops?offset=1").status, 200);
  EXPECT_TRUE(asked_of(*live, "/api/loops?q=self%20%3E%2099").body.contains("\"matched\":0"));
  EXPECT_EQ(asked_of(*live, "/api/loops?p=base&sort=name&e=Ir").status, 200);
  EXPECT_EQ(asked_of(*live, "/api/loops?focus=f").status, 200);
  const auto told = [](const LiveProfiles& of, std::string_view target) {
    const Response answer = asked_of(of, target);
    const size_t at = answer.body.find("\"code\":\"") + 8;
    return std::to_string(answer.status) + ' ' +
           answer.body.substr(at, answer.body.find('"', at) - at);
  };
  EXPECT_EQ(told(*live, "/api/loops?hide=g"), "422 needs-option");
  EXPECT_EQ(told(*live, "/api/loops?sort=place&group=file"), "400 bad-parameter");
  EXPECT_EQ(told(*live_profiles_of(kServed), "/api/loops"), "422 no-jumps");
  LiveProfiles scaled(
      {.version = "0", .files = {"a"}, .base_files = {}, .has_recorded_costs = false});
  scaled.put(std::make_shared<const ProfilePair>("h", served_text("new", kLooping), nullptr));
  EXPECT_EQ(told(scaled, "/api/loops"), "422 needs-option");
}

TEST(Handle, AnswersBelowABranch) {
  const auto live = live_profiles_of(kServed);
  const std::string path = id_in(*live, "main") + '.' + id_in(*live, "left");
  expect_answer(*live, "tree_below", "/api/tree?path=" + path);
  expect_answer(*live, "flame_below", "/api/flame?e=Ir&path=" + path);
  const std::string of = "&of=" + id_in(*live, "left");
  expect_answer(*live, "flame_of", "/api/flame?e=Ir" + of);
  expect_answer(*live, "flame_of_callers", "/api/flame?e=Ir&inv=1" + of);
  EXPECT_EQ(asked_of(*live, "/api/flame?of=nonsense").status, 404);
  EXPECT_EQ(asked_of(*live, "/api/flame?path=" + path + of).status, 400);
  EXPECT_EQ(asked_of(*live, "/api/tree?path=" + id_in(*live, "right")).status, 404);
  EXPECT_EQ(asked_of(*live, "/api/flame?path=nonsense").status, 404);
}

TEST(Handle, DrawsTreemaps) {
  const auto live = live_profiles_of(kServed, kServed);
  const std::string of = "of=" + id_in(*live, "left");
  expect_answer(*live, "map", "/api/map?e=Ir");
  expect_answer(*live, "map_of", "/api/map?e=Ir&by=callers&w=300&h=200&tiles=5&" + of);
  expect_answer(*live, "map_source", "/api/map?e=Ir&by=source&w=300");
  expect_answer(*live, "export_map", "/api/export?view=map&format=csv&by=object&e=Dr");
  EXPECT_TRUE(asked_of(*live, "/api/export?view=map&format=svg&w=400").body.contains("<svg"));
  EXPECT_EQ(asked_of(*live, "/api/map?of=nonsense").status, 404);
  for (const std::string target :
       {"/api/map?by=lines", "/api/map?by=source&group=file", "/api/map?w=99",
        "/api/map?by=parts&merge_recursion=1", "/api/export?view=map&limit=3",
        "/api/export?view=map&px=300", "/api/export?view=map&nodes=3",
        "/api/export?view=map&format=dot", "/api/export?view=graph&tiles=3",
        "/api/export?view=tree&by=source", "/api/export?view=map&base=base"}) {
    EXPECT_EQ(asked_of(*live, target).status, 400) << target;
  }
  EXPECT_EQ(asked_of(*live, "/api/map?by=source&" + of).status, 400);
}

TEST(Handle, DrawsCallGraphs) {
  const auto live = live_profiles_of(kServed, kServed);
  const std::string of = "of=" + id_in(*live, "left");
  expect_answer(*live, "graph", "/api/graph?e=Ir&cluster_by=file&min=0&min_call=0");
  expect_answer(*live, "graph_of", "/api/graph?e=Ir&up=1&down=1&nodes=3&" + of);
  expect_answer(*live, "graph_right", "/api/graph?e=Ir&direction=right&min=0&min_call=0");
  expect_answer(*live, "export_graph", "/api/export?view=graph&format=dot&e=Dr");
  EXPECT_TRUE(asked_of(*live, "/api/export?view=graph&format=dot&direction=right")
                  .body.contains("rankdir=LR"));
  EXPECT_EQ(asked_of(*live, "/api/graph?of=nonsense").status, 404);
  EXPECT_EQ(asked_of(*live, "/api/graph?cluster_by=line").status, 400);
  EXPECT_EQ(asked_of(*live, "/api/graph?direction=up").status, 400);
  expect_answer(*live, "graph_circle", "/api/graph?e=Ir&direction=circle&boxes=compact&up=1&" + of);
  EXPECT_TRUE(asked_of(*live, "/api/export?view=graph&format=dot&direction=circle&" + of)
                  .body.contains("layout=twopi; overlap=false; root=n0"));
  EXPECT_EQ(asked_of(*live, "/api/graph?boxes=huge").status, 400);
  EXPECT_TRUE(asked_of(*live, "/api/graph?direction=circle&cluster_by=file")
                  .body.contains("frames are not drawn with direction=circle"));
  EXPECT_EQ(asked_of(*live, "/api/graph?min=10001").status, 400);
  for (const std::string target :
       {"/api/export?view=graph&limit=3", "/api/export?view=graph&px=300",
        "/api/export?view=tree&nodes=3", "/api/export?view=flame&of=aaaaaaaaaaaaa",
        "/api/export?view=flame&direction=right"}) {
    EXPECT_EQ(asked_of(*live, target).status, 400) << target;
  }
  EXPECT_EQ(asked_of(*live, "/api/export?view=tree&format=dot").status, 400);
  EXPECT_EQ(asked_of(*live, "/api/export?view=graph&format=folded").status, 400);
}

TEST(Handle, DrawsCallGraphsOfComparisons) {
  std::string now(kServed);
  now.replace(now.find("30 60 6"), 7, "30 90 6");
  const auto live = live_profiles_of(now, kServed);
  expect_answer(*live, "compared_graph", "/api/graph?base=base&e=Ir");
  const std::string of = "&of=" + id_in(*live, "left");
  EXPECT_EQ(asked_of(*live, "/api/graph?base=base&up=0" + of).status, 200);
  EXPECT_EQ(asked_of(*live, "/api/graph?base=base&of=nonsense").status, 404);
  EXPECT_EQ(asked_of(*live, "/api/graph?base=base&p=base").status, 400);
  const std::string all = "/api/graph?base=base&e=Ir&min=0&min_call=0";
  EXPECT_NE(asked_of(*live, all + "&direction=right").body, asked_of(*live, all).body);
  EXPECT_NE(asked_of(*live, all + "&direction=circle").body, asked_of(*live, all).body);
  EXPECT_NE(asked_of(*live, all + "&boxes=tall").body, asked_of(*live, all).body);
  EXPECT_TRUE(
      asked_of(*live, "/api/export?view=graph&format=mermaid&e=Ir&base=base&direction=right")
          .body.contains("flowchart LR"));
  expect_answer(*live, "export_diff_graph", "/api/export?view=graph&format=mermaid&e=Ir&base=base");
}

TEST(Handle, AnswersComparisons) {
  std::string now(kServed);
  now.replace(now.find("30 60 6"), 7, "30 90 6");
  const auto live = live_profiles_of(now, kServed);
  expect_answer(*live, "changes", "/api/functions?base=base");
  expect_answer(*live, "changed_alone", "/api/functions?base=base&changed=1&limit=1");
  expect_answer(*live, "changed_fn", "/api/fn/" + id_in(*live, "leaf") + "?base=base");
  expect_answer(*live, "compare", "/api/compare");
  expect_answer(*live, "compare_kinds", "/api/compare?kinds=unchanged,added");
  EXPECT_EQ(asked_of(*live, "/api/functions?base=base&kinds=other").status, 400);
  expect_answer(*live, "compared_tree", "/api/tree?base=base&changed=1&limit=3");
  expect_answer(*live, "compared_flame", "/api/flame?base=base&e=Dr");
  EXPECT_EQ(asked_of(*live, "/api/tree?base=base&path=aaaaaaaaaaaaa").status, 400);
  EXPECT_EQ(asked_of(*live, "/api/flame?base=base&widths=wide").status, 400);
  expect_answer(*live, "compared_source", "/api/source/" + file_id("b.c") + "?base=base");
  expect_answer(*live, "compared_source_rows",
                "/api/source/" + file_id("b.c") + "?base=base&from=1&to=1");
  EXPECT_EQ(asked_of(*live, "/api/source/aaaaaaaaaaaaa?base=base").status, 404);
  expect_answer(*live, "gate", "/api/gate?rules=Ir%3D%2B1%25");
  EXPECT_EQ(asked_of(*live, "/api/gate?rules=I%2FIr%3D0").status, 422);  // rules abbreviate nothing
  EXPECT_EQ(asked_of(*live, "/api/functions?p=base").status, 200);
}

TEST(Handle, RefusesWhatWouldMeanNothing) {
  const auto live = live_profiles_of(kServed, kServed);
  const std::string id = file_id("b.c");
  for (const std::string target :
       {"/api/functions?changed=1", "/api/tree?changed=1", "/api/flame?widths=old",
        "/api/functions?base=base&p=base", "/api/functions?base=base&by=file&in=x",
        "/api/fn/aaaaaaaaaaaaa?base=base&p=new", "/api/tree?base=base&path=x",
        "/api/flame?base=base&p=base", "/api/export?view=top&base=base",
        "/api/export?view=top&changed=1", "/api/export?view=top&inv=1",
        "/api/export?view=tree&widths=old", "/api/export?view=tree&px=800",
        "/api/export?view=calls&id=x", "/api/export?view=annotation&limit=3&id=x"}) {
    const Response response = asked_of(*live, target);
    EXPECT_EQ(response.status, 400) << target;
    EXPECT_TRUE(response.body.contains("cannot be used here")) << target << response.body;
    EXPECT_TRUE(response.body.contains("\"field\":")) << target;
  }
  EXPECT_EQ(asked_of(*live, "/api/source/" + id + "?base=base&p=base").status, 400);
}

TEST(Handle, ExportsComparisonsAsTheCommandWritesThem) {
  std::string now(kServed);
  now.replace(now.find("30 60 6"), 7, "30 90 6");
  const auto live = live_profiles_of(now, kServed);
  const std::string base = "&base=base";
  expect_answer(*live, "export_diff_tree",
                "/api/export?view=tree&format=csv&e=Dr&changed=1" + base);
  expect_answer(*live, "export_diff_flame", "/api/export?view=flame&format=folded&e=Dr" + base);
  expect_answer(*live, "export_diff_lines",
                "/api/export?view=annotation&format=csv&id=" + file_id("b.c") + base);
}

TEST(Handle, AsksWhatFiltersLeave) {
  const auto live = live_profiles_of(kServed, kServed);
  expect_answer(*live, "filtered", "/api/functions?focus=%5Eleft%24");
  expect_answer(*live, "filtered_tree", "/api/tree?ignore=left&hide=right&limit=3");
  expect_answer(*live, "filters", "/api/filters?focus=%5Eleft%24");
  expect_answer(*live, "filtered_base", "/api/filters?focus=%5Eleft%24&p=base");
  EXPECT_EQ(asked_of(*live, "/api/functions?show-from=left&hide=a&hide=b&show=main").status, 200);
  for (const std::string name : {"focus", "ignore", "show-from", "show", "hide"}) {
    const Response wrong = asked_of(*live, "/api/flame?" + name + "=le(ft");
    EXPECT_EQ(wrong.status, 422) << name;
    EXPECT_TRUE(wrong.body.contains("\"field\":\"" + name + '"')) << wrong.body;
    EXPECT_EQ(asked_of(*live, "/api/check?" + name + "=left").status, 400) << name;
    EXPECT_EQ(asked_of(*live, "/api/functions?" + name + '=').status, 400) << name;
  }
  std::string many = "/api/functions?";
  for (int at = 0; at < 33; ++at) {
    many += "hide=x&";
  }
  EXPECT_EQ(asked_of(*live, many).status, 400);
}

TEST(Handle, MarksWhatFiltersEstimate) {
  std::string two_ways(kServed);
  two_ways.replace(two_ways.find("30 60 6"), 7, "30 50 6\n32 10 0");
  const auto split = live_profiles_of(two_ways, kServed);
  const std::string filter = "focus=%5Eleft%24";
  EXPECT_TRUE(asked_of(*split, "/api/filters?" + filter).body.contains("\"estimates\":true"));
  const std::string leaf = id_in(*split, "leaf");
  const std::string source = "/api/source/" + file_id("b.c") + '?' + filter;
  expect_answer(*split, "estimates_fn", "/api/fn/" + leaf + '?' + filter);
  expect_answer(*split, "estimates_source", source);
  expect_answer(*split, "estimates_compared_source", source + "&base=base");
  expect_answer(*split, "estimates_compare", "/api/compare?" + filter);
  expect_answer(*split, "estimates_gate",
                "/api/gate?rules=fn%20%3D%20leaf%3A%20Ir%3D%2B1%25&" + filter);
  expect_answer(
      *split, "estimates_tree",
      "/api/tree?path=" + id_in(*split, "main") + '.' + id_in(*split, "left") + '&' + filter);
  expect_answer(*split, "estimates_compared_tree", "/api/tree?base=base&" + filter);
  expect_answer(*split, "estimates_flame", "/api/flame?" + filter);
  expect_answer(*split, "estimates_compared_flame", "/api/flame?base=base&" + filter);
  // These have no marks, as the command has none.
  for (const char* const path : {"/all", "/calls"}) {
    EXPECT_TRUE(
        asked_of(*split, "/api/fn/" + leaf + path + '?' + filter).body.contains("needs-exact"))
        << path;
    EXPECT_FALSE(
        asked_of(*split, "/api/fn/" + leaf + path + "?focus=main").body.contains("needs-exact"))
        << path;
  }
}

TEST(Handle, KeepsAFilteredProfileAndForgetsTheOldest) {
  const auto live = live_profiles_of(kServed);
  const std::shared_ptr<const ProfilePair> set = live->state().set;
  const auto made = [&](const std::string& word) {
    const AskedFilters filters{*FilterPlan::read({.focus = {word}}), word};
    return filtered_set(set, filters, true).value()->now;
  };
  const auto first = made("left");
  EXPECT_EQ(made("left"), first);
  for (const char* const other : {"right", "leaf", "main", "a", "b"}) {
    EXPECT_NE(made(other), first);
  }
  EXPECT_NE(made("left"), first);
}

/// The running totals in a list, in its order.
std::string running_in(const std::string& body) {
  std::string found;
  for (size_t at = 0; (at = body.find("\"running\":", at)) != std::string::npos; ++at) {
    const size_t first = at + std::string_view("\"running\":").size();
    found += body.substr(first, body.find(',', first) - first) + ' ';
  }
  return found;
}

TEST(Handle, RunningTotalsGoOnInEachWindow) {
  std::string text = "events: Ir\nfl=a.c\n";
  for (int at = 0; at < 1200; ++at) {
    text += "fn=f" + std::to_string(at) + "\n1 " + std::to_string(2000 - at / 3) + "\n";
  }
  const auto live = live_profiles_of(text);
  const std::string whole = asked_of(*live, "/api/export?view=top&running=1").body;
  std::string windows;
  for (const char* offset : {"0", "500", "1000"}) {
    windows += running_in(
        asked_of(*live, std::string("/api/functions?running=1&limit=500&") + "offset=" + offset)
            .body);
  }
  EXPECT_EQ(windows, running_in(whole));
  EXPECT_TRUE(windows.starts_with("2000 4000 6000 7999 ")) << windows.substr(0, 40);
}

TEST(Handle, SortsAndAddsUpOnlyWhatCanBe) {
  const auto live = live_profiles_of(kServed, kServed);
  const auto told = [&](const char* target) {
    const Response response = asked_of(*live, target);
    const size_t at = response.body.find("\"field\":\"") + 9;
    return std::to_string(response.status) + ' ' +
           response.body.substr(at, response.body.find('"', at) - at);
  };
  EXPECT_EQ(told("/api/functions?running=1&sort=incl"), "422 running");
  EXPECT_EQ(told("/api/functions?running=1&sort=name"), "422 running");
  EXPECT_EQ(told("/api/functions?running=1&base=base"), "400 running");
  EXPECT_EQ(told("/api/functions?paths=1&base=base"), "400 paths");
  EXPECT_EQ(told("/api/functions?paths=1"), "422 paths") << "a call graph has no stacks";
  EXPECT_EQ(told("/api/export?view=calls&paths=1"), "400 paths");
  EXPECT_EQ(told("/api/functions?sort=name&base=base"), "400 sort");
  EXPECT_EQ(told("/api/files?running=1"), "400 running");
  EXPECT_EQ(told("/api/export?view=calls&running=1"), "400 running");
  EXPECT_EQ(told("/api/export?view=calls&sort=place"), "400 sort");
  EXPECT_EQ(asked_of(*live, "/api/files?sort=name").status, 200);
  EXPECT_EQ(asked_of(*live, "/api/export?view=top&sort=place").status, 200);
}

TEST(Handle, SortsByCalls) {
  const auto live = live_profiles_of(
      "events: Ir Dr\nfn=main\n1 60 0\ncfn=rare\ncalls=1 0\n2 30 90\n"
      "cfn=often\ncalls=7 0\n3 10 10\n"
      "fn=rare\n1 30 90\nfn=often\n1 10 10\n");
  static constexpr std::string_view kName = "\"name\":\"";
  const auto names = [](std::string_view body) {
    std::string all;
    for (size_t at = body.find(kName); at != body.npos; at = body.find(kName, at)) {
      at += kName.size();
      all += std::string(body.substr(at, body.find('"', at) - at)) + ' ';
    }
    return all;
  };
  EXPECT_EQ(names(asked_of(*live, "/api/functions?sort=calls&e=Dr").body), "often rare main ");
  // The event still decides what a query without one compares.
  EXPECT_EQ(names(asked_of(*live, "/api/functions?sort=calls&e=Dr&q=self>20").body), "rare ");
  EXPECT_EQ(asked_of(*live, "/api/export?view=top&sort=calls").status, 200);
  EXPECT_EQ(asked_of(*live, "/api/calls?sort=calls").status, 400);
  const auto uncounted = live_profiles_of("main;left 10\n");
  EXPECT_EQ(asked_of(*uncounted, "/api/functions?sort=calls").status, 422);
}

TEST(Handle, CountsTheStacksThatAFunctionIsOnTopOf) {
  const auto live = live_profiles_of("main;left;leaf 10\nmain;leaf 20\nmain 5\n");
  const std::string with = asked_of(*live, "/api/functions?paths=1").body;
  EXPECT_TRUE(with.contains(R"("paths":2)")) << with;
  EXPECT_FALSE(asked_of(*live, "/api/functions").body.contains(R"("paths")"));
  EXPECT_TRUE(asked_of(*live, "/api/export?view=top&format=csv&paths=1").body.contains("paths"));
}

TEST(Handle, WorksNothingOutForAClientThatHasGone) {
  const auto live = live_profiles_of(kServed);
  std::stop_source gone;
  gone.request_stop();
  for (const char* target : {"/api/functions", "/api/functions?focus=left", "/api/tree?hide=left",
                             "/api/compare?focus=left"}) {
    const Response response = handle(*read_target(target), *live, gone.get_token());
    EXPECT_EQ(response.status, 422) << target;
    EXPECT_TRUE(response.body.contains("\"stopped\"")) << response.body;
  }
  EXPECT_EQ(asked_of(*live, "/api/functions?focus=left").status, 200);
}

TEST(Handle, HasNothingToCompareWithWithoutABase) {
  const auto live = live_profiles_of(kServed);
  for (const char* target : {"/api/functions?base=base", "/api/compare", "/api/functions?p=base",
                             "/api/gate?rules=Ir%3D0", "/api/fn/aaaaaaaaaaaaa?base=base"}) {
    EXPECT_EQ(asked_of(*live, target).status, 409) << target;
  }
}

TEST(Handle, AnswersSingleCalls) {
  const auto sums = live_profiles_of(kServed);
  const Response refused = asked_of(*sums, "/api/fn/" + id_in(*sums, "main") + "/calls");
  EXPECT_EQ(refused.status, 422);
  EXPECT_NE(refused.body.find("no-invocations"), std::string::npos) << refused.body;
  const auto live = live_profiles_of(
      "version: 1\ncreator: xdebug 3.2.0\ncmd: /a.php\npart: 1\npositions: line\n\n"
      "events: Time_(10ns)\n\nfl=(1) php:internal\nfn=(1) php::strlen\n3 7\n\n"
      "fl=(1)\nfn=(1)\n4 9\n\nfl=(2) /a.php\nfn=(2) {main}\n1 5\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n3 "
      "7\n"
      "cfl=(1)\ncfn=(1)\ncalls=1 0 0\n4 9\n\nsummary: 21\n");
  const std::string id = id_in(*live, "php::strlen");
  expect_answer(*live, "fn_calls", "/api/fn/" + id + "/calls?limit=1");
  EXPECT_NE(asked_of(*live, "/api/fn/" + id + "/calls?order=chronological")
                .body.find("\"order\":\"chronological\""),
            std::string::npos);
  EXPECT_EQ(asked_of(*live, "/api/fn/" + id + "/calls?order=random").status, 400);
}

TEST(Handle, FindsTheNextMatchAmongAllRows) {
  const auto live = live_profiles_of(kServed);
  const auto match = [&](const std::string& query) {
    const std::string body = asked_of(*live, "/api/functions?highlight=1&q=" + query).body;
    const size_t at = body.find("\"match\":");
    return at == std::string::npos ? body
                                   : body.substr(at + 8, body.find_first_of(",}", at) - at - 8);
  };
  // main, leaf, left, right, of which two fit.
  const std::string two = "name%20~%20/ft$/%20or%20name%20~%20/main/";
  EXPECT_EQ(match(two + "&match_after=0"), "2");
  EXPECT_EQ(match(two + "&match_after=2"), "null");
  EXPECT_EQ(match(two + "&match_after=4000000000"), "null");
  EXPECT_EQ(match(two + "&match_before=2"), "0");
  EXPECT_EQ(match(two + "&match_before=4000000000"), "2");
  EXPECT_EQ(match(two + "&match_before=0"), "null");
  EXPECT_EQ(match("calls%20%3E%2099&match_after=0"), "null");
  for (const char* const wrong :
       {"q=calls%20%3E%201&match_after=1", "highlight=1&match_before=1", "base=base&match_after=1",
        "highlight=1&q=calls%20%3E%201&match_after=1&match_before=1",
        "highlight=1&q=calls%20%3E%201&match_after=1&offset=1"}) {
    EXPECT_EQ(asked_of(*live_profiles_of(kServed, kServed), "/api/functions?" + std::string(wrong))
                  .status,
              400)
        << wrong;
  }
}

TEST(Handle, NarrowsAListToAGroup) {
  const auto live = live_profiles_of(kServed);
  const std::string groups = asked_of(*live, "/api/functions?group=file").body;
  const size_t row = groups.find("\"name\":\"b.c\"");
  const std::string id = groups.substr(groups.rfind("\"id\":\"", row) + 6, 13);
  const std::string body = asked_of(*live, "/api/functions?by=file&in=" + id).body;
  EXPECT_NE(body.find("\"name\":\"leaf\""), std::string::npos) << body;
  EXPECT_EQ(body.find("\"name\":\"main\""), std::string::npos) << body;
  EXPECT_NE(body.find("\"matched\":1"), std::string::npos) << body;
  EXPECT_EQ(asked_of(*live, "/api/functions?by=file&in=aaaaaaaaaaaaa").status, 404);
}

TEST(Handle, FindsTheWindowOfARow) {
  const auto live = live_profiles_of(kServed);
  const std::string target = "/api/functions?limit=2&row_of=" + id_in(*live, "right");
  const std::string body = asked_of(*live, target).body;
  EXPECT_NE(body.find("\"offset\":2"), std::string::npos) << body;
  EXPECT_NE(body.find("\"name\":\"right\""), std::string::npos) << body;
}

TEST(Handle, RefusesWhatNoAnswerCouldHave) {
  const auto live = live_profiles_of(kServed);
  const auto refused = [&](std::string_view target) {
    const Response response = asked_of(*live, target);
    const size_t at = response.body.find("\"code\":\"") + 8;
    const size_t field = response.body.find("\"field\":\"");
    return std::to_string(response.status) + ' ' +
           response.body.substr(at, response.body.find('"', at) - at) +
           (field == std::string::npos
                ? ""
                : ' ' + response.body.substr(field + 9,
                                             response.body.find('"', field + 9) - field - 9));
  };
  EXPECT_EQ(refused("/api/nothing"), "404 no-such-path");
  EXPECT_EQ(refused("/api/fn/"), "404 no-such-path");
  EXPECT_EQ(refused("/api/fn/a/b"), "404 no-such-path");
  EXPECT_EQ(refused("/api/fn//all"), "404 no-such-path");
  EXPECT_EQ(refused("/api/fn/all"), "404 no-such-function");
  EXPECT_EQ(refused("/api/fn/a/b/all"), "404 no-such-path");
  EXPECT_EQ(refused("/api/fn/aaaaaaaaaaaaa/all?of=aunts"), "400 bad-parameter of");
  EXPECT_EQ(refused("/api/fn/..%2f..%2fetc"), "404 no-such-path");
  EXPECT_EQ(refused("/api/fn/aaaaaaaaaaaaa"), "404 no-such-function");
  EXPECT_EQ(refused("/api/source/aaaaaaaaaaaaa"), "404 no-such-file");
  EXPECT_EQ(refused("/api/functions?colour=red"), "400 bad-parameter colour");
  EXPECT_EQ(refused("/api/functions?limit=1&limit=2"), "400 bad-parameter limit");
  EXPECT_EQ(refused("/api/functions?limit=501"), "400 bad-parameter limit");
  EXPECT_EQ(refused("/api/functions?limit=-1"), "400 bad-parameter limit");
  EXPECT_EQ(refused("/api/functions?sort=up"), "400 bad-parameter sort");
  EXPECT_EQ(refused("/api/functions?group=rules"), "400 bad-parameter group");
  EXPECT_EQ(refused("/api/functions?q=self%20%3E"), "422 bad-query q");
  EXPECT_EQ(refused("/api/functions?q=name%20~%20%2F(%2F"), "422 bad-regexp q");
  EXPECT_EQ(refused("/api/functions?e=Zz"), "422 unknown-event e");
  EXPECT_EQ(refused("/api/functions?parts=9"), "422 unknown-part parts");
  EXPECT_EQ(refused("/api/functions?define=x"), "422 bad-formula define");
  EXPECT_EQ(refused("/api/functions?q=%zz"), "400 bad-parameter");
  EXPECT_EQ(refused("/api/functions?q=%00"), "400 bad-parameter");
  EXPECT_EQ(refused("/api/functions?q=%ff"), "400 bad-parameter");
  for (const std::string list : {"functions", "files", "loops"}) {
    EXPECT_EQ(refused("/api/" + list + "?q=" + std::string(1001, 'a')), "400 bad-parameter q")
        << list;
  }
  EXPECT_EQ(refused("/api/functions?q=" + std::string(9000, 'a')), "413 too-large");
}

TEST(Handle, SaysWhereAQueryIsWrong) {
  const auto live = live_profiles_of(kServed);
  const std::string body = asked_of(*live, "/api/functions?q=self%20%3E%20%3E").body;
  EXPECT_NE(body.find("\"position\":8"), std::string::npos) << body;
}

TEST(Handle, WaitsForTheProfile) {
  LiveProfiles live({.version = "0", .files = {"a"}, .base_files = {}});
  EXPECT_EQ(asked_of(live, "/api/functions").status, 503);
  EXPECT_NE(asked_of(live, "/api/meta").body.find("\"state\":\"loading\""), std::string::npos);
  Diagnostic broken = usage_error("unrecognised", "nobody's format");
  broken.input = "a";
  broken.place = {3, 4};
  live.fail(broken, live.files());
  const Response failed = asked_of(live, "/api/functions");
  EXPECT_EQ(failed.status, 503);
  EXPECT_EQ(failed.body,
            R"({"error":{"code":"unrecognised","message":"nobody's format","file":"a","line":3,)"
            R"("column":4}})");
  EXPECT_NE(asked_of(live, "/api/meta").body.find("\"state\":\"failed\""), std::string::npos);
}

TEST(Handle, AnswersOnceWhatDidNotChange) {
  const auto live = live_profiles_of(kServed);
  const Response first = asked_of(*live, "/api/functions");
  ASSERT_FALSE(first.etag.empty());
  Request again = *read_target("/api/functions");
  again.if_none_match = first.etag;
  EXPECT_EQ(handle(again, *live).status, 304);
  again.query.push_back({"limit", "1"});
  EXPECT_EQ(handle(again, *live).status, 200);
}

TEST(Handle, TakesOnlyTheMethodOfAPath) {
  const auto live = live_profiles_of(kServed);
  Request request = *read_target("/api/functions");
  request.method = "DELETE";
  EXPECT_EQ(handle(request, *live).status, 405);
  EXPECT_EQ(asked_of(*live, "/api/reload").status, 405);
  request = *read_target("/api/reload");
  request.method = "POST";
  request.content_type = "text/plain";
  EXPECT_EQ(handle(request, *live).status, 415);
}

TEST(Handle, DoesWhatIsPosted) {
  const auto live = live_profiles_of(kServed);
  EXPECT_EQ(posted_to(*live, "/api/reload", "{}").body, R"({"ok":true})");
  EXPECT_TRUE(live->take_reload());
  EXPECT_FALSE(live->take_reload());
  EXPECT_EQ(posted_to(*live, "/api/formula", R"({"define":"R [x] = Dr/Ir : long"})").body,
            R"({"name":"R","unit":"x","long_name":"long","formula":"Dr/Ir","kind":"ratio"})");
  EXPECT_EQ(posted_to(*live, "/api/formula", R"({"define":"R = Zz"})").status, 422);
  EXPECT_EQ(posted_to(*live, "/api/formula", R"({"define":7})").status, 400);
  EXPECT_EQ(posted_to(*live, "/api/formula", "[").status, 400);
  EXPECT_EQ(
      posted_to(*live, "/api/pathmap", R"({"maps":[{"from":"/build","to":"/nowhere"}]})").body,
      R"({"maps":[{"from":"/build","to":"/nowhere"}],"found":0,"of":2})");
}

TEST(Handle, ReadsNoFileThatTheUserDidNotPointAt) {
  const auto live =
      live_profiles_of("events: Ir\nfl=/etc/passwd\nfn=f\n1 7\nfl=/x/passwd\nfn=g\n1 5\n");
  const auto source_of = [&live](const std::string& file) {
    return asked_of(*live, "/api/source/" + file_id(file)).body;
  };
  EXPECT_NE(source_of("/etc/passwd").find("\"path\":null"), std::string::npos);
  const Response refused =
      posted_to(*live, "/api/pathmap", R"({"maps":[{"from":"/x","to":"/etc"}]})");
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.body.find("\"code\":\"outside-sources\""), std::string::npos) << refused.body;
  EXPECT_NE(refused.body.find("--map-path /x=/etc"), std::string::npos) << refused.body;
  for (const std::string to : {"/", "/proc/self", "/usr/../etc", "/proc/self/root"}) {
    const std::string body = R"({"maps":[{"from":"/x","to":")" + to + "\"}]}";
    EXPECT_EQ(posted_to(*live, "/api/pathmap", body).status, 403) << to;
  }
  EXPECT_EQ(posted_to(*live, "/api/pathmap", R"({"maps":[{"from":"/x","to":"."}]})").status, 200);
  EXPECT_NE(source_of("/x/passwd").find("\"path\":null"), std::string::npos);
  EXPECT_NE(source_of("/etc/passwd").find("\"path\":null"), std::string::npos);
}

TEST(Handle, ExportsWhatCommandsWrite) {
  const auto live = live_profiles_of(kServed);
  const Response csv = asked_of(*live, "/api/export?view=top&format=csv");
  EXPECT_EQ(csv.type, "text/csv; charset=utf-8");
  EXPECT_NE(csv.body.find("1152921504606846977"), std::string::npos) << csv.body;
  EXPECT_NE(asked_of(*live, "/api/export?view=flame&format=svg").body.find("<svg"),
            std::string::npos);
  EXPECT_EQ(asked_of(*live, "/api/export?view=top&format=svg").status, 400);
  const Response lines =
      asked_of(*live, "/api/export?view=annotation&format=csv&id=" + file_id("b.c"));
  EXPECT_EQ(lines.status, 200) << lines.body;
  EXPECT_NE(lines.body.find(",30,"), std::string::npos) << lines.body;
  EXPECT_EQ(asked_of(*live, "/api/export?view=annotation&id=aaaaaaaaaaaaa").status, 404);
  EXPECT_EQ(asked_of(*live, "/api/export?view=diff").status, 409);
  const auto both = live_profiles_of(kServed, kServed);
  const Response diff = asked_of(*both, "/api/export?view=diff&format=csv&base=base");
  EXPECT_NE(diff.body.find("1152921504606846977"), std::string::npos) << diff.body;
}

}  // namespace
}  // namespace quern::server
