/** Holds docs/specification.md to the tests that it names: each exists, under its title, and no number is told twice. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/specification.md'), 'utf8')

type Statement = { no: string; file: string; title: string }

const statements: Statement[] = [...page.matchAll(/^\| (\d+\.\d+)\*? \|[^|]+\| `([^`]+)` › (.+) \|$/gm)].map(
  ([, no = '', file = '', title = '']) => ({ no, file, title }),
)

/** A title as it may stand in a source, whatever quotation marks are around it. */
const hasTitle = (source: string, title: string) =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some(written => source.includes(written))

describe('the document of the specification', () => {
  it('has a test for every row of its tables', () => {
    const rows = page.split('\n').filter(line => /^\| \d/.test(line))
    expect(statements.length).toBe(rows.length)
    expect(statements.length).toBeGreaterThan(70)
  })

  it('tells every number once', () => {
    const numbers = statements.map(({ no }) => no)
    expect(numbers.filter((no, at) => numbers.indexOf(no) !== at)).toEqual([])
  })

  it('gives a reason for every number with a star', () => {
    const starred = [...page.matchAll(/^\| (\d+\.\d+)\* \|/gm)].map(([, no = '']) => no)
    const reasons = page.slice(page.indexOf('## Deviations'))
    expect(starred.filter(no => !reasons.includes(`- ${no}:`))).toEqual([])
  })

  it('names tests that exist', () => {
    const missing = statements.filter(({ file, title }) => {
      const path = join(root, file)
      return !existsSync(path) || !hasTitle(readFileSync(path, 'utf8'), title)
    })
    expect(missing).toEqual([])
  })
})
