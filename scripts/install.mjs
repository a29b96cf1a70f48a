// Installs the dependencies when they are missing or the lock file has changed. It runs on any Node from 20
// on, before anything is installed, and therefore imports only Node itself.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const stamp = join(root, 'node_modules', '.yanshu-lock')
const binaries = join(root, 'node_modules', '.bin')

/** The Node that runs the product, whatever the machine's own is. */
export const node = join(binaries, process.platform === 'win32' ? 'node.cmd' : 'node')

/** The environment for child processes, with our Node and tools first. */
export const environment = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` }

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
    ...options,
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
  if (installed === wanted && existsSync(node)) return
  console.log('Installing dependencies …')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // `npm ci` would refuse a lock file from a place where packages for other platforms were not available.
  mustRun('npm', ['install', '--no-save', ...quiet], { env: process.env })
  if (!existsSync(node)) {
    console.error(
      'Node 24 was not installed: the npm package "node" has no binary for this machine, or its install script was blocked.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}
