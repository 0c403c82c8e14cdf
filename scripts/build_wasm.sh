#!/bin/sh
# Builds the library as WebAssembly (build/wasm) and the npm package (bindings/wasm/package/dist).
#
#   scripts/build_wasm.sh           # builds; prints nothing but what is wrong, and one line at the end
#   scripts/build_wasm.sh --check   # only says whether it can be built (exit code 3 if not)
#
# Needs emscripten (Debian: emscripten), ninja, Node, and the packages of web/package.json (esbuild,
# typescript: `npm ci` in web).
set -eu
cd "$(dirname "$0")/.."

leave_out() {
  echo "WebAssembly is left out: $1" >&2
  exit 3
}
for tool in emcmake:emscripten ninja:ninja-build cmake:cmake node:nodejs; do
  command -v "${tool%%:*}" >/dev/null 2>&1 || leave_out "there is no ${tool%%:*} (install ${tool#*:})"
done
tools=web/node_modules/.bin
for tool in esbuild tsc; do
  [ -x "$tools/$tool" ] || leave_out "there is no $tools/$tool (run npm ci in web)"
done
if [ "${1:-}" = --check ]; then exit 0; fi
if [ $# -gt 0 ]; then
  echo "unknown argument $1 (there is: --check)" >&2
  exit 2
fi

# Debian's emscripten finds its own Node modules here only.
if [ -d /usr/share/nodejs ]; then
  NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
  export NODE_PATH
fi
mkdir -p build/wasm
log=build/wasm/build.log
quietly() {
  if ! "$@" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "failed: $* (all of its output: $log)" >&2
    exit 1
  fi
}
if [ ! -f build/wasm/build.ninja ]; then
  launcher=
  if command -v ccache >/dev/null 2>&1; then launcher=-DCMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
  quietly emcmake cmake -S bindings/wasm -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON $launcher
fi
quietly ninja -C build/wasm firstcontact_wasm

# Written beside what was there, so that a failure leaves the old package.
package=bindings/wasm/package
cp build/wasm/firstcontact.mjs $package/src/glue.mjs
new=build/wasm/dist
rm -rf $new
mkdir -p $new
quietly $tools/esbuild $package/src/index.ts --bundle --format=esm --target=es2022 --minify --legal-comments=none \
  --outfile=$new/index.js --log-level=warning
quietly $tools/tsc -p $package --outDir $new/types
cp $package/src/glue.d.mts $new/types/
cp build/wasm/firstcontact.wasm $new/firstcontact.wasm
cp LICENSE $package/LICENSE
rm -rf $package/dist
mv $new $package/dist
echo "bindings/wasm/package/dist: firstcontact.wasm $(wc -c <$package/dist/firstcontact.wasm) bytes, index.js $(wc -c <$package/dist/index.js) bytes"
