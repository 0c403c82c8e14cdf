#!/bin/sh
# The shared library: the loader finds it, and everything that it needs.
set -e
library=$(ldconfig -p | sed -n 's/.*libfirstcontact\.so\.[0-9]* .*=> //p')
test -n "$library"
if ldd "$library" | grep "not found"; then
  exit 1
fi
test ! -e "${library%.so.*}.so"  # the link is for those who build programs
