import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepUnsaved, takeUnsaved, type Unsaved } from './unsaved.ts'

const letter: Unsaved = {
  start: { kind: 'reply', of: 'm1' },
  content: {
    from: 'me@yanshu.test',
    fromName: '',
    to: ['you@yanshu.test'],
    cc: [],
    bcc: [],
    subject: '回复：你好',
    html: '<p>写到一半</p>',
    inReplyTo: 'm1',
  },
  files: [],
  saved: { id: 'd1', version: 3 },
}

describe('a letter that could not be saved', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is there again, once, for the one who wrote it', () => {
    keepUnsaved(letter)
    expect(takeUnsaved(letter.start, ['me@yanshu.test'])).toEqual(letter)
    expect(takeUnsaved(letter.start, ['me@yanshu.test'])).toBeNull()
  })

  it('is nobody else’s', () => {
    keepUnsaved(letter)
    expect(takeUnsaved(letter.start, ['other@yanshu.test'])).toBeNull()
    expect(takeUnsaved(letter.start, ['me@yanshu.test'])).toBeNull()
  })

  it('waits while another is written', () => {
    keepUnsaved(letter)
    expect(takeUnsaved({ kind: 'new' }, ['me@yanshu.test'])).toBeNull()
    expect(takeUnsaved(letter.start, ['me@yanshu.test'])).toEqual(letter)
  })

  it('is none when what is stored is broken, or storage is off', () => {
    sessionStorage.setItem('unsaved-letter', '{"start":')
    expect(takeUnsaved(letter.start, ['me@yanshu.test'])).toBeNull()
    vi.stubGlobal('sessionStorage', undefined)
    expect(() => keepUnsaved(letter)).not.toThrow()
    expect(takeUnsaved(letter.start, ['me@yanshu.test'])).toBeNull()
  })
})
