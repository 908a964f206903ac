# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Sets up a Debian 12 machine to build Opgraft; sourced by run.sh, test.sh and the others. Installs
# the packages that are missing and says which; does nothing, in a fraction of a second, when all is
# there. A script that needs more packages names them in `more_packages` before.

packages=(
  bazel-bootstrap bazel-platforms bazel-rules-java bazel-rules-proto bazel-skylib
  g++ make cmake pkgconf dpkg-dev patch python3
  libbenchmark-dev libcli11-dev libeigen3-dev libgmock-dev libgtest-dev nlohmann-json3-dev
  protobuf-compiler libprotobuf-dev libprotoc-dev unicode-data
  python3-dev python3-pip python3-numpy python3-pytest python3-hypothesis python3-tqdm mypy
)

say() { printf '%s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# The files of the sources whose names match one of the patterns, a line each, in order; from the
# root of the sources.
source_files() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -- "${@/#/**/}" "$@" | sort -u |
      { xargs -d '\n' ls -d 2>/dev/null || true; } # without those that were removed but are still tracked
  else
    local pattern names=()
    for pattern in "$@"; do names+=(-o -name "$pattern"); done
    find . \( -name 'bazel-*' -o -name .cache \) -prune -o -type f \( "${names[@]:1}" \) -print | sed 's|^\./||' | sort
  fi
}

missing=()
for package in "${packages[@]}" ${more_packages[@]+"${more_packages[@]}"}; do
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
  say "installing with apt-get: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  { as_root apt-get update -qq && as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; } >&2 || {
    say "the packages could not be installed; Opgraft builds on Debian 12"
    exit 1
  }
fi

if [ ! -d "${XDG_CACHE_HOME:-$HOME/.cache}/opgraft/bazel" ]; then
  say "first build on this machine: fetching and compiling Abseil, Protobuf and others, then Opgraft; some 20 minutes on two cores, once"
fi

# A sandbox is a folder of links, made and removed for each action: in memory that is a third of a
# build's time less. Not where memory for files is scarce (containers often have 64 MB).
sandbox_options=()
if [ "$(df --output=avail -m /dev/shm 2>/dev/null | tail -n 1)" -ge 4000 ] 2>/dev/null; then
  sandbox_options=(--sandbox_base=/dev/shm)
fi

# Runs a command of Bazel's that builds.
build_with_bazel() {
  local command=$1
  shift
  bazel "$command" ${sandbox_options[@]+"${sandbox_options[@]}"} --ui_event_filters=-info "$@"
}
