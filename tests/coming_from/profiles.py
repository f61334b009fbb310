# SPDX-License-Identifier: MIT
"""The old tools, and the profiles that they and quern read."""
import glob
import os
import shutil
import subprocess


def go_pprof():
    """Go's pprof: google-perftools has an older program of this name, which cannot read such files."""
    packaged = [[path] for path in sorted(glob.glob("/usr/lib/go-*/pkg/tool/*/pprof"))]
    for argv in ([os.environ.get("QUERN_PPROF", "")], ["pprof"], ["go", "tool", "pprof"], *packaged):
        if argv[0] and shutil.which(argv[0]):
            done = subprocess.run(argv + ["-h"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=60)
            if b"-diff_base" in done.stdout:
                return argv
    return None


def old_tool(name):
    return go_pprof() if name == "pprof" else [name]


def missing_tool(page):
    found = go_pprof() if page == "pprof" else shutil.which(page)
    return None if found else page


def prepare(page, root, folder, bench):
    """The files of a page, and what stands for its words in capitals."""
    recorded = os.path.join(root, "tests", "corpus", "recorded")
    examples = os.path.join(root, "docs", "examples")
    sources = os.path.join(folder, "sources")
    os.makedirs(os.path.join(folder, "apart"))  # where the profile's sources are not found
    os.mkdir(sources)
    for place in (sources, folder):
        shutil.copy(os.path.join(root, "tests", "corpus", "src", "leaf.c"), place)
    bench.words = {"NAME": "leaf", "DIR": sources, "OUT": os.path.join(folder, "out"), "FOLDER": folder}
    words = {"FILE": os.path.join(folder, "callgrind.out.new"), "OLD": os.path.join(folder, "callgrind.out.old"),
             "NEW": os.path.join(folder, "callgrind.out.new"), "SOURCE": "././leaf.c"}
    bench.add("callgrind.out.new", os.path.join(examples, "callgrind.out.leaf-new"))
    bench.add("callgrind.out.old", os.path.join(examples, "callgrind.out.leaf-old"))
    if page == "callgrind_annotate":
        bench.add("cache", os.path.join(recorded, "callgrind.out.cache.gz"))
    elif page == "cg_annotate":
        for side in ("old", "new"):
            bench.add("cachegrind." + side, os.path.join(recorded, "cachegrind.out.leaf-%s.gz" % side))
        with open(os.path.join(folder, "cachegrind.old"), encoding="utf-8") as file:
            old = file.read()
        for name, text in (("renamed-file", old.replace("/leaf.c", "/before.c")),
                           ("renamed-function", old.replace("fn=leaf\n", "fn=twig\n"))):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        words.update({word: os.path.join(folder, "cachegrind." + side) for word, side in
                      (("FILE", "new"), ("OLD", "old"), ("NEW", "new"), ("A", "old"), ("B", "new"))})
    elif page == "igprof-analyse":
        for name in ("held.igprof", "before.igprof"):
            bench.add(name, os.path.join(examples, "held.igprof"))
        words = {"DUMP": os.path.join(folder, "held.igprof"), "OLD": os.path.join(folder, "before.igprof"),
                 "NAME": "parse"}
    elif page == "pprof":
        prepare_pprof(root, folder, bench, words, sources)
    elif page in ("webgrind", "wincachegrind"):
        bench.add("cachegrind.out.shop", os.path.join(examples, "cachegrind.out.shop"))
        words.update({"FILE": os.path.join(folder, "cachegrind.out.shop"), "NAME": "Shop\\Order->__construct"})
    bench.words.update(words)


def prepare_pprof(root, folder, bench, words, sources):
    bench.add("cpu.pb.gz", os.path.join(root, "tests", "corpus", "exchange", "go-cpu.pb.gz"))
    for side in ("old", "new"):
        bench.run([bench.quern, "convert", os.path.join(folder, "callgrind.out." + side), "-o",
                   os.path.join(folder, side + ".pb.gz")])
        words[side.upper()] = os.path.join(folder, side + ".pb.gz")
    os.makedirs(os.path.join(sources, "src", "app"))
    with open(os.path.join(sources, "src", "app", "main.go"), "w", encoding="ascii") as file:
        file.writelines("line %d\n" % number for number in range(1, 60))
    words.update({"FILE": os.path.join(folder, "cpu.pb.gz"), "RE": "scan", "NAME": "main.scan",
                  "DIR": os.path.join(sources, "src", "app")})
