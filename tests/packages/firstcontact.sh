#!/bin/sh
# The command line says its version, has a manual that names every verb, decides the queries that it makes and verifies its proofs.
set -e
firstcontact --version
gzip -dc /usr/share/man/man1/firstcontact.1.gz >manual
firstcontact --help | sed -n 's/^  \([a-z][a-z]*\)  *[A-Z].*/\1/p' >verbs
test "$(wc -l <verbs)" -ge 9
while read -r verb; do
  grep -q "^\.B $verb\$" manual || { echo "the manual does not name the verb $verb"; exit 1; }
done <verbs
firstcontact generate queries --count 50 --seed 7
firstcontact solve queries --exact --certificates proofs.jsonl
firstcontact verify proofs.jsonl
