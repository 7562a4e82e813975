#!/bin/bash
# In the middle of a run that never ends: resizing down to nothing, a stop, a killed worker; then the
# run is stopped on a key, and the text is whole.
. "$(dirname "$0")/lib.sh"

mkdir -p "$data/culab/work/01-double"
printf '%b' '#include <cstdio>\n__global__ void twice(volatile int *out, int n)\n{\n' \
    '    for (;;) { out[0]++; printf("still here\\n"); }\n}\n' > "$data/culab/work/01-double/kernel.cu"

start 100 30 01-double
see 'stop'
lab=$(lab_pid)
for size in '20 5' '1 1' '200 60' '20 5' '40 10' '2 1' '1 1' '39 9'; do
    # shellcheck disable=SC2086
    resize $size
done
see 'culab needs 40×10'
resize 100 30
see 'for (;;)'
keys F5 # on a slow machine the run may have come to its limit
see 'Alt-s stop'

kill -TSTP "$lab"
stopped() { grep -q '^State:.T' "/proc/$lab/status"; }
until_true stopped || fail 'it did not stop'
lacks '-icanon' || fail 'the terminal was not put back'
kill -CONT "$lab"
see 'for (;;)'
keys F5
see 'Alt-s stop'

keys M-s
see_not 'Alt-s stop'
keys M-2
see 'still here'

# The next one is at work when its worker dies.
keys F5
see 'Alt-s stop'
kill -9 "$(worker_pid)"
see 'killed by SIGKILL'
keys F4 C-Home
type '// whole '
see '// whole #include'
keys C-q
see 'ended with 0'
saved_holds 01-double 'for (;;)' || fail 'the text was lost'
exit 0
