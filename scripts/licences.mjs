// Lists the licences of everything in the product for the version page. It fails on a licence that may not be
// used.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const forbidden = /\b(?:A?GPL|SSPL|BUSL)\b/i
const list = new Map()
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
  list.set(`${name}@${version}`, { name, version, licence: licence || '见包内说明' })
}
const sorted = [...list.values()].sort((a, b) => a.name.localeCompare(b.name))
writeFileSync(join(root, 'packages/server/dist/licences.json'), JSON.stringify(sorted))
