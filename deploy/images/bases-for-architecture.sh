#!/bin/sh
# Builds the base images for another architecture on a machine without access to an image registry, under the names in
# the Dockerfile with the architecture at the end. `npm run release` takes them when they exist. Uses Debian's packages, Node.js
# from an npm package and the Go module of NATS. Requires Debian, root, a running Docker engine, Go, and an emulator that runs
# programs of the architecture in containers (apt-get install mmdebstrap arch-test qemu-user-static).
# For tests only: shipped images are built from the real bases.
#   sh deploy/images/bases-for-architecture.sh arm64
set -eu
architecture="$1"
root="$(cd "$(dirname "$0")/../.." && pwd)"
base() { sed -n "s/^ARG $1_IMAGE=\([^@]*\).*/\1/p" "$root/deploy/images/Dockerfile"; }
for program in docker mmdebstrap arch-test npm go; do
  command -v "$program" >/dev/null || { echo "$program is missing." >&2; exit 1; }
done
arch-test "$architecture" >/dev/null || { echo "This machine runs no programs for $architecture: install qemu-user-static." >&2; exit 1; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Builds the image $1 for the architecture. The Dockerfile instruction $2 adds files of the work folder to an empty image.
build() {
  printf 'FROM scratch\n%s\n' "$2" > "$work/Dockerfile"
  docker build --quiet --platform "linux/$architecture" --tag "$1-$architecture" "$work" >/dev/null
  echo "$1-$architecture"
}

run_image="$(base RUN)"
suite="${run_image##*:}"
# Leaves out what the published slim image lacks, too.
without="$(for each in doc info locale man; do printf -- ' --dpkgopt=path-exclude=/usr/share/%s/*' "$each"; done)"
# shellcheck disable=SC2086 # Several options.
mmdebstrap --quiet --architectures="$architecture" --variant=minbase $without --include=libstdc++6 "${suite%-slim}" "$work/debian.tar"
build "$run_image" 'ADD debian.tar /'
rm "$work/debian.tar"

package="node-linux-$architecture"
version="$(sed -n "s/.*\"$package\": \"\(.*\)\".*/\1/p" "$root/package.json")"
(cd "$work" && npm pack --silent "$package@$version" >/dev/null && tar -xzf "$package"-*.tgz package/bin/node)
build "$(base NODE)" 'COPY package/bin/node /usr/local/bin/node'

nats_image="$(base NATS)"
version="${nats_image##*:}"
modules="$(go env GOMODCACHE)"
GOMODCACHE="$modules" GOPATH="$work/go" CGO_ENABLED=0 GOARCH="$architecture" \
  go install -trimpath -ldflags='-s -w' "github.com/nats-io/nats-server/v2@v${version%%-*}"
find "$work/go" -name nats-server -exec mv {} "$work/" \;
build "$nats_image" 'COPY nats-server /usr/local/bin/nats-server'
