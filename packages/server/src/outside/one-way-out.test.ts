import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

/** Imports that open a connection or ask the name system. Servers that listen do not count. */
const waysOut = [
  /from 'node:(?:dns|dgram|http2?|https)(?:\/promises)?'/,
  /import \{[^}]*\b(?:connect|createConnection)\b[^}]*\} from 'node:(?:net|tls)'/,
  /(?:from |import\()'(?:undici|dns-packet)'/,
]
/** One uses DNS messages but does not resolve names, the other asks the program on its own machine. */
const excepted: ReadonlySet<string> = new Set(['domain/provider/rfc2136/wire.ts', 'healthcheck.ts'])

it('nobody but this folder opens connections or asks the name system', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    file => !/^outside\/|(?:^|\/)testing\/|\.test\.ts$|test-client\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const others = files.filter(file => {
    const text = readFileSync(join(source, file), 'utf8')
    // Types are erased and open nothing.
    const used = text.replace(/import type .*?\n/g, '')
    return waysOut.some(way => way.test(used)) && !excepted.has(file)
  })
  expect(others).toEqual([])
})
