import { describe, expect, it } from 'vitest'
import { parseChangelog } from './changelog.ts'

describe('the change log', () => {
  it('is read in the form of Keep a Changelog', () => {
    const text = `# Changelog

Words before the first release.

## [Unreleased]

## [1.2.0] - 2026-03-01
### Added
- one
- two that
  goes on
### Fixed
- three

## 1.1.0
### Removed
- four

[1.2.0]: https://example.org
`
    expect(parseChangelog(text)).toEqual([
      { version: 'Unreleased', date: null, sections: [] },
      {
        version: '1.2.0',
        date: '2026-03-01',
        sections: [
          { title: 'Added', items: ['one', 'two that goes on'] },
          { title: 'Fixed', items: ['three'] },
        ],
      },
      { version: '1.1.0', date: null, sections: [{ title: 'Removed', items: ['four'] }] },
    ])
  })

  it.each(['', 'no headings', '- an item before anything', '### a section before a release\n- item'])(
    'without releases (%j) has none',
    text => {
      expect(parseChangelog(text)).toEqual([])
    },
  )

  it('may have Windows line ends', () => {
    expect(parseChangelog('## [1.0.0] - 2026-01-01\r\n### Added\r\n- a\r\n')[0]?.sections[0]?.items).toEqual([
      'a',
    ])
  })
})
