// npm run docs: writes docs/openapi.json, docs/configuration.md and the events of the log in
// docs/operating.md; --check only tells whether they are current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

if (Number(process.versions.node.split('.')[0]) < 24) {
  install()
  process.exit(run('node', ['scripts/docs.mjs', ...process.argv.slice(2)]))
}

const { openApiDocument } = await import('../packages/contract/src/openapi.ts')
const { configurationDocument } = await import('../packages/server/src/kernel/config/document.ts')
const { withEvents } = await import('../packages/server/src/kernel/log/document.ts')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const documents = {
  'docs/openapi.json': `${JSON.stringify(openApiDocument(version), null, 2)}\n`,
  'docs/configuration.md': configurationDocument(),
  'docs/operating.md': withEvents(readFileSync(join(root, 'docs/operating.md'), 'utf8')),
}
const check = process.argv.includes('--check')
let stale = false
for (const [file, text] of Object.entries(documents)) {
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  if (check) {
    console.error(`${file} is not current: run npm run docs`)
    stale = true
  } else {
    writeFileSync(path, text)
    console.log(`wrote ${file}`)
  }
}
process.exit(stale ? 1 : 0)
