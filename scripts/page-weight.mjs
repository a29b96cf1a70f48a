// Prints how much script /home and /use load before they are usable, gzipped as the server sends it, and
// fails when it is too much. Parts that load later or on demand do not count.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

/** `chunk` is the name of the page's own file; /home is in the files that index.html begins with. */
const pages = [
  { path: '/home', chunk: null, limitKb: 150 },
  { path: '/use', chunk: 'use', limitKb: 220 },
]

const dist = join(root, 'packages/web/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const chunks = Object.values(manifest)
const html = readFileSync(join(dist, 'index.html'), 'utf8')

function collect(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const key of chunks.find(chunk => chunk.file === file)?.imports ?? [])
    collect(manifest[key].file, found)
  return found
}

function filesOf(name) {
  const found = new Set()
  for (const [, file] of html.matchAll(/<script[^>]* src="\/([^"]+)"/g)) collect(file, found)
  if (name === null) return found
  const chunk = chunks.find(one => one.name === name)
  if (chunk === undefined) throw new Error(`The build has no file for the page ${name}.`)
  return collect(chunk.file, found)
}

let tooMuch = false
for (const { path, chunk, limitKb } of pages) {
  const files = filesOf(chunk)
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  )
  const kb = bytes / 1024
  console.log(`${path} script: ${kb.toFixed(1)} KB gzip in ${files.size} files (limit ${limitKb} KB)`)
  if (kb > limitKb) tooMuch = true
}
if (tooMuch) process.exit(1)
