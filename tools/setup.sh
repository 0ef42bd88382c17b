#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Finds what this machine lacks to build, test or check amqpace, says so, and installs it from the distribution.
#
#   tools/setup.sh [run|test|bench|ci] [--dry-run]
#
# Debian 12 and Ubuntu 22.04/24.04. Asks the network only when something is missing. As root, or through sudo.
set -euo pipefail

goal=run
dry=no
for argument in "$@"; do
  case $argument in
    run | test | bench | ci) goal=$argument ;;
    --dry-run) dry=yes ;;
    *) sed -n '3,8p' "$0" >&2; exit 2 ;;
  esac
done

build=(g++ cmake ninja-build pkg-config python3 libfmt-dev libexpected-dev libfyaml-dev libcli11-dev
       nlohmann-json3-dev libssl-dev zlib1g-dev libcpp-httplib-dev)
tests=(libgtest-dev rabbitmq-server procps openssl libhdrhistogram-java default-jdk-headless)
checks=(ccache strace clang-14 clang-tidy-14 libclang-rt-14-dev)

installed() { [[ $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) == *' ok installed' ]]; }

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this machine has no dpkg; please install by hand: ${build[*]} (for tests: ${tests[*]})" >&2
  exit 1
fi

wanted=("${build[@]}")
case $goal in
  test) wanted+=("${tests[@]}") ;;
  bench) wanted+=(libbenchmark-dev) ;;
  ci) wanted+=("${tests[@]}" "${checks[@]}") ;;
esac

# The compiler must know C++20 as g++ 12 does; Ubuntu 22.04's default is 11 and has 12 beside it.
if installed g++ && ! installed g++-12 && (($(g++ -dumpversion | cut -d. -f1) < 12)); then
  wanted+=(g++-12)
fi

missing=()
for package in "${wanted[@]}"; do
  installed "$package" || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  echo "setup: everything for '$goal' is here"
  exit 0
fi
echo "setup: missing for '$goal': ${missing[*]}"
[[ $dry == no ]] || exit 0

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "setup: neither root nor sudo; please run: apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get -q -y "$@"; }

echo "setup: reading the package lists"
apt update >/dev/null || echo "setup: the package lists could not be read; trying with those at hand" >&2
unknown=()
for package in "${missing[@]}"; do
  [[ $(apt-cache policy "$package") == *'Candidate: '[!\(]* ]] || unknown+=("$package")
done
if ((${#unknown[@]} > 0)); then
  echo "setup: this distribution does not have: ${unknown[*]}" >&2
  echo "setup: amqpace is built on Debian 12 and Ubuntu 22.04 or newer (there: is 'universe' enabled?)" >&2
  exit 1
fi

# Installing rabbitmq-server would start a broker as a service. The tests start their own, on ports of their own,
# so a broker that only this installation started is stopped again; one that was here before is left alone.
guard=no
if [[ " ${missing[*]} " == *' rabbitmq-server '* && ! -e /usr/sbin/policy-rc.d ]]; then
  guard=yes
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee /usr/sbin/policy-rc.d >/dev/null
  "${as_root[@]}" chmod 755 /usr/sbin/policy-rc.d
  trap '"${as_root[@]}" rm -f /usr/sbin/policy-rc.d' EXIT
  echo "setup: services are held back while rabbitmq-server is installed (a policy-rc.d, removed afterwards)"
fi

echo "setup: installing ${missing[*]}"
apt install --no-install-recommends "${missing[@]}"
if [[ $guard == yes ]] && command -v systemctl >/dev/null && [[ -d /run/systemd/system ]]; then
  "${as_root[@]}" systemctl disable rabbitmq-server.service >/dev/null 2>&1 || true
  echo "setup: rabbitmq-server is installed but not enabled as a service"
fi
echo "setup: done"
