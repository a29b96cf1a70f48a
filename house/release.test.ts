import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')
const versionOf = (name: string): unknown => (JSON.parse(read(name)) as { version: unknown }).version

it('every package, the API and the newest entry of the change log have one version', () => {
  const { version } = (JSON.parse(read('docs/openapi.json')) as { info: { version: string } }).info
  const packages = ['package.json', 'e2e/package.json', 'package-lock.json'].concat(
    ['contract', 'server', 'web'].map(name => `packages/${name}/package.json`),
  )
  expect(packages.map(versionOf)).toEqual(packages.map(() => version))
  expect(/^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})
