import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allBelongings } from '../../all-belongings.ts'

/** The second is read by a use case of its room. */
const sources = ['./repository.ts', '../../mailbox/folder/repository.ts'].map(file =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
)
const read = new Set(
  sources.flatMap(source => [...source.matchAll(/selectFrom\('(\w+)'\)/g)].map(match => match[1] ?? '')),
)
const tablesOf = (exported: boolean): string[] => [
  ...new Set(allBelongings.filter(one => one.exported === exported).map(one => one.table)),
]

describe('what a person takes away', () => {
  it('is every belonging that is declared so', () => {
    expect(tablesOf(true).filter(table => !read.has(table))).toEqual([])
  })

  it('is nothing that is declared to stay', () => {
    const declared = new Set(tablesOf(true))
    expect(tablesOf(false).filter(table => read.has(table) && !declared.has(table as never))).toEqual([])
  })
})
