#!/bin/sh
# Starts Yanshu, or runs one of the operator's commands, from the folder of the program. Made by scripts/ship.mjs.
set -eu

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

file=$0
if [ -h "$file" ]; then file=$(readlink -f "$file"); fi
cd "${file%/*}/.."

# A Node that came along with the program is always the right one.
node=bin/node
if [ ! -x "$node" ]; then
  node=$(command -v node) || fail \
    '没有找到 Node：请装上 Node @MAJOR@ 或更新的版本（https://nodejs.org），再运行一次。' \
    'There is no Node on the PATH: install Node @MAJOR@ or newer (https://nodejs.org), then try again.'
  version=$("$node" --version)
  major=${version#v}
  major=${major%%.*}
  if [ "$major" -lt @MAJOR@ ]; then
    fail \
      "这台机器的 Node 是 $version（$node），需要 @MAJOR@ 或更新的版本：请装上（https://nodejs.org），或把新的 node 程序放到 $PWD/bin/node，再运行一次。" \
      "This machine has Node $version ($node), @MAJOR@ or newer is needed: install it (https://nodejs.org), or put a newer node as $PWD/bin/node, then try again."
  fi
fi

export @ENV@
settings=
if [ -e .env ]; then settings=--env-file=.env; fi
case ${1:-} in
  start)
    exec "$node" @FLAGS@ ${settings:+"$settings"} packages/server/dist/main.js ;;
  '' | help | -h | --help)
    printf '%s\n' 'bin/yanshu start' '      start the program; settings come from the environment and from .env in this folder' '' ;;
esac
exec "$node" ${settings:+"$settings"} packages/server/dist/cli.js "$@"
