#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""KCachegrind, without a display, opens what quern writes as it opens the original: without a word
of complaint, and with the same function in front (`main`, where there is one).

usage: kcachegrind.py QUERN RECORDED
Ends with 77 where kcachegrind or dbus-run-session is not there.
"""
import glob
import gzip
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECONDS = 60  # of a busy machine; it takes about one
# Its window comes to the front when a file is loaded, which the display that is none cannot do.
LOADED = re.compile(r"does not support raise\(\)")
SELECTED = re.compile(r'^Selected +"(.*)"$', re.MULTILINE)
COMPLAINT = re.compile(r'^Loading +".*" : (\d+) : +(".*")$', re.MULTILINE)


def said_of(path, folder, wanted):
    """What KCachegrind says until it has said what is wanted, or until it ends."""
    environment = {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder, "LC_ALL": "C.UTF-8",
                   "QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "*.debug=true;qt.*=false"}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
        environment.pop(name, None)
    process = subprocess.Popen(["dbus-run-session", "--", "kcachegrind", path], env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    said, end = b"", time.monotonic() + SECONDS
    try:
        while time.monotonic() < end and not wanted.search(said.decode(errors="replace")):
            if select.select([process.stdout], [], [], 1)[0]:
                more = os.read(process.stdout.fileno(), 1 << 16)
                if not more:
                    break
                said += more
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        process.stdout.close()
    return said.decode(errors="replace")


def shown(path, folder):
    """The function in front, and the complaints."""
    said = said_of(path, folder, LOADED)
    selected = SELECTED.search(said)
    if not LOADED.search(said):
        sys.exit("%s was not loaded: %s" % (path, said))
    return selected and selected[1], COMPLAINT.findall(said)


def main(quern, recorded):
    if shutil.which("kcachegrind") is None or shutil.which("dbus-run-session") is None:
        print("kcachegrind or dbus-run-session is not installed")
        sys.exit(77)
    count = 0
    with tempfile.TemporaryDirectory(prefix="quern-kcachegrind-") as folder:
        os.chmod(folder, 0o700)
        original, copy = (os.path.join(folder, name) for name in ("original", "copy"))
        with open(original, "w", encoding="ascii") as file:
            file.write("events: Ir\nfn=f\n1 2\nno row of the format\n")
        said = said_of(original, folder, COMPLAINT)
        if [row for row, _ in COMPLAINT.findall(said)] != ["4"]:
            sys.exit("of a damaged file it says: " + said)
        for path in sorted(glob.glob(os.path.join(recorded, "callgrind.out.*.gz"))):
            with gzip.open(path) as packed, open(original, "wb") as plain:
                plain.write(packed.read())
            if os.path.getsize(original) == 0:
                continue
            subprocess.run([quern, "convert", original, "--to", "callgrind", "-o", copy, "--force",
                            "--quiet"], check=True)
            wanted, got = (shown(each, folder) for each in (original, copy))
            if got != (wanted[0], []):
                sys.exit("%s: of the copy it shows %s, of the original %s" % (path, got, wanted))
            count += 1 if wanted[0] == "main" else 0
    if count < 5:
        sys.exit("of only %d profiles was anything shown" % count)
    print("%d profiles with a `main`, each as the original" % count)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]), sys.argv[2])
