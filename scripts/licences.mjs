// Lists the licences of everything in the product for the version page, and collects their texts in one file, because
// the packages of the pages are in no folder of their own. It fails on a licence that may not be used.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const forbidden = /\b(?:A?GPL|SSPL|BUSL)\b/i
const isText = name => /^(?:licen[cs]e|notice|copying)/i.test(name)
const list = new Map()
/** The packages that have a text word for word. */
const texts = new Map()
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || entry.dev || entry.link || entry.extraneous) continue
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) continue
  const { name, version, license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  const licence =
    typeof license === 'string'
      ? license
      : (license?.type ?? licenses?.map(item => item.type).join(' OR ') ?? '')
  if (forbidden.test(licence) && !/\b(?:MIT|BSD|Apache|ISC)\b/i.test(licence)) {
    console.error(`${name} ${version}: licence ${licence} may not be used`)
    process.exit(1)
  }
  const text = readdirSync(join(root, path), { withFileTypes: true })
    .filter(entry => entry.isFile() && isText(entry.name))
    .map(entry => entry.name)
    .sort()
    .map(found => readFileSync(join(root, path, found), 'utf8').trim())
    .join('\n\n')
  const full = text || `${licence}; the package holds no text of it.`
  texts.set(full, (texts.get(full) ?? new Set()).add(`${name} ${version}`))
  list.set(`${name}@${version}`, { name, version, licence: licence || '见包内说明' })
}
const sorted = [...list.values()].sort((a, b) => a.name.localeCompare(b.name))
writeFileSync(join(root, 'packages/server/dist/licences.json'), JSON.stringify(sorted))

const line = '-'.repeat(80)
const chapters = [...texts].map(([text, users]) => `${[...users].sort().join('\n')}\n\n${text}\n`).sort()
writeFileSync(
  join(root, 'packages/server/dist/LICENCES.txt'),
  `What Yanshu is built from, and under which licences.\n\n${line}\n${chapters.join(`\n${line}\n`)}`,
)
