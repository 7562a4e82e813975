#!/bin/bash
# What `culab check` and `culab run` say while a person waits at a terminal: the case that runs; gone
# before the report, and never there where a program reads along.
. "$(dirname "$0")/lib.sh"
need_nvrtc
unset CI # where nobody waits at a terminal nothing is told
endless=$work/endless.cu
cat > "$endless" <<'END'
__global__ void twice(int *out, int n)
{
    for (unsigned i = 0; n; i++)
        ((volatile int *)out)[threadIdx.x] = i;
}
END
raw=$work/raw

# wait_for VARIABLES COMMAND: its whole output, escape sequences and all, is in $raw.
wait_for() {
    : > "$raw"
    open_window 60 24 "read -r; $1 $culab $2"
    mux pipe-pane -t lab "cat > $raw"
    keys Enter
}
raw_holds() { grep -qF -- "$1" "$raw"; }

wait_for '' "check 01-double $endless --device sim --limit 3"
see 'culab: case 1 of 2 (few)'
see 'culab: case 1 of 2 (few), 1 s'
see 'culab: case 2 of 2 (hidden), 1 s'
see 'ended with 1'
see '2 of 2 cases fail'
lacks 'culab: case' || fail 'the line of what is waited for is still there'

wait_for '' "run $endless --grid 1 --block 1 --arg inout:i32[1]=ramp --arg i32=1 --device sim --limit 3"
see 'culab: running, 2 s'
see 'ended with 1'
lacks 'culab: running' || fail 'the line of what is waited for is still there'

for quiet in CI=true TERM=dumb TERM=; do
    wait_for "$quiet" "check 01-double $endless --device sim --limit 1"
    see 'ended with 1'
    raw_holds '2 of 2 cases fail' || fail "$quiet: no report"
    raw_holds 'case 1 of 2' && fail "$quiet: told what is waited for"
done
wait_for '' "check 01-double $endless --device sim --limit 1 2> $work/errors"
see 'ended with 1'
[ -s "$work/errors" ] && fail "in a file: $(cat "$work/errors")"
exit 0
