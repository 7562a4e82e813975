#!/bin/bash
# format.sh SOURCE: C files are as clang-format leaves them. Versions differ in what they leave, so
# that only the one the files were formatted with is asked.
version=14
for program in clang-format-$version clang-format; do
    "$program" --version 2>/dev/null | grep -q "version $version\." && break
    program=
done
[ "$program" ] || { echo "skipped: clang-format $version is not installed"; exit 77; }
cd "$1" || exit 1
find src tests tools -name '*.[ch]' -print0 | xargs -0 "$program" --dry-run -Werror
