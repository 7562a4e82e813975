#!/bin/bash
# The lab under memcheck: open an exercise, type, undo, see the help, use the prompt, run, quit.
command -v valgrind >/dev/null || { echo 'skipped: valgrind is not installed'; exit 77; }
. "$(dirname "$0")/../screen/lib.sh"
need_nvrtc

log=$work/valgrind.log
before="valgrind -q --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    --error-exitcode=99 --log-file=$log"
start 100 30
see 'Double the elements'
keys Down Enter
see 'twice doubles each element'
keys F4
see 'out[i] *= 2;'
keys C-Home
type 'int mistake = ;'
see 'expected an expression'
keys C-z
see_not 'int mistake'
keys F1
see 'In every pane but the editor'
keys Escape
keys M-x
type 'verd'
keys Tab Enter
see '▸1 Verdict'
keys M-3
see 'difference'
keys F5
see 'out of bounds'
keys C-q
see 'ended with'
holds 'ended with 0' || { grep '^==' "$log"; fail 'memcheck found something, or the lab failed'; }
exit 0
