#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it into a fresh virtual environment that sees the system's NumPy, and runs tests of the
# package there. The interpreter is the first of python3 and /usr/bin/python3 that has NumPy, pip and setuptools.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh
install_packages "${build_packages[@]}" "${python_packages[@]}"
# As in `build`: ccache knows the sources of the release build again.
export CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import setuptools, numpy, wheel, venv, pip' 2>/dev/null; then python=$candidate; break; fi
done
[ -n "$python" ] || die "no python3 with numpy, pip, setuptools, wheel and venv"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
quietly "building the wheel" "$python" -m pip wheel --no-build-isolation -w "$folder" .
"$python" -m venv --system-site-packages "$folder/venv"
quietly "installing the wheel" "$folder/venv/bin/pip" install --no-index "$folder"/firstcontact-*.whl
# A folder without the sources, so that only what the wheel has can be imported.
cp -r bindings/python/tests "$folder/tests"
cd "$folder/tests"
unset PYTHONPATH
"$folder/venv/bin/python" -B - <<'PROGRAM'
import os, sys, firstcontact
here = os.path.dirname(firstcontact.__file__)
assert here.startswith(sys.prefix), here
missing = {"_native.pyi", "py.typed", "pairs.py"} - set(os.listdir(here))
assert not missing, missing
print(f"firstcontact {firstcontact.__version__} from a wheel")
PROGRAM
quietly "tests of the installed wheel" "$folder/venv/bin/python" -B -m unittest pairs_test exact_test files_test
