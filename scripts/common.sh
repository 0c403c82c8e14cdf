# Functions that ./run, ./test, ./site and .ci/run share: to install missing packages, configure, build. To
# be sourced from the repository's root. The output of a command is shown only if it fails.

say() { printf '%s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# quietly WHAT COMMAND…: runs the command. If it fails, prints its output and stops.
quietly() {
  local what=$1 log
  shift
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    die "$what failed (the command was: $*)"
  fi
  rm -f "$log"
}

# quietly_counting WHAT COMMAND…: as `quietly`, for a build by ninja; on a terminal it counts steps.
quietly_counting() {
  local what=$1 log
  shift
  if ! [ -t 1 ]; then
    quietly "$what" "$@"
    return
  fi
  log=$(mktemp)
  if ! NINJA_STATUS='%f of %t ' "$@" 2>&1 | tee "$log" |
      sed -un 's/^\([0-9]* of [0-9]*\) .*/\1/p' | while read -r count; do printf '\r%s ' "$count" >&2; done; then
    printf '\r\033[K' >&2
    cat "$log" >&2
    rm -f "$log"
    die "$what failed (the command was: $*)"
  fi
  printf '\r\033[K' >&2
  rm -f "$log"
}

# install_packages NAME…: installs those of these Debian packages that are missing.
install_packages() {
  local missing=() name as_root=()
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q '^install ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || die "these packages are missing and there is no apt-get: ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "please install as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  quietly "apt-get update" "${as_root[@]}" apt-get update -q
  quietly "apt-get install" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

build_packages=(g++ cmake ninja-build ccache libeigen3-dev libtbb-dev libhwy-dev libgmp-dev libboost-dev zlib1g-dev libcli11-dev libfmt-dev
  nlohmann-json3-dev libtinyxml2-dev)
test_packages=(libgtest-dev libompl-dev python3 python3-yaml pkg-config)
# For the Python package and its tests.
python_packages=(pybind11-dev python3-dev python3-numpy python3-pip python3-setuptools python3-wheel python3-venv mypy)
# For the plots and the notebook of examples/python, which tests run.
python_example_packages=(python3-matplotlib python3-nbclient python3-nbformat python3-ipykernel)
# Optional: without it the benchmarks leave out the comparison with FCL.
bench_packages=(libfcl-dev)
# For firstcontact-mpi, which is left out without them.
mpi_packages=(libopenmpi-dev openmpi-bin)
# For ./site; Node and npm too, unless there are others.
site_packages=(emscripten cmake ninja-build libeigen3-dev libboost-dev libhwy-dev libfmt-dev nlohmann-json3-dev python3)
# For scripts/test_packages.sh: the Debian packages are made and tried in a clean root.
package_packages=(dpkg-dev fakeroot debootstrap binutils)
fuzz_packages=(clang libclang-rt-14-dev)
style_packages=(clang-format clang-tidy)

# build PRESET [TARGET…] [-- CMAKE-OPTION…]: configures the preset and builds the targets, or all.
build() {
  local preset=$1 targets=() launcher=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do targets+=("$1"); shift; done
  [ $# -gt 0 ] && shift
  # ccache needs the first to work with precompiled headers, the others to know a source again in another clone.
  export CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  quietly "configuring ($preset)" cmake --preset "$preset" "${launcher[@]}" "$@"
  quietly_counting "building ($preset)" cmake --build "build/$preset" ${targets:+--target "${targets[@]}"}
}
