// Finds the Node that runs the product: the one that runs this script when it is new enough, else the one in the npm
// package "node". The install script of that package links its binary into node_modules/.bin; where npm runs no
// install scripts, the binary is looked for where npm puts it.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'

export const wantedMajor = 24

const majorOf = version => Number(version.replace(/^v/, '').split('.')[0])

function places(root, { platform, arch }) {
  const system = platform === 'win32' ? 'win' : platform
  const names = [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]
  const file = platform === 'win32' ? 'node.exe' : 'node'
  const packages = join(root, 'node_modules')
  return [
    join(packages, '.bin', platform === 'win32' ? 'node.cmd' : 'node'),
    join(packages, 'node', 'bin', file),
    ...names.map(name => join(packages, 'node', 'node_modules', name, 'bin', file)),
    ...names.map(name => join(packages, name, 'bin', file)),
  ]
}

function isGood(file, { platform }) {
  const { status, stdout } = spawnSync(file, ['--version'], {
    encoding: 'utf8',
    shell: platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 && majorOf(stdout.trim()) >= wantedMajor
}

/** Returns null when there is none. `folder` is to come first in the path of child processes. */
export function findNode(root, machine = process) {
  if (majorOf(machine.version) >= wantedMajor) return { file: machine.execPath, folder: null }
  const file = places(root, machine).find(place => isGood(place, machine))
  return file === undefined ? null : { file, folder: dirname(file) }
}

/** Says in one line what is missing and what to do. */
export const noNode = version =>
  [
    `这台机器的 Node 是 ${version}，需要 ${wantedMajor} 或更新的版本，而 npm 包 node 没有装上它的程序（多半因为 npm 设了 ignore-scripts）：请运行 npm rebuild node --ignore-scripts=false 或装上 Node ${wantedMajor}，然后再试。`,
    `This machine has Node ${version}, ${wantedMajor} or newer is needed, and the npm package "node" came without its binary (most likely npm ignores install scripts): run npm rebuild node --ignore-scripts=false or install Node ${wantedMajor}, then try again.`,
  ].join(' / ')
