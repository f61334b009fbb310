#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The files of a release: that they are right, install, run, and go without a trace.

usage: release.py PART ROOT BUILD

PART  what it checks
archives  the same files twice, byte for byte, also elsewhere and under another clock; none names the folders of
          this machine, and links between pages lead somewhere; the sources need no Node. The other parts use them
lintian   Debian's checker has no error or warning about the packages
fresh     the packages in a new Debian 12: they install, run and are removed without a trace; and `./dev run` would
          install less than 150 MB there besides the compiler, CMake and Node
empty     the portable program answers on a profile of each format where there is nothing else
"""
import filecmp
import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

SKIPPED = 77


def run(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          text=True, errors="replace", check=False, **more)


def must(*command, **more):
    done = run(*command, **more)
    if done.returncode != 0:
        sys.exit("release: %s: exit code %d\n%s" % (" ".join(command), done.returncode, done.stdout[-4000:]))
    return done.stdout


def skip_without(*programs):
    for program in programs:
        if shutil.which(program) is None:
            print("skipped: %s is not installed" % program)
            sys.exit(SKIPPED)


class Files:
    def __init__(self, root, build):
        self.root, self.build = root, build
        self.out = os.path.join(build, "packages")

    def make(self, out, **more):
        must(sys.executable, os.path.join(self.root, "tools", "release.py"), self.root, self.build, out, **more)

    def made(self):
        """Made anew, since the program may have changed."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.make(self.out)

    def of(self, pattern):
        """What the part `archives` made; skips if it could not."""
        found = sorted(glob.glob(os.path.join(self.out, pattern)))
        if not found:
            print("skipped: there are no files of a release")
            sys.exit(SKIPPED)
        return found


def unpacked(archive, folder):
    """The only folder of an archive."""
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="tar")
    (top,) = os.listdir(folder)
    return os.path.join(folder, top)


def texts_of(folder):
    """Each file, unpacked if it is compressed."""
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if not os.path.islink(path):
                with open(path, "rb") as file:
                    text = file.read()
                # Some examples are damaged on purpose.
                is_packed = name.endswith(".gz") and "/examples/" not in path and "/tests/" not in path
                yield path, gzip.decompress(text) if is_packed else text


def dead_links(folder):
    """Links of pages to files that are not there."""
    for path, text in texts_of(folder):
        if path.endswith(".html") and "/html/" in path:
            for link in re.findall(rb'(?:href|src)="([^"#?]+)', text):
                target = link.decode()
                if not re.match(r"[a-z]+:|/", target):
                    full = os.path.normpath(os.path.join(os.path.dirname(path), target))
                    if not os.path.exists(full):
                        yield "%s -> %s" % (path, target)


def archives(files):
    skip_without("dpkg-buildpackage", "dh", "git", "mkdocs")
    if not os.path.exists(os.path.join(files.root, ".git")):
        print("skipped: a release is made in a clone")
        sys.exit(SKIPPED)
    files.made()
    with tempfile.TemporaryDirectory() as folder:
        again = os.path.join(folder, "again")
        header = os.path.join(files.root, "quern", "c", "quern.h")
        before = os.stat(header)
        os.utime(header, (1_000_000_000, 1_000_000_000))  # another checkout
        try:
            files.make(again, umask=0o077, env=dict(os.environ, TZ="Pacific/Kiritimati", LC_ALL="C"))
        finally:
            os.utime(header, ns=(before.st_atime_ns, before.st_mtime_ns))
        names = sorted(os.listdir(files.out))
        assert names == sorted(os.listdir(again)), names
        assert len([name for name in names if name.endswith(".deb")]) == 3, names
        _, different, broken = filecmp.cmpfiles(files.out, again, names, shallow=False)
        assert not different and not broken, "made twice, these differ: %s" % (different + broken)
        inside = os.path.join(folder, "in")
        for name in names:
            into = os.path.join(inside, name)
            os.makedirs(into)
            if name.endswith(".deb"):
                must("dpkg-deb", "-x", os.path.join(files.out, name), into)
            elif name.endswith(".tar.gz"):
                unpacked(os.path.join(files.out, name), into)
        for path, text in texts_of(inside):
            for private in (files.root + "/", files.build + "/", tempfile.gettempdir() + "/tmp"):
                assert private.encode() not in text, "%s names %s" % (path, private)
        dead = list(dead_links(inside))
        assert not dead, "\n".join(dead)
        (program,) = glob.glob(os.path.join(inside, "quern_*.deb", "usr", "bin", "quern"))
        opened = re.search(r"\bdlopen\b", must("nm", "-D", "--undefined-only", program))
        assert not opened, "the packaged program opens libraries while it runs"
        (source,) = [path for path in files.of("quern-*.tar.gz") if "-linux-" not in path]
        builds_without_node(unpacked(source, os.path.join(folder, "source")), os.path.join(folder, "b"))


