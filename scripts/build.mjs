// Builds the server bundle and the web pages, each only when its sources changed.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { isFresh, markFresh, sourceDigest } from './fresh.mjs'
import { install, mustRun, root } from './install.mjs'

const shared = ['package.json', 'package-lock.json', 'tsconfig.base.json']

function buildServer() {
  const stamp = 'packages/server/dist/.built'
  const digest = sourceDigest(
    ['packages/server/src', 'packages/contract/src'],
    [...shared, 'scripts/bundle-server.mjs', 'scripts/licences.mjs'],
  )
  if (isFresh(stamp, digest)) return
  console.log('Building the server …')
  mustRun('node', ['scripts/bundle-server.mjs'])
  mustRun('node', ['scripts/licences.mjs'])
  markFresh(stamp, digest)
}

const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/

// Files are compressed once here and not for each request.
function precompress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !compressible.test(entry.name) || statSync(file).size < 1024) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    )
  }
}

function buildWeb() {
  const stamp = 'packages/web/dist/.built'
  const digest = sourceDigest(
    ['packages/web/src', 'packages/web/public', 'packages/contract/src'],
    [...shared, 'packages/web/index.html', 'packages/web/vite.config.ts'],
  )
  if (isFresh(stamp, digest)) return
  console.log('Building the web pages …')
  mustRun('vite', ['build', 'packages/web', '--logLevel', 'warn'])
  precompress(join(root, 'packages/web/dist'))
  mustRun('node', ['scripts/page-weight.mjs'])
  markFresh(stamp, digest)
}

export function build() {
  install()
  buildServer()
  buildWeb()
}

// node scripts/build.mjs [server]
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === 'server') buildServer()
  else build()
}
