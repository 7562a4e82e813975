# Driving the lab in a real terminal: tmux on a socket of its own. Sourced by the tests beside it.
#
#   start WIDTH HEIGHT [ARGUMENT...]   opens the lab; its data lie in $data; $before stands in front
#   need_nvrtc                         skips the test where nothing can be compiled
#   keys KEY...        as tmux names them: Enter, C-s, F5, M-1
#   type TEXT          literally
#   see TEXT           waits until the screen holds TEXT; fails after $patience seconds
#   see_not TEXT       waits until it does not
#   resize WIDTH HEIGHT
#   shown              prints the screen
#   lab_pid, worker_pid   print the processes
#
# Nothing sleeps for a fixed time: everything is polled with a deadline.

set -u
culab=${CULAB:?CULAB names the program}
work=$(mktemp -d)
data=$work/data
windows=0
patience=${CULAB_PATIENCE:-60}
export CULAB_ROOT=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/course
export LC_ALL=C.UTF-8 XDG_DATA_HOME=$data XDG_CONFIG_HOME=$work/config TERM=xterm-256color
unset NO_COLOR TMUX

mux() { tmux -S "$work/tmux$windows" -f "$work/tmux.conf" "$@"; }

clean_up() {
    mux kill-server 2>/dev/null
    rm -rf "$work"
}
trap clean_up EXIT

fail() {
    echo "FAILED: $*"
    echo '--- the screen:'
    shown
    echo '---'
    exit 1
}

shown() { mux capture-pane -p -t lab 2>/dev/null; }

# open_window WIDTH HEIGHT COMMAND: runs it in the terminal; what it leaves behind can be looked at.
open_window() {
    mux kill-server 2>/dev/null
    windows=$((windows + 1)) # a server that is about to end is not spoken to again
    printf 'set -g default-terminal %s\nset -g escape-time 0\nset -g status off\n' \
        "${screen_term:-tmux-256color}" > "$work/tmux.conf"
    mux new-session -d -s lab -x "$1" -y "$2" \
        "$3; echo \"ended with \$?\"; stty -a | grep -o -- '-*icanon'; cat"
}

start() {
    local width=$1 height=$2
    shift 2
    open_window "$width" "$height" "${before:-} $culab lab $*"
}

# For tests that compile.
need_nvrtc() {
    $culab doctor --quiet nvrtc && return
    echo 'skipped: no NVRTC on this machine'
    exit 77
}

keys() { mux send-keys -t lab "$@"; }
# A ';' at the end would separate commands of tmux.
type() { mux send-keys -t lab -l "${1/%;/\\;}"; }
resize() { mux resize-window -t lab -x "$1" -y "$2"; }

holds() { shown | grep -qF -- "$1"; }
lacks() { ! holds "$1"; }
line_holds() { shown | grep -F -- "$1" | grep -qF -- "$2"; }

# until_true COMMAND...: tries again and again; false after $patience seconds.
until_true() {
    local end=$((SECONDS + patience))
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        read -r -t 0.02 -u 9 || :
    done
}
exec 9<> <(:) # nothing is ever read from it: for waiting a moment without a process

see() { until_true holds "$1" || fail "never seen: $1"; }
see_not() { until_true lacks "$1" || fail "still there: $1"; }
# see_on_line MARK TEXT: one line of the screen holds both.
see_on_line() { until_true line_holds "$1" "$2" || fail "no line holds both: $1 | $2"; }

# child PID NAME: its first child process of that name.
child() {
    local pid
    for pid in $(cat "/proc/$1/task/$1/children"); do
        [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = "$2" ] && echo "$pid" && return
    done
    return 1
}
lab_pid() { child "$(mux display-message -p -t lab '#{pane_pid}')" culab; }
worker_pid() { child "$(lab_pid)" culab-worker; }

# The text as it is saved.
saved() { cat "$data"/culab/work/"$1"/*.cu; }
saved_holds() { saved "$1" 2>/dev/null | grep -qF -- "$2"; }
