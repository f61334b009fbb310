#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Records the profiles of tests/corpus/recorded and docs/examples again. Run from the project's
# folder; needs g++, gcc, binutils, valgrind, gzip. The programs are built and run in a folder of
# their own, so that no path of this machine gets into a profile.
set -eu
root=$(pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$root/tests/corpus/recorded"
cp tests/corpus/src/wordcount.cpp tests/corpus/src/threads.c tests/corpus/src/leaf.c \
  "$folder"
cp -r tests/corpus/src/lines-* tests/corpus/src/words-* "$folder"
cd "$folder"
g++ -O1 -g -fno-inline -std=c++17 -static-libstdc++ -static-libgcc "-ffile-prefix-map=$folder=." -o wordcount wordcount.cpp
gcc -O1 -g -fno-optimize-sibling-calls "-ffile-prefix-map=$folder=." -o threads threads.c -lpthread

# keep FILE NAME: FILE as NAME, with the folder's name cut out and without a time stamp.
keep() {
  sed "s|$folder/|/src/|g" "$1" >plain
  gzip -9n <plain >"$root/tests/corpus/recorded/$2.gz"
}

# record TOOL NAME PROGRAM OPTION…
record() {
  tool=$1 name=$2 program=$3
  shift 3
  rm -f profile*
  valgrind --tool="$tool" "--$tool-out-file=profile" "$@" "./$program" >/dev/null 2>log ||
    { cat log; exit 1; }
}

record callgrind callgrind.out.wordcount wordcount
keep profile callgrind.out.wordcount
cp plain "$root/docs/examples/callgrind.out.wordcount"
record callgrind callgrind.out.jumps wordcount --dump-instr=yes --collect-jumps=yes
keep profile callgrind.out.jumps
record callgrind callgrind.out.cache wordcount --cache-sim=yes --branch-sim=yes \
  --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64
keep profile callgrind.out.cache
record callgrind callgrind.out.parts wordcount --combine-dumps=yes --dump-before='fill*'
keep profile callgrind.out.parts
record callgrind threads threads --separate-threads=yes
for file in profile*; do
  keep "$file" "callgrind.out.1${file#profile}"
done
record cachegrind cachegrind.out.wordcount wordcount \
  --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64
keep profile cachegrind.out.wordcount
# A leaf that becomes twice as dear and is called 10 % more, and what cg_diff says of it.
for side in old new; do
  more=$([ "$side" = old ] || echo "-DROUNDS=200 -DCALLS=1100")
  # Word splitting is meant here.
  # shellcheck disable=SC2086
  gcc -O1 -g $more "-ffile-prefix-map=$folder=." -o leaf leaf.c
  record callgrind callgrind leaf
  keep profile "callgrind.out.leaf-$side"
  record callgrind callgrind leaf --toggle-collect=main
  sed "s|$folder/|/src/|g" profile >"$root/docs/examples/callgrind.out.leaf-$side"
  record cachegrind cachegrind leaf --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64
  cp profile "cachegrind.$side"
  keep profile "cachegrind.out.leaf-$side"
done
# Two versions of a source: lines moved, rewritten, new and gone.
for side in old new; do
  gcc -O1 -g "-ffile-prefix-map=$folder/=/src/" -o lines "$folder/lines-$side/words.c"
  record callgrind callgrind lines --toggle-collect=main
  keep profile "callgrind.out.lines-$side"
done
# Inlined code before and after a fix: the paths are relative, and the debug information is kept at
# them. A static program needs no other object, whose build would differ elsewhere.
for side in old new; do
  words="words-$side/words"
  g++ -O2 -g -static "-ffile-prefix-map=$folder=." -o "$words" "$folder/$words.cc"
  record callgrind callgrind "$words" --dump-instr=yes --toggle-collect=main
  sed "s|$folder/||g" profile >"$root/docs/examples/callgrind.out.words-$side"
  mkdir -p "$root/docs/examples/words-$side"
  objcopy --only-keep-debug --wildcard '--strip-symbol=*' --compress-debug-sections=zlib \
    "$words" "$root/docs/examples/$words"
  chmod 644 "$root/docs/examples/$words"
done
cg_diff cachegrind.old cachegrind.new >profile
keep profile cachegrind.diff.leaf
ls -l "$root/tests/corpus/recorded" "$root/docs/examples"
