#!/usr/bin/env bash
# Builds the Debian packages, looks into them, installs each with apt in a clean Debian root and runs its smoke test (tests/packages)
# there. With the name of a folder, it takes the packages from it instead of building them. The clean root is made by debootstrap from the
# mirror of this machine's apt, and kept in build/debian-root for the next run. That part needs to be run as root, on Debian; otherwise the
# script says what it leaves out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh
install_packages "${build_packages[@]}" "${package_packages[@]}" ${python_packages:+"${python_packages[@]}"}

if [ $# -gt 0 ]; then
  folder=$(cd "$1" && pwd)
else
  folder=$PWD/build/package/packages
  build package
  viewer=build/release/viewer.html
  rm -f build/package/viewer.html
  if [ -f $viewer ]; then
    cp $viewer build/package/
  else
    say "$viewer is not there (./site builds it): the package firstcontact is made without the viewer"
  fi
  rm -rf "$folder"
  (cd build/package && quietly "cpack" cpack)
fi
packages=("$folder"/*.deb)
[ -f "${packages[0]}" ] || die "there are no packages in $folder"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Looking into them ------------------------------------------------------------------------------------------------------------------------

# check_package FILE: nothing outside of /usr, all of it root's, licence and changelog, no path of this machine, no search path for libraries.
check_package() {
  local name listing tree path
  name=$(dpkg-deb -f "$1" Package)
  tree=$work/$name
  listing=$(dpkg-deb -c "$1")
  grep -vE ' \./(usr/.*)?$' <<<"$listing" | grep -vE ' \./usr/.* -> ' && die "$name: files outside of /usr"
  grep -vE '^[-dl]\S+ root/root ' <<<"$listing" && die "$name: files of someone else than root"
  grep -E '^-....w|^-.......w|^d....w|^d.......w' <<<"$listing" && die "$name: files that others than root may write"
  dpkg-deb -x "$1" "$tree"
  for path in copyright changelog.gz; do
    [ -f "$tree/usr/share/doc/$name/$path" ] || die "$name: no /usr/share/doc/$name/$path"
  done
  grep -rlF "$PWD" "$tree" && die "$name: these files name the folder in which they were built"
  while IFS= read -r path; do
    readelf -d "$path" 2>/dev/null | grep -E '\((RPATH|RUNPATH)\)' && die "$name: $path has a search path for libraries"
  done < <(find "$tree" -type f)
  dpkg-deb -f "$1" Depends Maintainer Description >"$work/control"
  [ "$(wc -l <"$work/control")" -ge 3 ] || die "$name: the control file lacks a field: $(cat "$work/control")"
}
for package in "${packages[@]}"; do
  check_package "$package"
done
say "fine as files: $(cd "$folder" && echo *.deb)"

# The clean root ---------------------------------------------------------------------------------------------------------------------------

suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(CREATED_BY) $(CODENAME) $(ORIGIN) $(REPO_URI)' 2>/dev/null |
  awk -v suite="$suite" '$1 == "Packages" && $2 == suite && $3 == "Debian" {print $4; exit}')
if [ "$(id -u)" -ne 0 ] || [ -z "$mirror" ]; then
  say "not root, or apt knows no Debian mirror: the packages were made and looked at, but not installed in a clean root"
  exit 0
fi

root=$work/root
cache=$PWD/build/debian-root
mkdir -p "$root" "$cache/archives"
# Where apt has a proxy, debootstrap needs it too.
proxy=$(apt-config shell p Acquire::http::Proxy | sed "s/^p='\(.*\)'$/\1/")
[ -z "$proxy" ] || export http_proxy=$proxy
if [ ! -f "$cache/$suite.tar" ]; then
  quietly "debootstrap" debootstrap --variant=minbase "$suite" "$root" "$mirror"
  tar -C "$root" -cf "$cache/$suite.tar.new" .
  mv "$cache/$suite.tar.new" "$cache/$suite.tar"
else
  tar -C "$root" -xf "$cache/$suite.tar"
fi

apt-get indextargets --format '$(CREATED_BY) $(ORIGIN) deb $(REPO_URI) $(RELEASE) $(COMPONENT)' | sed -n 's/^Packages Debian //p' \
  >"$root/etc/apt/sources.list"
apt-config dump | grep -i '^Acquire::[a-z:]*proxy' >"$root/etc/apt/apt.conf.d/proxy" || true
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fast"  # nobody misses this root after a power cut
echo 'Binary::apt::APT::Keep-Downloaded-Packages "1"; APT::Keep-Downloaded-Packages "1";' >"$root/etc/apt/apt.conf.d/keep"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
find "$cache/archives" -name '*.deb' -exec cp -t "$root/var/cache/apt/archives" {} +
mkdir "$root/packages" "$root/smoke"
cp "${packages[@]}" "$root/packages/"
cp tests/packages/* tests/consumers/*.cpp "$root/smoke/"

inside() {
  unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}
# try NAME [PACKAGE…]: installs our package of this name with what it depends on, and these packages; runs its smoke test; removes all again,
# so that the next one finds a clean root.
try() {
  local name=$1 file depends
  shift
  file=$(cd "$root" && echo packages/"${name}"_*.deb)
  [ -f "$root/$file" ] || { say "$name: not made by this build, so not tried"; return; }
  local files=("/$file") names=("$name")
  depends=$(dpkg-deb -f "$root/$file" Depends)
  for file in "$root"/packages/*.deb; do  # those of ours that it depends on
    [[ ", $depends" == *", $(dpkg-deb -f "$file" Package) ("* ]] || continue
    files+=("/packages/$(basename "$file")")
    names+=("$(dpkg-deb -f "$file" Package)")
  done
  quietly "installing $name in a clean root" inside apt-get install -q -y --no-install-recommends "${files[@]}" "$@"
  quietly "the smoke test of $name" inside sh -ec "mkdir /tmp/$name && cd /tmp/$name && sh -e /smoke/$name.sh"
  quietly "removing $name" inside apt-get purge -q -y --autoremove "${names[@]}" "$@"
  say "$name: installed, tried and removed"
}

quietly "apt-get update in the root" inside apt-get update -q
library=$(basename "$(find "$root/packages" -name 'libfirstcontact[0-9]*.deb')")
library=${library%%_*}
mv "$root/smoke/libfirstcontact.sh" "$root/smoke/$library.sh"
try firstcontact
try python3-firstcontact
try "$library"
try libfirstcontact-dev g++ cmake make pkg-config
find "$root/var/cache/apt/archives" -maxdepth 1 -name '*.deb' ! -name '*firstcontact*' -exec cp -u -t "$cache/archives" {} +
