# The shared library: the loader finds it, and everything that it needs.
library=$(ldconfig -p | sed -n 's/.*libfirstcontact\.so\.[0-9]* .*=> //p')
test -n "$library"
ldd "$library"
! ldd "$library" | grep "not found"
test ! -e "${library%.so.*}.so"  # the link is for those who build programs
