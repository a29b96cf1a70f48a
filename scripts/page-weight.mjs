// Prints how much script /home loads before it can be used, and fails when it is too much.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

const limitKb = 300
const dist = join(root, 'packages/web/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

function collect(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(next, found)
  return found
}

const home = Object.keys(manifest).find(key => manifest[key].name === 'home')
if (home === undefined) throw new Error('The build has no page /home.')
const files = collect('index.html', collect(home))
const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
const kb = Math.round(bytes / 1024)
console.log(`/home script: ${kb} KB gzip in ${files.size} files (limit ${limitKb} KB)`)
if (kb > limitKb) process.exit(1)
