#!/bin/bash
# Files of the lab's own that are none: told, set aside or left alone, and the lab opens.
. "$(dirname "$0")/lib.sh"

keys_file=$XDG_CONFIG_HOME/culab/keys
mkdir -p "$data/culab" "$XDG_CONFIG_HOME/culab"

# opens_with TEXT: the lab opens, says TEXT, and works.
opens_with() {
    start 180 40 01-double
    see "$1"
    see 'out[i]'
    keys F4 C-Home
    type '// works '
    see '// works'
    keys C-z C-z C-z C-q
    see 'ended with 0'
}

# The keys: a pipe, nonsense, lines that mean nothing, too much of it.
mkfifo "$keys_file"
opens_with 'not a regular file'
[ -p "$keys_file" ] || fail 'the pipe is gone'
rm "$keys_file"
printf '\0\377\033[31m\nCtrl-K no-such-command\nHyper-9 run\nF6 run\n' > "$keys_file"
cp "$keys_file" "$work/keys.before"
opens_with 'keys:1'
cmp -s "$keys_file" "$work/keys.before" || fail 'the file of keys was changed'
yes 'nonsense nonsense' | head -c 3000000 > "$keys_file"
opens_with 'keys'
rm "$keys_file"

# The store of progress and the prompt's history.
printf 'a text that somebody wrote' > "$data/culab/progress.db"
rm -rf "$data/culab/history"
mkdir "$data/culab/history"
opens_with 'set aside'
grep -rqs 'a text that somebody wrote' "$data/culab/" || fail 'the foreign store is gone'
start 100 30 01-double
see 'out[i]'
keys M-x
type 'help'
keys Enter
see 'Every command has a name'
keys Escape
see 'out[i]'
keys C-q
see 'ended with 0'
[ -d "$data/culab/history" ] || fail 'the folder in the place of the history is gone'

# Lessons that cannot be read are told in the list; the others open.
cp -r "$CULAB_ROOT" "$work/course"
export CULAB_ROOT=$work/course
mkdir -p "$work/course/lessons/02-half" "$work/course/lessons/03-pipe"
printf 'title: Half\nexercises:\n  - id: 02-' > "$work/course/lessons/02-half/lesson.yml"
mkfifo "$work/course/lessons/03-pipe/lesson.yml"
echo '# Text' | tee "$work/course/lessons/02-half/lesson.md" > "$work/course/lessons/03-pipe/lesson.md"
start 240 30
see 'Double the elements'
see_on_line '02-half' 'error'
keys Down Down Down
see '02-half/lesson.yml:'
keys Down
see 'lesson.yml is not a regular file'
keys C-q
see 'ended with 0'
exit 0
