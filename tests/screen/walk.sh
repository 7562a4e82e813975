#!/bin/bash
# walk.sh WIDTH HEIGHT: choose an exercise, see the finding, type a mistake, see its message on its
# line, mend it, see it pass; with a resize and a killed worker in between.
. "$(dirname "$0")/lib.sh"
need_nvrtc

start "$1" "$2"
see 'First steps'
see 'Double the elements'
keys Down Enter
see 'Mend it.'
keys F2
see 'Every thread knows its number.'
keys F4
see_on_line '4 ✗' 'out[i] *= 2;'
see 'out of bounds'

# A mistake: its line is marked, the message stands under it, and at the bottom.
keys C-Home Down Down End Enter
type 'int j = k;'
see_on_line '4 ✗' 'int j = k;'
see '└ error: identifier "k" is undefined'
see '✗ line 4: identifier "k" is undefined'

resize 60 15
see 'int j = k;'
resize 130 35
see '└ error: identifier "k" is undefined'
resize "$1" "$2"

worker=$(worker_pid) || fail 'there is no worker'
kill -9 "$worker"

# Mended: the line goes, a guard comes; everything passes.
keys C-k Home
type 'if (i < n) '
see 'if (i < n) out[i] *= 2;'
see_not 'is undefined'
see '✓ few'
see '✓ hidden × 1'
keys M-1 # a key, so that a notice about the worker is read
see '✓ all 2 cases pass'
keys C-s
until_true saved_holds 01-double 'if (i < n) out[i] *= 2;' || fail 'not saved'
keys F3
see '1 of 2 exercises passed'
keys C-q
see 'ended with 0'
lacks '-icanon' || fail 'the terminal was not put back'
exit 0
