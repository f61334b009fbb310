// SPDX-License-Identifier: MIT
//
// The examples in the help of each command, which its row in commands.cc names.
#pragma once

#include <array>

#include "quern/cli/options/commands.h"

namespace quern::cli {

inline constexpr std::array<Example, 3> kSummaryExamples = {{
    {"quern callgrind.out.4711", "what the file contains, and its most expensive functions"},
    {"quern", "the same for the newest profile in this folder"},
    {"zcat trace.gz | quern -", "read standard input; compressed files can also be named directly"},
}};
inline constexpr std::array<Example, 6> kCheckExamples = {{
    {"quern check callgrind.out.4711", "what it contains, all findings; exit code 1 if unsound"},
    {"quern check --head callgrind.out.4711", "only format, command, events, parts, totals, sizes"},
    {"quern check --repair -o clean.callgrind cut.callgrind",
     "write a copy without the damaged records"},
    {"quern check --strict trace.callgrind", "fail on warnings too"},
    {"quern check --head --siblings callgrind.out.4711",
     "with the other threads and dumps of the run"},
    {"quern check --list-codes", "the meaning of each code"},
}};
inline constexpr std::array<Example, 11> kTopExamples = {{
    {"quern top callgrind.out.4711", "the 20 functions with the highest self cost"},
    {"quern top --sort incl:Ir -n 50 callgrind.out.4711", "50 functions by inclusive cost"},
    {"quern top --group-by object callgrind.out.4711", "programs and shared libraries by cost"},
    {"quern top --where 'self(Ir) > 1% and file ~ /net/' callgrind.out.4711",
     "only hot functions of some files"},
    {"quern top --group-by line --running callgrind.out.4711",
     "the hottest source lines, with running totals"},
    {"quern top --group-by loop callgrind.out.4711",
     "the hottest loops (needs jumps between instructions)"},
    {"quern top --group-by dir --dir-depth 2 callgrind.out.4711",
     "folders such as /usr/lib, with everything below them"},
    {"quern top -e Ir,D1mr --format csv -n 0 callgrind.out.4711 -o costs.csv",
     "all functions with two events, as a table for a spreadsheet"},
    {"quern top --format igprof igprof.gz", "the report of igprof-analyse"},
    {"quern top --paths igprof.gz", "how many distinct stacks end in each function"},
    {"quern top --each cachegrind.out.4711",
     "the cost of single calls: lowest, median, 95 %, highest (Xdebug)"},
}};
inline constexpr std::array<Example, 5> kCallsExamples = {{
    {"quern calls callgrind.out.4711", "the 20 most expensive calls"},
    {"quern calls --group-by object callgrind.out.4711", "calls from library to library"},
    {"quern calls --where 'callee = malloc and calls > 1e3' callgrind.out.4711",
     "functions that call malloc more than 1000 times"},
    {"quern calls --format json -n 0 callgrind.out.4711", "all calls with their places, as JSON"},
    {"quern calls --each --of query cachegrind.out.4711",
     "the slowest calls of query, each with its callers (Xdebug)"},
}};
inline constexpr std::array<Example, 6> kPeekExamples = {{
    {"quern peek main callgrind.out.4711", "callers, own cost and callees of main"},
    {"quern peek --callers malloc callgrind.out.4711",
     "who calls malloc, the most expensive first"},
    {"quern peek --callees --all main callgrind.out.4711",
     "everything that runs below main, with distances"},
    {"quern peek /^parse_/ callgrind.out.4711", "the function that the regular expression matches"},
    {"quern peek libc.so.6 --group-by object callgrind.out.4711", "a library and its users"},
    {"quern peek --callers malloc -n 0 -f csv callgrind.out.4711", "all callers as CSV"},
}};
inline constexpr std::array<Example, 7> kAnnotateExamples = {{
    {"quern annotate callgrind.out.4711", "the lines of the most expensive source files"},
    {"quern annotate main callgrind.out.4711", "one function, with the code inlined into it"},
    {"quern annotate sort.c:51 callgrind.out.4711", "the lines around line 51 of sort.c"},
    {"quern annotate sort.c --whole callgrind.out.4711", "all lines of a file"},
    {"quern annotate --map-path /build=$HOME/src callgrind.out.4711",
     "sources that moved after the program was compiled"},
    {"quern annotate --edit main callgrind.out.4711",
     "open your editor at the hottest line of main"},
    {"quern annotate --format html callgrind.out.4711 -o costs.html", "a page you can share"},
}};
inline constexpr std::array<Example, 5> kTreeExamples = {{
    {"quern tree callgrind.out.4711", "the 40 most expensive branches, from the roots down"},
    {"quern tree --bottom-up --min 1 callgrind.out.4711",
     "from functions with cost up to their callers, branches above 1 %"},
    {"quern tree --heaviest cachegrind.out.99.gz", "only the most expensive path"},
    {"quern tree --percent parent --unit ms cachegrind.out.99.gz",
     "each branch as a percentage of the branch above it, times in ms"},
    {"quern tree --depth 3 -n 0 --format json igprof.gz", "three levels, as JSON (quern.tree/1)"},
}};
inline constexpr std::array<Example, 7> kFlameExamples = {{
    {"quern flame callgrind.out.4711", "a sketch in the terminal"},
    {"quern flame --format html callgrind.out.4711 -o flame.html",
     "a page with zoom, search and a table of the boxes"},
    {"quern flame --format svg --color-by file cachegrind.out.99.gz -o flame.svg",
     "a picture, colored by source file"},
    {"quern flame --bottom-up --min 1 --format svg igprof.gz -o who.svg",
     "from functions with cost up to their callers"},
    {"quern flame --of parse_item --bottom-up callgrind.out.4711",
     "the callers of parse_item, by their share of its inclusive cost"},
    {"quern flame --format folded igprof.gz | flamegraph.pl > flame.svg",
     "folded stacks for other tools"},
    {"quern flame --format json --depth 3 callgrind.out.4711",
     "three levels with positions, as JSON (quern.flame/1)"},
}};
inline constexpr std::array<Example, 6> kGraphExamples = {{
    {"quern graph callgrind.out.4711", "the most expensive functions as boxes in the terminal"},
    {"quern graph parse_item callgrind.out.4711", "parse_item between its callers and callees"},
    {"quern graph parse_item --up 1 --down 4 callgrind.out.4711 -o graph.html",
     "a page with zoom, search and tables"},
    {"quern graph --cluster-by object --min 2 callgrind.out.4711 -o graph.svg",
     "a picture of expensive functions, framed by object"},
    {"quern graph --format dot igprof.gz | dot -Tpdf -o graph.pdf", "places chosen by Graphviz"},
    {"quern graph --format mermaid -n 12 callgrind.out.4711 >> README.md",
     "for Markdown pages that draw Mermaid"},
}};
inline constexpr std::array<Example, 6> kMapExamples = {{
    {"quern map callgrind.out.4711", "a sketch of all calls in the terminal"},
    {"quern map --tiles source callgrind.out.4711 -o map.html",
     "folders, files, functions and lines as a page with zoom and search"},
    {"quern map parse_item callgrind.out.4711 -o map.svg", "parse_item and what it calls"},
    {"quern map parse_item --tiles callers callgrind.out.4711", "parse_item and its callers"},
    {"quern map --tiles object --depth 2 callgrind.out.4711", "objects and their files"},
    {"quern map --format json igprof.gz", "tiles with positions, as JSON (quern.map/1)"},
}};
inline constexpr std::array<Example, 4> kLeaksExamples = {{
    {"quern leaks igprof.gz", "functions that acquired what is still held"},
    {"quern leaks --by stack --hide @allocators igprof.gz",
     "by stack, without malloc and similar functions"},
    {"quern leaks --by block -n 0 --format csv igprof.gz", "every block with its address"},
    {"quern leaks --by page --order address igprof.gz", "ranges of pages and how full they are"},
}};
inline constexpr std::array<Example, 13> kDiffExamples = {{
    {"quern diff old.out new.out", "functions whose self cost changed most"},
    {"quern diff --sort incl old.out new.out", "functions whose inclusive cost changed most"},
    {"quern diff --view flame --format html -o diff.html old.out new.out",
     "a flame graph: blue is less, orange is more"},
    {"quern diff --min-change 1% old.out new.out", "only changes of at least 1 % of the old total"},
    {"quern diff --where 'file ~ /net/' old.out new.out", "only functions of these files"},
    {"quern diff --normalize old.out new.out", "changes of shares, if one run did more work"},
    {"quern diff --view calls old.out new.out", "calls between functions"},
    {"quern diff --view peek --of parse old.out new.out", "callers and callees of one function"},
    {"quern diff --view annotate old.out new.out", "source lines of the files that changed most"},
    {"quern diff --view annotate --of lex --base-source-path ../old old.out new.out",
     "the lines of one function, aligned with the old version in ../old"},
    {"quern diff --view tree --depth 5 old.out new.out", "the paths that changed most"},
    {"quern diff --base a1.out --base a2.out b1.out b2.out",
     "several runs per side: compare medians and mark noise"},
    {"quern diff --base-part 1 --part 2 callgrind.out.4711", "two parts of one file"},
}};
inline constexpr std::array<Example, 4> kTrendExamples = {{
    {"quern trend v1.out v2.out v3.out", "what changed most between versions"},
    {"quern trend --sort incl --group-by file v1.out v2.out v3.out", "files by inclusive cost"},
    {"quern trend v1=a.out v1=b.out v2=c.out v2=d.out", "two runs per version: mark noise"},
    {"quern trend -n 0 --format csv v1.out v2.out v3.out > trend.csv",
     "one column per point, for a spreadsheet"},
}};
inline constexpr std::array<Example, 8> kGateExamples = {{
    {"quern gate --max Ir=+1% old.out new.out", "fail if the total of Ir grew by more than 1 %"},
    {"quern gate --save-baseline main new.out", "keep new.out as the baseline main"},
    {"quern gate --max Ir=+1% --against main new.out", "compare with that baseline"},
    {"quern gate --max Ir=1e9 --max 'fn = main: calls=1' new.out", "limits that need no base"},
    {"quern gate --ratchet limits.toml new.out",
     "check the limits in a file and lower them if possible"},
    {"quern gate --max Ir=+1% --against main new.out --format md -o comment.md",
     "a comment for a pull request: what changed most and why"},
    {"quern gate --max Ir=+1% --against main new.out --format junit -o gate.xml",
     "a test report with one case per rule"},
    {"quern gate --max Ir=+1% old.out new.out --format sarif -o gate.sarif",
     "what broke a rule, with file and line, for code scanning"},
}};
inline constexpr std::array<Example, 4> kViewExamples = {{
    {"quern view callgrind.out.4711", "open the page in the browser"},
    {"quern view --base old.out new.out", "the page with changes since old.out"},
    {"quern view --html run.html callgrind.out.4711", "the page in one file that you can share"},
    {"quern view --no-browser --port 8011 callgrind.out.4711",
     "a fixed port without a browser, for ssh -L 8011:127.0.0.1:8011"},
}};

inline constexpr std::array<Example, 7> kConvertExamples = {{
    {"quern convert callgrind.out.4711 --to json -o profile.json", "everything, without loss"},
    {"quern convert callgrind.out.4711 -o run.db",
     "a database; then: sqlite3 run.db 'SELECT * FROM top LIMIT 10'"},
    {"quern convert igprof.gz -o igprof.callgrind.zst", "for other tools, compressed"},
    {"quern convert a.out b.out -o both.callgrind", "two profiles in one file, as separate parts"},
    {"quern convert callgrind.out.4711 --to json | jq .totals", "write to standard output"},
    {"quern convert callgrind.out.4711 --to tsv | cut -f 2,7", "self costs of all records"},
    {"quern convert igprof.gz -o igprof.db --event MEM_LIVE",
     "with the tables of igprof-analyse for this event"},
}};
inline constexpr std::array<Example, 6> kMergeExamples = {{
    {"quern merge callgrind.out.* -o all.callgrind", "the sum of many runs"},
    {"find . -name 'cachegrind.out.*' | quern merge -@ - -o all.cachegrind",
     "thousands of files, named by another program"},
    {"quern merge --skip-bad runs/*.gz -o runs.json.zst", "skip damaged files and name them"},
    {"quern merge night.json today.callgrind -o night.json --force",
     "add one run to a sum; the file is replaced at the end"},
    {"quern merge --stats --no-lines runs/*.out -o sum.json.zst",
     "a sum that knows how functions vary over the runs"},
    {"quern merge --keep-parts old.out new.out -o both.callgrind",
     "keep profiles as separate parts"},
}};
inline constexpr std::array<Example, 2> kSymbolsExamples = {{
    {"quern symbols igprof.gz -o igprof.symbols", "names of addresses, where the program ran"},
    {"quern symbols *.gz -o all.symbols", "the same for several dumps"},
}};
inline constexpr std::array<Example, 5> kRecordExamples = {{
    {"quern record -- ./program arguments", "run a program under Callgrind, then show a summary"},
    {"quern record -- php script.php", "run a PHP script under Xdebug"},
    {"quern record --for jumps --for caches --profile run.callgrind -- ./program",
     "with jumps, addresses and cache misses, in a file of this name"},
    {"quern record --runs 5 --profile new.out -- php script.php",
     "five runs, new.out.1 to new.out.5, because times vary"},
    {"quern record --with cachegrind --dry-run -- ./program", "only print the command"},
}};
inline constexpr std::array<Example, 3> kCacheExamples = {{
    {"quern cache", "the entries, their sizes and when they were last used"},
    {"quern cache --clear", "remove all entries"},
    {"quern cache --format json", "the list as JSON (quern.cache/1)"},
}};
inline constexpr std::array<Example, 3> kConfigExamples = {{
    {"quern config", "all settings"},
    {"quern config top", "the settings of 'quern top'"},
    {"quern config --format json", "the same as JSON (quern.config/1)"},
}};
inline constexpr std::array<Example, 3> kHelpExamples = {{
    {"quern help", "commands and topics"},
    {"quern help top", "one command"},
    {"quern help callgrind", "a file format on one page"},
}};
inline constexpr std::array<Example, 3> kCompletionExamples = {{
    {"quern completion bash > ~/.local/share/bash-completion/completions/quern",
     "completion in bash"},
    {"quern completion zsh > ~/.zfunc/_quern", "completion in zsh, with ~/.zfunc in fpath"},
    {"quern completion fish > ~/.config/fish/completions/quern.fish", "completion in fish"},
}};

}  // namespace quern::cli
