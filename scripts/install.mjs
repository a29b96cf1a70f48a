// Installs the dependencies when they are missing or the lock file has changed. It runs on any Node from 20
// on, before anything is installed, and therefore imports only Node itself.
// node scripts/install.mjs does only that.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, noNode } from './find-node.mjs'

export const root = join(import.meta.dirname, '..')
const stamp = join(root, 'node_modules', '.yanshu-lock')
const binaries = join(root, 'node_modules', '.bin')

let found = null

/** The Node that runs the product, whatever the machine's own is. */
function needNode() {
  found ??= findNode(root)
  if (found === null) {
    console.error(noNode(process.version))
    process.exit(1)
  }
  return found
}

export const node = () => needNode().file

/** The environment for child processes, with our Node and tools first. */
export function environment() {
  const { folder } = needNode()
  const first = folder === null ? [binaries] : [folder, binaries]
  return { ...process.env, PATH: [...first, process.env.PATH ?? ''].join(delimiter) }
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command === 'node' ? node() : command, args, {
    cwd: root,
    stdio: 'inherit',
    ...options,
    env: options.env ?? environment(),
  })
  if (error) throw error
  return status ?? 1
}

export function mustRun(command, args, options) {
  const status = run(command, args, options)
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} failed (${status})`)
    process.exit(status)
  }
}

const digest = file =>
  createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex')

export function install() {
  const wanted = digest('package-lock.json')
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  found ??= findNode(root)
  if (installed === wanted && found !== null) return
  console.log('Installing dependencies …')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // `npm ci` would refuse a lock file from a place where packages for other platforms were not available.
  mustRun('npm', ['install', '--no-save', ...quiet], { env: process.env })
  needNode()
  writeFileSync(stamp, wanted)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) install()
