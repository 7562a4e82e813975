#!/bin/bash
# run.sh STATUS PROGRAM [ARGUMENT...]: the program under memcheck. Fails on any error or leak, and on
# another exit status than STATUS ("any": whichever). An argument "valgrind-worker PATH" becomes the
# worker under memcheck. There is no NVRTC for any of them.
command -v valgrind >/dev/null || { echo 'skipped: valgrind is not installed'; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_DATA_HOME=$folder/data XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config
export CULAB_NVRTC=$folder/none CULAB_FEW_ROUNDS=1
memcheck="valgrind -q --leak-check=full --show-leak-kinds=definite,indirect,possible"
memcheck+=" --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=99"

status=$1
shift
command=()
for word; do
    command+=("${word/#valgrind-worker /$memcheck --log-file=$folder/worker.log }")
done
$memcheck --log-file="$folder/culab.log" "${command[@]}" >"$folder/out" 2>&1 </dev/null
ended=$?
# What memcheck says of the program begins with ==; -- are words about valgrind itself.
if grep -qs '^==' "$folder"/*.log || { [ "$status" != any ] && [ $ended -ne "$status" ]; } ||
    [ $ended -eq 99 ]; then
    echo "exit status $ended, expected $status"
    cat "$folder/out"
    grep -hs '^==' "$folder"/*.log
    exit 1
fi