def builds_without_node(source, build):
    configured = must("cmake", "-S", source, "-B", build, "-G", "Ninja", "-DQUERN_TESTS=OFF",
                      "-DQUERN_NODE=QUERN_NODE-NOTFOUND", "-DQUERN_NPM=QUERN_NPM-NOTFOUND")
    assert "no page" not in configured, configured
    commands = must("ninja", "-C", build, "-t", "commands", "quern")
    assert "web/prebuilt/quern_page_data.cc" in commands, "the page in the sources is not used"
    assert not re.search(r"\bnpm\b|\bnode\b", commands), "building from the sources runs Node"


def lintian(files):
    skip_without("lintian")
    told = run("lintian", "--allow-root", "--fail-on", "error,warning", *files.of("*.deb"))
    assert told.returncode == 0 and not re.search(r"^[EW]: ", told.stdout, re.MULTILINE), told.stdout


# Run in the new system. What is left behind would be found by dpkg or by the list of files.
IN_FRESH = r"""
set -eu
echo began
kilobytes() {
  apt-get -s install --no-install-recommends "$@" >/tmp/simulated
  awk '$1 == "Inst" { print $2 }' /tmp/simulated | xargs apt-cache show --no-all-versions >/tmp/shown
  awk '$1 == "Installed-Size:" { sum += $2 } END { print sum + 0 }' /tmp/shown
}
with=$(kilobytes BUILD_PACKAGES)
without=$(kilobytes g++ cmake nodejs npm)
test "$without" -gt 100000
test "$with" -gt "$without"
echo "./dev run: $(((with - without) / 1000)) MB besides the compiler, CMake and Node"
test $((with - without)) -lt 150000
find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /var -o -path /run \) -prune -o -print | sort >/tmp/before
for packages in /tmp/packages/quern_*.deb "/tmp/packages/*.deb"; do
  began=$(date +%s)
  # Word splitting is meant here.
  apt-get install -y --no-install-recommends $packages >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
  echo "$packages: $(($(date +%s) - began)) s; $(grep -E '^(Need to get|After this)' /tmp/log | tr '\n' ' ')"
done
quern --version
cd /tmp
quern top --limit 1 /usr/share/doc/quern-doc/examples/callgrind.out.leaf-new
quern view --html page.html /usr/share/doc/quern-doc/examples/callgrind.out.leaf-new
test -s page.html
test -f /usr/include/quern/c/quern.h
dpkg -L quern | grep -qx /usr/share/man/man1/quern-top.1.gz
apt-get purge -y quern libquern-dev quern-doc >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
apt-get autoremove -y --purge >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /var -o -path /run \) -prune -o -print | sort >/tmp/after
diff /tmp/before /tmp/after
"""


def packages_of_run(root):
    with open(os.path.join(root, "dev"), encoding="utf-8") as file:
        return re.findall(r"^(?:build|page) +(\S+) +#", file.read(), re.MULTILINE)


