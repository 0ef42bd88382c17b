#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: installs that build into a new folder, then configures, builds and runs a project that has nothing else.
set -euo pipefail
build=$1
here=$(cd "$(dirname "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

cmake --install "$build" --prefix "$place/prefix" >/dev/null
"$place/prefix/bin/amqpace" --version
"$place/prefix/bin/amqpace" run "$place/prefix/share/amqpace/examples/01-hello.yaml" --dry-run >/dev/null
cmake -S "$here/project" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/prefix" >/dev/null
cmake --build "$place/build"
"$place/build/stranger"
echo "install: a project of somebody else's builds and runs"
