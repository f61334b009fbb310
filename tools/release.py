#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the files of a release from a folder that quern was built in.

usage: release.py ROOT BUILD OUT [source] [debian] [portable]
       release.py --notices ROOT BUILD FOLDER

BUILD has quern, quern-shared, quern-static, quern_archive and quern_docs built. Into OUT: the sources with the
page built (quern-VERSION.tar.gz), the packages for Debian 12 (*.deb), the program that needs no library
(quern-VERSION-linux-MACHINE.tar.gz), and SHA256SUMS. What is made from equal sources is equal byte for byte: times
are that of the last entry of debian/changelog, owners are 0, and names are sorted. --notices writes the copyright
notices of what is inside the program into FOLDER.
"""
import glob
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

# Debian's packages whose archives and headers are inside the portable program.
INSIDE = ("libc6-dev", "libstdc++-12-dev", "libbz2-dev", "libcli11-dev", "libdw-dev", "libelf-dev", "libfmt-dev",
          "liblzma-dev", "libmicrohttpd-dev", "libre2-dev", "libsqlite3-dev", "libtomlplusplus-dev", "libutf8proc-dev",
          "libzstd-dev", "llvm-19-dev", "nlohmann-json3-dev", "zlib1g-dev")
PAGE = ("preact", "@preact/signals")
LARGEST = 15_000_000  # bytes of the portable program


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False, **more)
    if done.returncode != 0:
        sys.exit("release.py: %s: exit code %d\n%s" % (" ".join(command), done.returncode, done.stdout))
    return done.stdout


def machine_of(program):
    """What uname would say where it runs; from the head of an ELF file."""
    with open(program, "rb") as file:
        return {62: "x86_64", 183: "aarch64"}[int.from_bytes(file.read(20)[18:], "little")]


def page_notice(package):
    return package.strip("@").replace("/", "-") + ".LICENSE"


def write_notices(root, build, folder):
    os.makedirs(folder, exist_ok=True)
    for package in INSIDE:
        shutil.copy("/usr/share/doc/%s/copyright" % package, os.path.join(folder, package))
    for package in PAGE:
        prebuilt = os.path.join(root, "web", "prebuilt", page_notice(package))
        built = os.path.join(build, "page", "node_modules", package, "LICENSE")
        shutil.copy(prebuilt if os.path.exists(prebuilt) else built, os.path.join(folder, page_notice(package)))


def add_common_licenses(folder):
    """The licenses that Debian's notices refer to, for machines without Debian, and how to link anew."""
    named = set()
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
            named |= set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", file.read()))
    for name in sorted(named):
        path = os.path.join("/usr/share/common-licenses", name)
        if os.path.exists(path):
            shutil.copy(path, folder)
    with open(os.path.join(folder, "README"), "w", encoding="utf-8") as file:
        file.write("What is inside the program, by Debian's packages, with the licenses that they name (in Debian,\n"
                   "/usr/share/common-licenses). Their sources are Debian's source packages of these names. quern's\n"
                   "source is complete: `./dev release` links the program with other versions of them.\n"
                   "The pages in ../html contain lunr.js (MIT), from Debian's package mkdocs.\n")


