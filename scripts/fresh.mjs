// Tells whether the build still matches its sources, so that nothing is built twice.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'

const skipped = /^(?:node_modules|dist|\.vite)$|\.test\.tsx?$/

function filesBelow(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  return readdirSync(full, { withFileTypes: true })
    .filter(entry => !skipped.test(entry.name))
    .flatMap(entry => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
    .sort()
}

export function sourceDigest(folders, files) {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(filesBelow), ...files]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

export const isFresh = (stamp, digest) =>
  existsSync(join(root, stamp)) && readFileSync(join(root, stamp), 'utf8') === digest

export function markFresh(stamp, digest) {
  mkdirSync(dirname(join(root, stamp)), { recursive: true })
  writeFileSync(join(root, stamp), digest)
}
