#!/bin/sh
# Builds the WebAssembly package, runs its Node tests, and compares its answers with native ones, bit
# for bit. `--speed` also prints what a pair costs beside native code; with `--built` the package is
# taken as it is. Without emscripten or npm it says so and succeeds: there is nothing to test then.
set -eu
cd "$(dirname "$0")/.."
speed=no build=yes
for argument; do
  case $argument in
    --speed) speed=yes ;;
    --built) build=no ;;
    *) echo "unknown argument $argument (there are: --speed, --built)" >&2; exit 2 ;;
  esac
done
if ! scripts/build_wasm.sh --check; then exit 0; fi
if [ $build = yes ]; then scripts/build_wasm.sh; fi
answers=build/release/bindings/wasm/tests/firstcontact_native_answers
log=build/wasm/native.log
if ! { cmake --preset release >"$log" 2>&1 && cmake --build build/release --target firstcontact_native_answers >>"$log" 2>&1; }; then
  tail -n 40 "$log" >&2
  exit 1
fi
tests=bindings/wasm/tests
node --test $tests/api.test.mjs $tests/package.test.mjs >build/wasm/tests.log 2>&1 || {
  cat build/wasm/tests.log >&2
  exit 1
}
grep -E '^# (tests|pass|fail)' build/wasm/tests.log
$answers make build/wasm/questions.f64 $tests/arm.urdf $tests/scene.json
$answers answer build/wasm/questions.f64 build/wasm/answers.f64
node $tests/same_answers.mjs bindings/wasm/package build/wasm/questions.f64 build/wasm/answers.f64
if [ $speed = yes ]; then
  node $tests/speed.mjs bindings/wasm/package build/wasm/questions.f64 $answers --check
fi
