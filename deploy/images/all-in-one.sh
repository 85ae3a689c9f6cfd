#!/bin/sh
# Starts Parley on a copy of the data directory of the organization that PARLEY_SEED names. A copy is needed because PostgreSQL
# renames folders, which overlay file systems refuse for folders of the image.
set -eu
organization="${PARLEY_SEED:-demo}"
export PARLEY_DATA_DIR="${PARLEY_DATA_DIR:-/app/run/$organization}"
if [ ! -e "$PARLEY_DATA_DIR" ] && [ -e "/app/data/$organization" ]; then
  mkdir -p "$(dirname "$PARLEY_DATA_DIR")"
  cp -a "/app/data/$organization" "$PARLEY_DATA_DIR.new"
  mv "$PARLEY_DATA_DIR.new" "$PARLEY_DATA_DIR"
fi
exec node /app/deploy/local/dist/main.js
