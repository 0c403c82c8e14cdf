# The command line: says its version, has its manual, decides the queries that it makes.
firstcontact --version
test -f /usr/share/man/man1/firstcontact.1.gz
for verb in bench check generate robot screw simulate solve verify view; do
  firstcontact "$verb" --help >help.txt
  gzip -dc /usr/share/man/man1/firstcontact.1.gz | grep -q "^\.B $verb\$"
done
firstcontact generate --help | head -5
