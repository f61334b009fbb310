# SPDX-License-Identifier: MIT
"""A stand-in for the Debian 12 container that the recipes of docs/ci.md start from.

Only basic tools are in PATH. `apt-get install` makes others appear, but only after `apt-get update`
and only for packages that exist; gcc, make, git and valgrind are the real ones. `php` and `gh` are
stubs that refuse what the real ones refuse.
"""
import os
import shutil
import subprocess
import sys

TIMEOUT = 120
BASIC = ("sh bash dash cat cp mkdir rm mv ln ls printf echo env dirname basename pwd sed grep awk tar gzip "
         "chmod mktemp sort head tail tr cut uname touch test [ true false expr find date tee wc cmp readlink "
         "sleep nproc stat xargs").split()
# What a package puts into PATH. Stubs are files beside this one.
PACKAGES = {"ca-certificates": [], "libc6-dev": [], "gcc": ["gcc", "cc", "as", "ld"], "make": ["make"],
            "valgrind": ["valgrind"], "git": ["git"], "gh": ["stub:gh"], "php-cli": ["stub:php"], "php-xdebug": []}
HERE = os.path.dirname(os.path.abspath(__file__))


class Machine:
    """A container: what is installed, and the home folder. The folders of stubs are in `folder`."""

    def __init__(self, folder, quern, root):
        self.folder = folder
        self.path = os.path.join(folder, "bin")
        self.home = os.path.join(folder, "home")
        self.state = os.path.join(folder, "state")  # what stubs remember and publish
        for each in (self.path, self.home, self.state):
            os.makedirs(each)
        self.root = root
        for name in BASIC:
            self.link(name)
        for name in ("apt-get", "cmake", "dpkg-query", "id"):
            self.stub(name)
        # ./dev asks for the packages of its list.
        self.dev_packages = dev_packages(root)
        with open(os.path.join(self.state, "packages"), "w", encoding="utf-8") as file:
            for package in sorted(set(PACKAGES) | self.dev_packages):
                file.write("%s %s\n" % (package, " ".join(PACKAGES.get(package, []))))
        self.quern = quern

    def link(self, name):
        real = shutil.which(name, path="/usr/local/bin:/usr/bin:/bin")
        if real:
            os.symlink(real, os.path.join(self.path, name))

    def stub(self, name):
        os.symlink(os.path.join(HERE, "stubs", name), os.path.join(self.path, name))

    def environment(self, more):
        return dict({"PATH": self.path, "HOME": self.home, "LC_ALL": "C", "STUB_BIN": self.path,
                     "STUB_STATE": self.state, "STUB_QUERN": self.quern, "STUB_STUBS": os.path.join(HERE, "stubs"),
                     "STUB_PYTHON": sys.executable, "GIT_CONFIG_NOSYSTEM": "1"}, **more)

    def run(self, shell, script, folder, more):
        """The exit code and all output of a script."""
        done = subprocess.run(shell + [script], cwd=folder, env=self.environment(more), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
        return done.returncode, done.stdout.decode("utf-8", "replace")


def dev_packages(root):
    """The packages that `./dev install` may ask for."""
    with open(os.path.join(root, "dev"), encoding="utf-8") as file:
        return {line.split()[1] for line in file if line.startswith(("build ", "page "))}


def quern_sources(folder, root):
    """A repository of quern: the real front door, and nothing to compile."""
    os.makedirs(folder)
    shutil.copy(os.path.join(root, "dev"), folder)
    with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("# the stub of cmake does not read this\n")
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "quern")
    return "file://" + folder


def git(folder, *words):
    env = dict(os.environ, GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="a",
               GIT_COMMITTER_EMAIL="a@example.org", GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull)
    done = subprocess.run(["git", *words], cwd=folder, env=env, capture_output=True, text=True, timeout=TIMEOUT,
                          check=False)
    if done.returncode != 0:
        raise AssertionError("git %s: %s" % (" ".join(words), done.stderr))
    return done.stdout.strip()


def commit(folder, message):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
