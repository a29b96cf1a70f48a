import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = join(import.meta.dirname, '..')
/** Matches every way in which a page can ask a server for something. */
const ways = /(?<![\w.])fetch\(|\baxios[.(]|\bXMLHttpRequest\b|\bEventSource\(|\bsendBeacon\b|\bWebSocket\(/

const allowed = [
  'api/by-fetch.ts',
  'api/index.ts',
  // The console acts as another program with a key of its own, and shows the raw answer.
  'pages/user/interface/use-send.ts',
  // This only checks whether the server is there; it is not a call, and nobody reads the answer.
  'ui/use-back-again.ts',
]

it('nothing but the client makes a request', () => {
  const asking = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('testing/'))
    .filter(path => {
      const code = readFileSync(join(sources, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      return ways.test(code)
    })
  expect(asking.sort()).toEqual(allowed)
})
