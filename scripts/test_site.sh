#!/usr/bin/env bash
# Builds the site with all of its parts and tests it: the WebAssembly library in Node, bit for bit against the native one, then every page
# in Debian's Chromium. Needs the native tool (./run or ./test builds it). Arguments go to Playwright, for example a name of a spec.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh
[ -x build/release/firstcontact ] || die "there is no build/release/firstcontact: run ./run or ./test first"
install_packages chromium
./site
quietly "checking the types of web" npm --prefix web run check
# The browser tests use one core, so the library is tested meanwhile.
wasm_log=$(mktemp)
scripts/test_wasm.sh --built >"$wasm_log" 2>&1 &
wasm_tests=$!
say "testing the pages in Chromium"
pages=0
(cd web && npx playwright test --reporter=dot "$@") || pages=$?
wasm=0
wait $wasm_tests || wasm=$?
cat "$wasm_log"
rm -f "$wasm_log"
[ $pages -eq 0 ] || die "tests of the pages failed"
[ $wasm -eq 0 ] || die "tests of the WebAssembly library failed"