def fresh(files):
    skip_without("mmdebstrap")
    packages = files.of("*.deb")
    sources = [path for path in ["/etc/apt/sources.list"] + sorted(glob.glob("/etc/apt/sources.list.d/*"))
               if os.path.exists(path) and path.endswith((".list", ".sources"))]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "in_fresh.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(IN_FRESH.replace("BUILD_PACKAGES", " ".join(packages_of_run(files.root))))
        done = run("mmdebstrap", "--variant=apt", "--quiet",
                   "--customize-hook=mkdir $1/tmp/packages",
                   "--customize-hook=cp %s $1/tmp/packages/" % " ".join(packages),
                   "--customize-hook=cp %s $1/tmp/" % script,
                   '--customize-hook=chroot "$1" sh /tmp/in_fresh.sh >&2',
                   "bookworm", "/dev/null", *sources)
    if done.returncode != 0 and not re.search(r"^began$", done.stdout, re.MULTILINE):
        print("skipped: no new system can be made here:\n" + done.stdout[-1000:])
        sys.exit(SKIPPED)
    assert done.returncode == 0, done.stdout[-4000:]
    assert re.search(r"^883,300 +91.56 .* leaf ", done.stdout, re.MULTILINE), done.stdout
    print(done.stdout[-1500:])


def profiles(root, quern, folder):
    """Formats and profiles of them: those in the project, and what quern makes of one of them."""
    for to in ("json", "snapshot"):
        made = os.path.join(folder, "made." + to)
        must(quern, "convert", "--to", to, "-o", made, os.path.join(root, "docs", "examples", "callgrind.out.leaf-new"))
        yield to, made
    for name in ("docs/examples", "tests/corpus", "fuzz/corpus/command"):
        for path in sorted(glob.glob(os.path.join(root, name, "**"), recursive=True)):
            head = run(quern, "check", "--head", "--format", "json", path)
            found = re.search(r'"format": ?"([a-z-]+)"', head.stdout)
            if head.returncode == 0 and found:
                yield found[1], path


def empty(files):
    quern = os.path.join(files.build, "quern")
    with tempfile.TemporaryDirectory() as folder:
        top = unpacked(files.of("quern-*-linux-*.tar.gz")[0], os.path.join(folder, "portable"))
        program = os.path.join(top, "bin", "quern")
        told = must("file", "-b", program) if shutil.which("file") else ""
        assert not told or ("static-pie" in told and "stripped" in told.replace("not stripped", "")), told
        root = os.path.join(folder, "root")
        os.makedirs(root)
        shutil.copy(program, os.path.join(root, "quern"))
        into = ["chroot", root] if os.geteuid() == 0 else ["unshare", "-r", "chroot", root]
        if run(*into, "/quern", "--version").returncode != 0 and os.geteuid() != 0:
            print("skipped: no empty root can be entered here")
            sys.exit(SKIPPED)
        formats = set()
        for form, path in profiles(files.root, quern, folder):
            if form in formats:
                continue
            shutil.copy(path, os.path.join(root, "profile"))
            expected = run(quern, "top", "--no-config", "--width", "80", "profile", cwd=root)
            here = run(*into, "/quern", "top", "--no-config", "--width", "80", "/profile")
            if expected.returncode == 0:
                assert here.stdout.replace("/profile", "profile") == expected.stdout, (path, here.stdout)
                formats.add(form)
        print("formats:", " ".join(sorted(formats)))
        wanted = {"callgrind", "cachegrind", "xdebug", "parrot", "igprof", "pprof", "speedscope", "folded", "json",
                  "snapshot"}
        assert wanted <= formats, wanted - formats


def main():
    part, root, build = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    {"archives": archives, "lintian": lintian, "fresh": fresh, "empty": empty}[part](Files(root, build))
    print("release.%s: all right" % part)


if __name__ == "__main__":
    main()
