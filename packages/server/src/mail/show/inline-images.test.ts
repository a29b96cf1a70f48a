import { describe, expect, it } from 'vitest'
import { inlineImageUrls } from './inline-images.ts'

describe('pictures within a mail', () => {
  it('by content id are bitmaps, whatever else the mail calls by that id', () => {
    const urls = inlineImageUrls(
      [
        { id: '1', cid: 'a', contentType: 'text/html' },
        { id: '2', cid: 'b', contentType: 'image/svg+xml' },
        { id: '3', cid: 'c', contentType: 'image/gif' },
        { id: '4', cid: 'c', contentType: 'image/png' },
        { id: '5', cid: null, contentType: 'image/png' },
      ],
      id => `/att/${id}`,
    )
    expect([urls('a'), urls('b'), urls('c'), urls(''), urls('__proto__')]).toEqual([
      null,
      null,
      '/att/3',
      null,
      null,
    ])
  })
})
