#!/bin/bash
# Ten megabytes pasted: literal, one undo step, and the lab goes on.
. "$(dirname "$0")/lib.sh"

start 100 30 01-double
see 'out of bounds'
keys F4 M-v
see 'live off'
keys C-a
yes '// a line that was pasted, with tabs	and more' | head -c 10000000 > "$work/large"
mux load-buffer -b large "$work/large"
mux paste-buffer -p -r -b large -t lab
see '217392'
keys C-z
see 'out[i] *= 2;'
see_not 'pasted'

# Control characters and marks of a paste inside of it are shown, not obeyed.
printf 'a\033]52;c;aGk=\007b\033[200~c' | mux load-buffer -b odd -
keys C-a
mux paste-buffer -p -r -b odd -t lab
see 'a␛]52;c;aGk=␇b␛[200~c'
keys C-z
see 'out[i] *= 2;'
