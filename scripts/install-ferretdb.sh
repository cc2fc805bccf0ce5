#!/usr/bin/env bash
# Installs FerretDB 1 into Go's bin folder: the MongoDB server that the tests use where there is neither one nor Docker.
# Prints where the program is; what it does meanwhile goes to stderr.
set -euo pipefail

VERSION=v1.24.2
MODULE=github.com/FerretDB/FerretDB

bin="$(go env GOBIN 2>/dev/null || true)"
bin="${bin:-$(go env GOPATH 2>/dev/null || echo "$HOME/go")/bin}"
for ferretdb in "$(command -v ferretdb || true)" "$bin/ferretdb"; do
  if [ -x "$ferretdb" ] && "$ferretdb" --version | grep -qx "version: $VERSION"; then
    echo "$ferretdb"
    exit 0
  fi
done

go version 2>/dev/null | awk '{ split(substr($3, 3), v, "."); exit !(v[1] > 1 || v[2] >= 24) }' || {
  echo "FerretDB is built from its sources, which needs Go 1.24 or later: https://go.dev/dl/" >&2
  exit 1
}

echo "Building FerretDB $VERSION (some minutes)" >&2
if why="$(GOBIN="$bin" go install "$MODULE/cmd/ferretdb@$VERSION" 2>&1)" && why="$("$bin/ferretdb" --version 2>&1)"; then
  echo "$bin/ferretdb"
  exit 0
fi
echo "go install: ${why##*$'\n'}" >&2

# Where a proxy does not list the module's versions, which `go install` asks for, the module itself can still be had. The
# version is a file that its sources leave to the build.
folder="$(mktemp -d)"
trap 'chmod -R u+w "$folder" && rm -rf "$folder"' EXIT
sources="$(cd "$folder" && go mod download -json "$MODULE@$VERSION" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')"
cp -r "$sources" "$folder/ferretdb"
chmod -R u+w "$folder/ferretdb"
cd "$folder/ferretdb"
echo "$VERSION" >build/version/version.txt
go build -o "$bin/ferretdb" ./cmd/ferretdb >&2
echo "$bin/ferretdb"
