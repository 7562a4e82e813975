#!/bin/bash
# Escape sequences, C1 bytes and bidi marks in a lesson, a source, a message of the compiler and what
# a kernel prints: glyphs on the screen, and not one of them on the way to the terminal.
. "$(dirname "$0")/lib.sh"

cp -r "$CULAB_ROOT" "$work/course"
export CULAB_ROOT=$work/course
printf '\nodd \033]52;c;aGk=\007 text \302\233 and\n\n\342\200\256 here\n' \
    >> "$work/course/lessons/01-first/lesson.md"
mkdir -p "$data/culab/work/01-double"
# shellcheck disable=SC1003
printf '%b' '#include <cstdio>\n__global__ void twice(int *out, int n)\n{ // \0033[31m\n' \
    '    if (!threadIdx.x) printf("\\x1b]52;c;aGk=\\x07%c\\xe2\\x80\\xae|\\n", 155);\n}\n' \
    > "$data/culab/work/01-double/kernel.cu"

start 120 40 01-double
mux pipe-pane -t lab "cat > '$work/raw'"
see 'cases fail'
resize 121 40
see 'odd ␛]52;c;aGk=␇ text <U+009B>'
see '<U+202E> here'
see '{ // ␛[31m'
keys M-2
see '␛]52;c;aGk=␇<9B><U+202E>|'
keys F4 C-Home
type '#error '
printf '\033]52;c;eA==\007\302\2332J\342\200\256' | mux load-buffer -b odd -
mux paste-buffer -p -r -b odd -t lab
keys Enter
see '✗ line 1: #error directive: ␛]52;c;eA==␇'
keys C-q
see 'ended with 0'

[ -s "$work/raw" ] || fail 'nothing was kept of what went to the terminal'
# What the terminal got: no OSC, DCS, SOS, PM or APC, no C1 byte, no bidi mark.
LC_ALL=C grep -qaP '\x1b[\]PX^_]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]' \
    "$work/raw" && fail 'a sequence went to the terminal'
exit 0
