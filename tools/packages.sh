# What the distribution must bring: sourced by ./start and ./check, works in any POSIX shell.

# Debian 12, 13 and Ubuntu 22.04, 24.04 name these alike.
BUILD_PACKAGES="gcc libc6-dev cmake ninja-build pkg-config libncurses-dev libreadline-dev
 libutf8proc-dev libcmark-dev libcyaml-dev libyaml-dev libjansson-dev libsqlite3-dev"
CHECK_PACKAGES="libcmocka-dev git tmux python3 python3-pip python3-venv valgrind ncurses-term locales-all"

say() { printf '%s\n' "culab: $*" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        say "this needs root, and there is no sudo: run as root: $*"
        return 1
    fi
}

missing_packages() {
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' ||
            printf '%s ' "$package"
    done
}

# One dpkg-query for all: it answers in a few milliseconds when nothing is missing.
all_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null | grep -cx installed)" -ge $# ]
}

install_packages() {
    if ! command -v apt-get >/dev/null 2>&1; then
        say "this is neither Debian nor Ubuntu; install these by your own means: $*"
        return 0
    fi
    all_installed "$@" && return 0
    lacking=$(missing_packages "$@")
    say "installing from the distribution: $lacking"
    as_root apt-get update -qq >/dev/null || say "the package lists could not be refreshed; trying with the old ones"
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $lacking \
        >"${TMPDIR:-/tmp}/culab-apt.log" 2>&1 || {
        say "installing failed; the end of the log:"
        tail -n 5 "${TMPDIR:-/tmp}/culab-apt.log" >&2
        return 1
    }
}

# The newest NVRTC package that this distribution offers with the components that are enabled; empty: none.
nvrtc_package() {
    for package in libnvrtc13 libnvrtc12 libnvrtc11.2; do
        apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [^(]' && {
            printf '%s' "$package"
            return
        }
    done
}

nvrtc_advice() {
    # shellcheck disable=SC1091
    . /etc/os-release 2>/dev/null || ID=unknown
    case "$ID" in
    debian) printf '%s' "Debian has it in the component non-free: add 'contrib non-free' to the APT sources, then: apt-get update && apt-get install libnvrtc11.2 (Debian 13: libnvrtc12)" ;;
    ubuntu) printf '%s' "Ubuntu has it in the component multiverse: add-apt-repository multiverse, then: apt-get install libnvrtc11.2 (22.04) or libnvrtc12 (24.04)" ;;
    *) printf '%s' "install any CUDA toolkit of version 11.2 to 13" ;;
    esac
}
