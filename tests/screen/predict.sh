#!/bin/bash
# A question is answered before the run; printf, its jump to the source; the prompt; help.
. "$(dirname "$0")/lib.sh"

start 100 40 01-order
see 'How many lines are printed?'
see '? predict first'
keys F5
see 'first predict'
keys b
see '▸ b  three'
keys Enter
see '✓ Right. Every thread runs the'
keys F4
see '// prediction: b'
keys M-2
see '3 of 3 records'
see_on_line '2,0,0' 'I am thread 2'
keys /
see ':search'
type 'thread 1'
keys Enter
see 'search: thread 1'
keys t
see '1 of 3 records'
keys Enter
keys M-z
see_not '3 Diff'
keys M-z

# The prompt completes names and arguments, remembers, and is left with Esc.
keys F2 :
type 'filter-o'
keys Tab
see ':filter-off'
keys Escape
see_not ':filter-off'
keys :
type 'open 01-'
keys Tab
see 'open 01-double'
type 'd'
keys Tab
see ':open 01-double'
keys Enter
see '01-double.cu'
keys F2 : Up
see ':open 01-double'
keys C-c

keys ?
see 'Everywhere'
keys End
see 'Recovered text'
keys Home
see 'Every command has a name'
keys Escape
see '01-double.cu'
keys C-q
see 'ended with 0'