class Release:
    def __init__(self, root, build, out):
        self.root, self.build, self.out = root, build, out
        with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
            self.version = re.search(r"project\(quern VERSION ([0-9.]+)", file.read())[1]
        changelog = os.path.join(root, "debian", "changelog")
        self.epoch = int(run("dpkg-parsechangelog", "-l", changelog, "-S", "Timestamp"))
        declared = run("dpkg-parsechangelog", "-l", changelog, "-S", "Version").strip()
        if declared != self.version:
            sys.exit("release.py: debian/changelog ends with %s, but this is %s" % (declared, self.version))
        os.makedirs(out, exist_ok=True)

    def cached(self, name):
        """A setting of the build."""
        with open(os.path.join(self.build, "CMakeCache.txt"), encoding="utf-8") as file:
            found = re.search("^%s:[A-Z]+=(.*)$" % name, file.read(), re.MULTILINE)
        return found[1] if found else ""

    def pack(self, name, folder):
        """The files below `folder`, as OUT/name. Folders are left out: unpacking must not change those that exist."""
        def plain(info):
            info.uid = info.gid = 0
            info.uname = info.gname = "root"
            info.mtime = self.epoch
            info.mode = 0o755 if info.mode & 0o100 else 0o644
            return info

        path = os.path.join(self.out, name)
        with open(path, "wb") as raw, \
                gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=self.epoch) as packed, \
                tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            paths = [os.path.join(where, each) for where, _, files in os.walk(folder) for each in files]
            for each in sorted(paths):
                archive.add(each, arcname=os.path.relpath(each, folder), filter=plain)
        return path

    def copy_sources(self, folder):
        """What git knows, as it lies here, and the page as it was built."""
        top = os.path.join(folder, "quern-" + self.version)
        names = run("git", "-C", self.root, "ls-files", "-z").split("\0")
        for name in filter(None, names):
            source = os.path.join(self.root, name)
            if os.path.isfile(source):
                target = os.path.join(top, name)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(source, target)
        prebuilt = os.path.join(top, "web", "prebuilt")
        os.makedirs(prebuilt)
        shutil.copy(os.path.join(self.build, "generated", "quern_page_data.cc"), prebuilt)
        for package in PAGE:
            shutil.copy(os.path.join(self.build, "page", "node_modules", package, "LICENSE"),
                        os.path.join(prebuilt, page_notice(package)))
        return top

    def source(self):
        with tempfile.TemporaryDirectory() as folder:
            self.copy_sources(folder)
            return [self.pack("quern-%s.tar.gz" % self.version, folder)]

    def debian(self):
        with tempfile.TemporaryDirectory() as folder:
            top = self.copy_sources(folder)
            # -d: what it is built with was found before, perhaps under other names.
            run("dpkg-buildpackage", "-b", "-us", "-uc", "-d", cwd=top,
                env=dict(os.environ, QUERN_BUILD=self.build, SOURCE_DATE_EPOCH=str(self.epoch)))
            made = []
            for package in sorted(glob.glob(os.path.join(folder, "*.deb"))):
                made.append(shutil.copy(package, self.out))
            return made

    def portable(self):
        static = os.path.join(self.build, "quern-static")
        machine = machine_of(static)
        name = "quern-%s-linux-%s" % (self.version, machine)
        with tempfile.TemporaryDirectory() as folder:
            top = os.path.join(folder, name)
            program = os.path.join(top, "bin", "quern")
            os.makedirs(os.path.dirname(program))
            run(self.cached("CMAKE_STRIP"), "-o", program, static)
            if os.path.getsize(program) > LARGEST:
                sys.exit("release.py: the program has %d bytes, more than %d" % (os.path.getsize(program), LARGEST))
            runner = [] if machine == platform.machine() else ["qemu-%s-static" % machine]
            missing = [line for line in run(*runner, program, "--version", "--verbose").splitlines()
                       if line.endswith("not built in")]
            if missing:
                sys.exit("release.py: the program lacks parts:\n" + "\n".join(missing))
            shutil.copytree(os.path.join(self.build, "share"), os.path.join(top, "share"))
            for page in glob.glob(os.path.join(top, "share", "man", "*", "*")):
                with open(page, "rb") as plain, open(page + ".gz", "wb") as raw, \
                        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
                    packed.write(plain.read())
                os.remove(page)
            for file, where in (("quern.xml", "mime/packages"), ("quern.magic", "quern")):
                os.makedirs(os.path.join(top, "share", where), exist_ok=True)
                shutil.copy(os.path.join(self.root, "packaging", file), os.path.join(top, "share", where))
            docs = os.path.join(top, "share", "doc", "quern")
            run(sys.executable, os.path.join(self.root, "tools", "site", "build.py"), self.root,
                os.path.join(self.build, "share", "man", "man1"), os.path.join(docs, "html"),
                env=dict(os.environ, SOURCE_DATE_EPOCH=str(self.epoch)))
            for file in ("LICENSE", "CHANGELOG.md"):
                shutil.copy(os.path.join(self.root, file), docs)
            shutil.copytree(os.path.join(self.root, "docs", "examples"), os.path.join(docs, "examples"))
            inside = os.path.join(docs, "inside")
            write_notices(self.root, self.build, inside)
            add_common_licenses(inside)
            with open(os.path.join(top, "share", "quern", "installed"), "w", encoding="utf-8") as list_of_all:
                for where, _, files in sorted(os.walk(top)):
                    for each in sorted(files):
                        print(os.path.relpath(os.path.join(where, each), top), file=list_of_all)
            return [self.pack(name + ".tar.gz", folder)]

    def sums(self):
        files = glob.glob(os.path.join(self.out, "*.deb")) + glob.glob(os.path.join(self.out, "*.tar.gz"))
        with open(os.path.join(self.out, "SHA256SUMS"), "w", encoding="utf-8") as out:
            for path in sorted(files):
                with open(path, "rb") as file:
                    out.write("%s  %s\n" % (hashlib.file_digest(file, "sha256").hexdigest(), os.path.basename(path)))


def main():
    if sys.argv[1:2] == ["--notices"] and len(sys.argv) == 5:
        write_notices(*sys.argv[2:])
        return
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    release = Release(*map(os.path.abspath, sys.argv[1:4]))
    made = []
    for kind in sys.argv[4:] or ("source", "debian", "portable"):
        made += getattr(release, kind)()
    release.sums()
    for path in sorted(made):
        print("%6.1f MB  %s" % (os.path.getsize(path) / 1e6, os.path.basename(path)))


if __name__ == "__main__":
    main()
