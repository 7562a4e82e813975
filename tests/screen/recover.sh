#!/bin/bash
# The lab is killed while the learner types: the next start offers the text as a diff.
. "$(dirname "$0")/lib.sh"

journal_size() { cat "$data"/culab/work/01-double/*journal* \
    "$data"/culab/work/01-double/.*journal* 2>/dev/null | wc -c; }
journal_grew() { [ "$(journal_size)" -ge $((size + $1)) ]; }

start 120 40 01-double
see 'out[i] *= 2;'
size=$(journal_size)
keys F4 C-Home
type '// typed before the kill'
keys Enter
see '// typed before the kill'
until_true journal_grew 24 || fail 'the journal never got it'
kill -9 "$(lab_pid)"
see 'ended with 137'

start 120 40 01-double
see 'Recovered text'
see_on_line '+ ' '// typed before the kill'
keys F4
see 'first say what becomes of the recovered text'
keys y
see_on_line '1 ' '// typed before the kill'
keys C-q
see 'ended with 0'
saved_holds 01-double '// typed before the kill' || fail 'the text was lost'

# Discarded text stays away.
start 120 40 01-double
see '// typed before the kill'
size=$(journal_size)
keys F4 C-Home
type 'unwanted '
until_true journal_grew 9 || fail 'the journal never got it'
kill -9 "$(lab_pid)"
see 'ended with 137'
start 80 24 01-double
see 'Recovered text'
keys n
see_not 'Recovered text'
see_not 'unwanted'
