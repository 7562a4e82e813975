#!/bin/bash
# Signals: the text is safe, the terminal is as it was, the worker is gone.
. "$(dirname "$0")/lib.sh"

gone() { ! kill -0 "$1" 2>/dev/null; }

# ends_well SIGNAL: after typing, the lab is sent it.
ends_well() {
    start 100 30 01-double
    see 'out[i]'
    keys F4 C-Home
    type "// $1"
    keys Enter
    see "// $1"
    worker=$(worker_pid) || fail 'there is no worker'
    kill "-$1" "$(lab_pid)"
    see 'ended with'
    lacks '-icanon' || fail "$1: the terminal was not put back"
    lacks '└─' || fail "$1: the screen was not put back"
    until_true gone "$worker" || fail "$1: the worker is still there"
    start 100 30 01-double
    see 'Recovered text'
    see "// $1"
    keys y
    see_not 'Recovered text'
    keys C-q
    see 'ended with 0'
}

ends_well TERM
ends_well HUP
ends_well SEGV
ends_well ABRT

# Stopped and continued.
start 100 30 01-double
see 'out of bounds'
lab=$(lab_pid)
kill -TSTP "$lab"
stopped() { grep -q '^State:.T' "/proc/$lab/status"; }
until_true stopped || fail 'it did not stop'
see_not 'Verdict'
kill -CONT "$lab"
see 'Verdict'
keys F4 C-Home
type 'int x = y; '
see 'int x = y;'
see 'is undefined'
