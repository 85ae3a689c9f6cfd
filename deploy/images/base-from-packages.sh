#!/bin/sh
# Builds the Dockerfile's base images of Debian and Node.js on a machine without access to a registry. Uses Debian's packages
# (mmdebstrap), the Node program in node_modules and this machine's npm. Requires Debian, root privileges and a running Docker
# engine. Use it only for tests: published images are built from the real base images.
#   sh deploy/images/base-from-packages.sh
# The images have the tags alone. `npm run release` and tests take them; for `docker build` name them:
#   --build-arg BUILD_IMAGE=node:… --build-arg NODE_IMAGE=node:… --build-arg RUN_IMAGE=debian:…
set -eu
root="$(cd "$(dirname "$0")/../.." && pwd)"
build_image="$(sed -n 's/^ARG BUILD_IMAGE=\([^@]*\).*/\1/p' "$root/deploy/images/Dockerfile")"
run_image="$(sed -n 's/^ARG RUN_IMAGE=\([^@]*\).*/\1/p' "$root/deploy/images/Dockerfile")"
for program in docker mmdebstrap npm; do
  command -v "$program" >/dev/null || { echo "$program is missing: apt-get install docker.io mmdebstrap" >&2; exit 1; }
done

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

suite="${run_image##*:}"
# Leaves out what the published slim image lacks, too.
without="$(for each in doc info locale man; do printf -- ' --dpkgopt=path-exclude=/usr/share/%s/*' "$each"; done)"
# shellcheck disable=SC2086 # Several options.
mmdebstrap --quiet --variant=minbase $without --include=libstdc++6 "${suite%-slim}" "$work/debian.tar"
docker import "$work/debian.tar" "$run_image" >/dev/null
echo "$run_image"

for binary in "$root"/node_modules/node-linux-*/bin/node; do cp -L "$binary" "$work/node"; done
cp -rL "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$work/npm"
# In networks with a private certificate authority, npm inside the build must trust it as this machine does.
cat "${NODE_EXTRA_CA_CERTS:-/dev/null}" > "$work/ca.crt"
cat > "$work/Dockerfile" <<EOF
FROM $run_image
COPY npm /usr/local/lib/node_modules/npm
COPY node /usr/local/bin/node
COPY ca.crt /etc/ssl/build-ca.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/build-ca.crt
EOF
rm -f "$work/debian.tar"
docker build --quiet --tag "$build_image" "$work" >/dev/null
echo "$build_image"
