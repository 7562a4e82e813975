#!/bin/bash
# Terminals: none, dumb, without UTF-8, without colour, with eight colours, too small.
. "$(dirname "$0")/lib.sh"

told=$("$culab" lab </dev/null 2>&1) && fail 'it started without a terminal'
case $told in *'culab check'*) ;; *) fail "without a terminal it says: $told" ;; esac

open_window 100 30 "TERM=dumb $culab lab"
see 'TERM=dumb'
see 'culab check'
see 'ended with 3'
open_window 100 30 "TERM=nothing-of-that-name $culab lab"
see 'is not known here'

open_window 100 30 "LC_ALL=C $culab lab 01-double"
see '+---'
see '|'
see 'out of bounds'
lacks '│' || fail 'the C locale shows UTF-8'
keys C-q
see 'ended with 0'

open_window 100 30 "NO_COLOR=1 $culab lab 01-double"
see 'out of bounds'
mux capture-pane -e -p -t lab | grep -q $'\e\\[[0-9;]*3[0-8]' && fail 'NO_COLOR shows colours'

for name in vt100 screen xterm linux; do
    open_window 100 30 "TERM=$name $culab lab 01-double"
    see 'out of bounds'
    keys C-q
    see 'ended with 0'
done

# Below the least size a message; a storm of sizes; everything is back.
start 80 24 01-double
see 'out of bounds'
for size in '20 5' '3 2' '200 60' '40 10' '10 1' '79 23' '1 1' '120 40' '39 9'; do
    # shellcheck disable=SC2086
    resize $size
done
see 'culab needs 40×10'
resize 120 40
see 'out of bounds'
see '┌'
