# SPDX-License-Identifier: MIT
"""What is compared: a case for each old command of docs/coming-from/*.md, after the words it replaces."""
import igprof
import pprof
import valgrind_tools

COMPARED = ("callgrind_annotate", "cg_annotate", "igprof-analyse", "pprof")
# Rows of COMPARED that start a page or write a layout of their own instead of printing numbers.
WITHOUT_NUMBERS = {"pprof -http=:8080 FILE", "igprof-analyse -s", "igprof-analyse --dump-allocations",
                   "igprof-analyse --show-pages", "igprof-analyse -T DUMP", "igprof-analyse -js -r MEM_TOTAL DUMP"}


class Case:
    def __init__(self, compare, **words):
        self.compare, self.words = compare, words


# Words of rows whose commands are only run.
ONLY_RUN = {("webgrind", "quern annotate --edit NAME FILE"): {"FILE": "@callgrind.out.new", "NAME": "leaf"},
            ("pprof", "quern convert FILE -o OUT"): {"OUT": "@out.pb.gz"}}

CASES = {
    "callgrind_annotate": {
        "callgrind_annotate FILE": Case(valgrind_tools.compare_self),
        "callgrind_annotate --inclusive=yes FILE": Case(valgrind_tools.compare_inclusive),
        "callgrind_annotate --tree=caller FILE": Case(valgrind_tools.compare_neighbours("<", "caller")),
        "callgrind_annotate --tree=calling FILE": Case(valgrind_tools.compare_neighbours(">", "callee"), NAME="middle"),
        "callgrind_annotate --tree=both FILE": Case(valgrind_tools.compare_calls),
        "callgrind_annotate --show=Ir,D1mr FILE": Case(valgrind_tools.compare_self, FILE="@cache"),
        "callgrind_annotate --sort=D1mr FILE": Case(valgrind_tools.compare_order, FILE="@cache"),
        "callgrind_annotate --threshold=99 FILE": Case(valgrind_tools.compare_threshold),
        "callgrind_annotate --auto=yes FILE": Case(valgrind_tools.compare_lines),
        "callgrind_annotate FILE SOURCE": Case(valgrind_tools.compare_lines),
        "callgrind_annotate --include=DIR FILE": Case(valgrind_tools.compare_lines, FOLDER="apart"),
        "callgrind_annotate --context=8 FILE": Case(valgrind_tools.compare_lines),
        "callgrind_annotate --show-percs=no FILE": Case(valgrind_tools.compare_self),
    },
    "cg_annotate": {
        "cg_annotate FILE": Case(valgrind_tools.compare_self),
        "cg_annotate --show=Ir,D1mr FILE": Case(valgrind_tools.compare_self),
        "cg_annotate --sort=D1mr FILE": Case(valgrind_tools.compare_order),
        "cg_annotate --threshold=0.1 FILE": Case(valgrind_tools.compare_self),
        "cg_annotate --auto=yes FILE": Case(valgrind_tools.compare_lines),
        "cg_annotate FILE SOURCE": Case(valgrind_tools.compare_lines),
        "cg_annotate --include=DIR FILE": Case(valgrind_tools.compare_lines, FOLDER="apart"),
        "cg_annotate --context=8 FILE": Case(valgrind_tools.compare_lines),
        "cg_annotate --show-percs=no FILE": Case(valgrind_tools.compare_self),
        "cg_diff OLD NEW": Case(valgrind_tools.compare_diff),
        "cg_diff --mod-filename='s/before/leaf/' OLD NEW": Case(valgrind_tools.compare_diff, OLD="@renamed-file"),
        "cg_diff --mod-funcname='s/twig/leaf/' OLD NEW": Case(valgrind_tools.compare_diff, OLD="@renamed-function"),
        "cg_merge -o OUT A B": Case(valgrind_tools.compare_merge),
    },
    "igprof-analyse": {
        "igprof-analyse -r MEM_LIVE DUMP": Case(igprof.compare_igprof("MEM_LIVE")),
        "igprof-analyse -d -g -r MEM_TOTAL DUMP": Case(igprof.compare_igprof()),
        "igprof-analyse -r MEM_TOTAL DUMP": Case(igprof.compare_igprof_layout),
        "igprof-analyse -p -r MEM_TOTAL DUMP": Case(igprof.compare_igprof()),
        "igprof-analyse -c -r MEM_TOTAL DUMP": Case(igprof.compare_igprof()),
        "igprof-analyse --value peak -r MEM_TOTAL DUMP": Case(igprof.compare_igprof("MEM_TOTAL:peak")),
        "igprof-analyse -ml -r MEM_TOTAL DUMP": Case(igprof.compare_igprof()),
        "igprof-analyse -mr 's/strdup/copy/' -r MEM_TOTAL DUMP": Case(igprof.compare_igprof()),
        "igprof-analyse -ma 'main>parse/parsing' -r MEM_TOTAL DUMP": Case(igprof.compare_igprof()),
        "igprof-analyse -b OLD -r MEM_TOTAL DUMP": Case(igprof.compare_igprof()),
        "igprof-analyse -b OLD -D -r MEM_TOTAL DUMP": Case(igprof.compare_igprof(column="change of self")),
        "igprof-analyse -r MEM_TOTAL OLD DUMP": Case(igprof.compare_igprof()),
    },
    "pprof": {
        "pprof -text FILE": Case(pprof.compare_pprof()),
        "pprof -text -cum FILE": Case(pprof.compare_pprof()),
        "pprof -text -nodecount=3 FILE": Case(pprof.compare_pprof(shown=3)),
        "pprof -peek=RE FILE": Case(pprof.compare_peek),
        "pprof -list=RE -source_path=DIR FILE": Case(pprof.compare_list),
        "pprof -traces FILE": Case(pprof.compare_traces),
        "pprof -text -lines FILE": Case(pprof.compare_pprof(key_of=pprof.line_key, inclusive=False)),
        "pprof -text -files FILE": Case(pprof.compare_pprof()),
        "pprof -text -sample_index=samples FILE": Case(pprof.compare_pprof("samples")),
        "pprof -text -unit=ms FILE": Case(pprof.compare_pprof()),
        "pprof -text -focus=RE FILE": Case(pprof.compare_pprof()),
        "pprof -text -ignore=RE FILE": Case(pprof.compare_pprof(), RE="mallocgc"),
        "pprof -text -show=RE FILE": Case(pprof.compare_pprof(), RE="main"),
        "pprof -text -hide=RE FILE": Case(pprof.compare_pprof()),
        "pprof -text -show_from=RE FILE": Case(pprof.compare_pprof(), RE="parse"),
        "pprof -text -tagfocus=request=r1 FILE": Case(pprof.compare_pprof()),
        "pprof -text -diff_base=OLD NEW": Case(
            pprof.compare_pprof("Ir", columns=("change of self", "change of inclusive"), inclusive=False)),
        "pprof -text -base=OLD NEW": Case(pprof.compare_pprof("Ir", inclusive=False)),
        "pprof -text -diff_base=OLD -normalize NEW": Case(
            pprof.compare_pprof("Ir", columns=("change of self", "change of inclusive"), inclusive=False, scale=1.99315,
                          slack=2)),
        "pprof -text OLD NEW": Case(pprof.compare_pprof("Ir", inclusive=False)),
        "pprof -proto -output=OUT FILE": Case(pprof.compare_written(1)),
        "pprof -callgrind -output=OUT FILE": Case(pprof.compare_written(10**6)),
    },
}
