// SPDX-License-Identifier: MIT
//
// The examples in the help of each command, which its row in commands.cc names.
#pragma once

#include <array>

#include "quern/cli/options/commands.h"

namespace quern::cli {

inline constexpr std::array<Example, 3> kSummaryExamples = {{
    {"quern callgrind.out.4711", "what the file holds, and its most expensive functions"},
    {"quern", "the same for the newest profile in this folder"},
    {"zcat trace.gz | quern -",
     "read standard input; compressed files can also be named as they "
     "are"},
}};
inline constexpr std::array<Example, 3> kInfoExamples = {{
    {"quern info callgrind.out.4711", "format, producer, command, events, parts, totals, sizes"},
    {"quern info cachegrind.out.99 --format json", "the same as JSON (quern.info/1)"},
    {"quern info --siblings callgrind.out.4711", "with the run's other threads and dumps"},
}};
inline constexpr std::array<Example, 4> kCheckExamples = {{
    {"quern check callgrind.out.4711", "every finding with its place; exit code 1 if unsound"},
    {"quern check --strict trace.callgrind", "warnings make it unsound too"},
    {"quern check --repair -o clean.callgrind cut.callgrind", "a copy without what is damaged"},
    {"quern check --list-codes", "what each code means"},
}};
inline constexpr std::array<Example, 11> kTopExamples = {{
    {"quern top callgrind.out.4711", "the 20 functions with the highest self cost"},
    {"quern top --where 'self(Ir) > 1% and file ~ /net/' callgrind.out.4711",
     "those of some files that matter; the rest is told"},
    {"quern top --sort incl:Ir -n 50 callgrind.out.4711", "50 functions by inclusive cost"},
    {"quern top --group-by object callgrind.out.4711", "shared libraries and programs by cost"},
    {"quern top --group-by line --running callgrind.out.4711",
     "the dearest source lines, and how much the first few are together"},
    {"quern top --group-by loop callgrind.out.4711",
     "the dearest loops, where jumps between instructions were recorded"},
    {"quern top --group-by dir --dir-depth 2 callgrind.out.4711",
     "folders such as /usr/lib, with all below them"},
    {"quern top -e Ir,D1mr --format csv -n 0 callgrind.out.4711 -o costs.csv",
     "all functions with two events, as a table for a spreadsheet"},
    {"quern top --format igprof igprof.gz", "the report of igprof-analyse"},
    {"quern top --paths igprof.gz", "on how many distinct stacks each function stands on top"},
    {"quern top --each cachegrind.out.4711",
     "how long single calls take: shortest, median, 95 %, longest (Xdebug)"},
}};
inline constexpr std::array<Example, 5> kCallsExamples = {{
    {"quern calls callgrind.out.4711", "the 20 most expensive calls"},
    {"quern calls --where 'callee = malloc and calls > 1e3' callgrind.out.4711",
     "who calls malloc often"},
    {"quern calls --group-by object callgrind.out.4711", "which library calls into which"},
    {"quern calls --format json -n 0 callgrind.out.4711", "all calls with their sites, as JSON"},
    {"quern calls --each --of query cachegrind.out.4711",
     "the slowest calls of query, each with its callers (Xdebug)"},
}};
inline constexpr std::array<Example, 3> kPeekExamples = {{
    {"quern peek main callgrind.out.4711", "'main' between its callers and its callees"},
    {"quern peek /^parse_/ callgrind.out.4711", "the function that the expression matches"},
    {"quern peek libc.so.6 --group-by object callgrind.out.4711", "a library among its users"},
}};
inline constexpr std::array<Example, 3> kCallersExamples = {{
    {"quern callers malloc callgrind.out.4711", "who calls malloc, the dearest first"},
    {"quern callers --all malloc callgrind.out.4711", "through others too, however far"},
    {"quern callers malloc -n 0 --format csv callgrind.out.4711", "all of them as CSV"},
}};
inline constexpr std::array<Example, 4> kCalleesExamples = {{
    {"quern callees main callgrind.out.4711", "what main calls, the dearest first"},
    {"quern callees --all main callgrind.out.4711", "all that runs below main, with distances"},
    {"quern callees main --percent parent callgrind.out.4711", "as parts of what main costs"},
    {"quern callees main -e Ir callgrind.out.4711", "the same for one event"},
}};
inline constexpr std::array<Example, 7> kAnnotateExamples = {{
    {"quern annotate callgrind.out.4711", "the lines of the dearest source files"},
    {"quern annotate main callgrind.out.4711",
     "one function: its lines, and what was inlined into it"},
    {"quern annotate sort.c:51 callgrind.out.4711", "the lines around line 51 of sort.c"},
    {"quern annotate sort.c --whole callgrind.out.4711", "all lines of a file"},
    {"quern annotate --map-path /build=$HOME/src callgrind.out.4711",
     "sources that lie elsewhere than where they were compiled"},
    {"quern annotate --edit main callgrind.out.4711", "your editor, at the dearest line of main"},
    {"quern annotate --format html callgrind.out.4711 -o costs.html", "a page to pass on"},
}};
inline constexpr std::array<Example, 5> kTreeExamples = {{
    {"quern tree callgrind.out.4711", "from the roots down, the 40 branches that cost most"},
    {"quern tree --bottom-up --min 1 callgrind.out.4711",
     "from the functions with cost up to their callers, branches above 1 %"},
    {"quern tree --percent parent --unit ms cachegrind.out.99.gz",
     "each branch as a part of the one above it, times in ms"},
    {"quern tree --heaviest cachegrind.out.99.gz", "the one path that costs most"},
    {"quern tree --depth 3 -n 0 --format json igprof.gz", "three levels, as JSON (quern.tree/1)"},
}};
inline constexpr std::array<Example, 7> kFlameExamples = {{
    {"quern flame callgrind.out.4711", "a sketch on the terminal"},
    {"quern flame --format html callgrind.out.4711 -o flame.html",
     "a page with zoom, search and a table of the frames"},
    {"quern flame --format svg --color-by file cachegrind.out.99.gz -o flame.svg",
     "a picture, coloured by source file"},
    {"quern flame --bottom-up --min 1 --format svg igprof.gz -o who.svg",
     "from the functions with cost up to their callers"},
    {"quern flame --of parse_item --bottom-up callgrind.out.4711",
     "who calls parse_item, at which part of its inclusive cost"},
    {"quern flame --format folded igprof.gz | flamegraph.pl > flame.svg",
     "folded stacks for other tools"},
    {"quern flame --format json --depth 3 callgrind.out.4711",
     "three levels with their places, as JSON (quern.flame/1)"},
}};
inline constexpr std::array<Example, 4> kLeaksExamples = {{
    {"quern leaks igprof.gz", "who acquired what was still held"},
    {"quern leaks --by stack --hide @allocators igprof.gz",
     "by stack, malloc and its like left out"},
    {"quern leaks --by page --order address igprof.gz", "ranges of pages and how full they are"},
    {"quern leaks --by block -n 0 --format csv igprof.gz", "every block with its address"},
}};
inline constexpr std::array<Example, 13> kDiffExamples = {{
    {"quern diff old.out new.out", "functions by how much their self cost changed"},
    {"quern diff --sort incl old.out new.out", "by inclusive cost"},
    {"quern diff --min-change 1% old.out new.out", "what changed by 1 % of the old total or more"},
    {"quern diff --where 'file ~ /net/' old.out new.out", "of these files alone"},
    {"quern diff --normalize old.out new.out", "shares, where one run simply did more"},
    {"quern diff --view calls old.out new.out", "calls from function to function"},
    {"quern diff --view peek --of parse old.out new.out", "what changed around one function"},
    {"quern diff --view annotate old.out new.out", "source lines of the files that changed most"},
    {"quern diff --view annotate --of lex --base-source-path ../old old.out new.out",
     "one function's lines, aligned with those of the version in ../old"},
    {"quern diff --view tree --depth 5 old.out new.out", "paths that changed most"},
    {"quern diff --view flame --format html -o diff.html old.out new.out",
     "a flame graph: blue is less, orange more"},
    {"quern diff --base a1.out --base a2.out b1.out b2.out",
     "several runs a side: medians, and what is noise"},
    {"quern diff --base-part 1 --part 2 callgrind.out.4711", "two parts of one file"},
}};
inline constexpr std::array<Example, 4> kTrendExamples = {{
    {"quern trend v1.out v2.out v3.out", "what changed most from one version to the next"},
    {"quern trend --sort incl --group-by file v1.out v2.out v3.out",
     "files, with all that their functions called"},
    {"quern trend v1=a.out v1=b.out v2=c.out v2=d.out", "two runs a version: what is noise"},
    {"quern trend -n 0 --format csv v1.out v2.out v3.out > trend.csv",
     "a column for each point, for a spreadsheet"},
}};
inline constexpr std::array<Example, 8> kGateExamples = {{
    {"quern gate --max Ir=+1% old.out new.out", "fail where the total of Ir grew by more than 1 %"},
    {"quern gate --max Ir=1e9 --max 'fn = main: calls=1' new.out", "limits that need no base"},
    {"quern gate --ratchet limits.toml new.out",
     "the limits of a file, which are lowered to what new.out needs"},
    {"quern gate --save-baseline main new.out", "keep new.out as the baseline main"},
    {"quern gate --max Ir=+1% --against main new.out", "compare with that baseline"},
    {"quern gate --max Ir=+1% --against main new.out --format md -o comment.md",
     "a comment for a pull request: what moved most, and why"},
    {"quern gate --max Ir=+1% --against main new.out --format junit -o gate.xml",
     "a test report, a case for each rule"},
    {"quern gate --max Ir=+1% old.out new.out --format sarif -o gate.sarif",
     "what broke a rule, at its file and line, for code scanning"},
}};
inline constexpr std::array<Example, 4> kViewExamples = {{
    {"quern view callgrind.out.4711", "the page, in the browser"},
    {"quern view --base old.out new.out", "likewise, with what changed"},
    {"quern view --html run.html callgrind.out.4711", "the page in one file, to pass on"},
    {"quern view --no-browser --port 8011 callgrind.out.4711",
     "the address alone, on a fixed port: for a tunnel (ssh -L 8011:127.0.0.1:8011)"},
}};

inline constexpr std::array<Example, 4> kConvertExamples = {{
    {"quern convert callgrind.out.4711 --to json -o profile.json", "everything, losslessly"},
    {"quern convert callgrind.out.4711 --to json | jq .totals", "to standard output"},
    {"quern convert a.out b.out -o both.callgrind", "two inputs in one file, their parts apart"},
    {"quern convert igprof.gz -o igprof.callgrind.zst", "for other tools, compressed"},
}};
inline constexpr std::array<Example, 3> kExportExamples = {{
    {"quern export callgrind.out.4711 -o run.db",
     "a database; then: sqlite3 run.db 'SELECT * FROM top LIMIT 10'"},
    {"quern export igprof.gz -o igprof.db --event MEM_LIVE",
     "with the tables of igprof-analyse, of this counter"},
    {"quern export callgrind.out.4711 --to tsv | cut -f 2,7", "self costs as they were read"},
}};
inline constexpr std::array<Example, 5> kMergeExamples = {{
    {"quern merge callgrind.out.* -o all.callgrind", "what many runs cost together"},
    {"find . -name 'cachegrind.out.*' | quern merge -@ - -o all.cachegrind",
     "thousands of files, named by another program"},
    {"quern merge --skip-bad runs/*.gz -o runs.json.zst",
     "without those that were cut; each is named"},
    {"quern merge night.json today.callgrind -o night.json --force",
     "one more into a file of many; it is replaced when all is done"},
    {"quern merge --keep-parts old.out new.out -o both.callgrind", "side by side instead"},
}};
inline constexpr std::array<Example, 2> kSymbolsExamples = {{
    {"quern symbols igprof.gz -o igprof.symbols", "names of addresses, where the program ran"},
    {"quern symbols *.gz -o all.symbols", "of several dumps at once"},
}};
inline constexpr std::array<Example, 5> kRecordExamples = {{
    {"quern record -- ./program its arguments", "run it under Callgrind, then show what cost most"},
    {"quern record --for jumps --for caches --profile run.callgrind -- ./program",
     "with jumps, addresses and misses of caches, in a file of this name"},
    {"quern record -- php script.php", "PHP's programs under Xdebug"},
    {"quern record --runs 5 --profile new.out -- php script.php",
     "five runs in new.out.1 to new.out.5, since times are noisy"},
    {"quern record --with cachegrind --dry-run -- ./program", "only say which command that is"},
}};
inline constexpr std::array<Example, 3> kCacheExamples = {{
    {"quern cache", "what is kept, how large, and when it was used last"},
    {"quern cache --clear", "remove all of it"},
    {"quern cache --format json", "the list as JSON (quern.cache/1)"},
}};
inline constexpr std::array<Example, 3> kConfigExamples = {{
    {"quern config", "all settings"},
    {"quern config top", "what 'quern top' would be given"},
    {"quern config --format json", "the same as JSON (quern.config/1)"},
}};
inline constexpr std::array<Example, 3> kHelpExamples = {{
    {"quern help", "commands and topics"},
    {"quern help top", "one command"},
    {"quern help callgrind", "a file format on one page"},
}};
inline constexpr std::array<Example, 3> kCompletionExamples = {{
    {"quern completion bash > ~/.local/share/bash-completion/completions/quern",
     "complete in bash"},
    {"quern completion zsh > ~/.zfunc/_quern", "complete in zsh, with ~/.zfunc in fpath"},
    {"quern completion fish > ~/.config/fish/completions/quern.fish", "complete in fish"},
}};

}  // namespace quern::cli
