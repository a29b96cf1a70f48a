// Bundles our own server sources into few files, which start faster than the sources; dependencies stay in
// node_modules.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './install.mjs'

const source = join(root, 'packages/server/src')
const out = join(root, 'packages/server/dist')
const entries = {
  main: 'main.ts',
  cli: 'cli.ts',
  healthcheck: 'healthcheck.ts',
  worker: 'inbound/process/worker.ts',
  'smtp-worker': 'inbound/receive/thread/smtp-worker.ts',
  'checkpoint-worker': 'database/checkpoint-worker.ts',
  'aside-worker': 'database/aside-worker.ts',
}

rmSync(out, { recursive: true, force: true })
const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(source, file)])),
  platform: 'node',
  external: id => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@yanshu/'),
})
await bundle.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
})
await bundle.close()
