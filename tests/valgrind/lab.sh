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
see 'Every command has a name'
keys Escape
keys M-x
type 'verd'
keys Tab Enter
see '▸1 Verdict'
keys F4 C-Home Down Down Down C-k
type 'if (i < n) out[i] *= 3;'
keys Enter M-3
see 'difference'
keys n w
see 'block 0 thread'
keys F5 M-1
see 'wrong'
keys C-q
see 'ended with'
holds 'ended with 0' || { grep '^==' "$log"; fail 'memcheck found something, or the lab failed'; }
exit 0
