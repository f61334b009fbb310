#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the corpus of fuzz_object: small programs with inlined functions, compiled in many ways.
# usage: fuzz/object_seeds.sh FOLDER
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >a.c <<'SOURCE'
static inline int twice(int x) {
  return x + x;
}
static inline int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += twice(a[i]);
  return s;
}
int table[4];
int main(void) {
  return sum(table, 4) + twice(table[1]);
}
SOURCE
compile="-O2 -g -fno-asynchronous-unwind-tables -fno-ident -fdebug-prefix-map=$work=."
link='-nostdlib -Wl,-N,--no-warn-rwx-segments,--build-id=none,-e,main,-z,norelro'

# pair NAME FILE: a second file behind the object, as the target takes it.
pair() {
  { cat "$2"; printf '\n-- second --\n'; cat second.dwo; } >"$out/$1"
}

for dwarf in 2 4 5; do
  gcc $compile -gdwarf-$dwarf -static $link a.c -o "$out/gcc-dwarf$dwarf"
  clang-19 $compile -gdwarf-$dwarf -static $link a.c -o "$out/clang-dwarf$dwarf"
done
gcc $compile -gz -static $link a.c -o "$out/compressed"
gcc $compile -m32 -static $link a.c -o "$out/32-bit"
gcc $compile -flto -static $link a.c -o "$out/lto"
gcc $compile -shared -fPIC -nostdlib -Wl,--build-id=0x1234,-z,noseparate-code,-z,norelro a.c -o "$out/library"
clang-19 $compile --target=powerpc64-linux-gnu -c a.c -o "$out/big-endian"
strip -o "$out/stripped" "$out/gcc-dwarf5"
strip --strip-debug -o "$out/symbols-only" "$out/gcc-dwarf5"
head -c 1500 "$out/gcc-dwarf5" >"$out/cut"

for dwarf in 4 5; do
  gcc $compile -gdwarf-$dwarf -gsplit-dwarf -dumpbase second -dumpbase-ext .c -c a.c -o a.o
  gcc -static $link a.o -o program
  pair "split$dwarf" program
done

objcopy --only-keep-debug "$out/gcc-dwarf5" second.dwo
objcopy --strip-debug --add-gnu-debuglink=second.dwo "$out/gcc-dwarf5" program
pair debuglink program

gcc $compile -static $link -Wl,--build-id=0x5678 a.c -o program
cp program other
dwz -m second.dwo -M second.dwo program other
pair dwz program
