#!/bin/sh
# Writes go.mod of a program that contains Kubernetes, next to main.go. Kubernetes replaces its own modules by folders
# of its repository; here each one is replaced by its release.
set -eu
version=${1:?version, e.g. 1.34.4}
into=${2:?folder}
minor=${version#1.}
mod=$(cd / && GOFLAGS= go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"GoMod": "\(.*\)",/\1/p')
{
  sed -e 's|^module .*|module parley/kubernetes|' -e '/^godebug default/d' -e '/^godebug (/,/^)/d' \
    -e "s|=> \./staging/src/\(.*\)|=> \1 v0.$minor|" "$mod"
  echo "require k8s.io/kubernetes v$version"
} >"$into/go.mod"
