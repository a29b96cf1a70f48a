import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchRemoteImage } from './fetch-image.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { readImageHeader } from './image-header.ts'

const u16 = (value: number) => [value >> 8, value & 255]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
const le16 = (value: number) => u16(value).reverse()
const le24 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255]
const le32 = (value: number) => u32(value).reverse()
const text = (value: string) => [...Buffer.from(value, 'latin1')]
const bytes = (...parts: number[][]) => Buffer.from(parts.flat())

const png = (w: number, h: number) =>
  bytes([0x89], text('PNG\r\n\x1a\n'), u32(13), text('IHDR'), u32(w), u32(h), [8, 6, 0, 0, 0], u32(0))
const gif = (w: number, h: number) => bytes(text('GIF89a'), le16(w), le16(h), [0, 0, 0])
const frame = (marker: number, w: number, h: number) => [
  0xff,
  marker,
  0,
  11,
  8,
  ...u16(h),
  ...u16(w),
  1,
  1,
  0x11,
  0,
]
const jpeg = (w: number, h: number, marker = 0xc0) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    text('JFIF\0'),
    Array(9).fill(0),
    [0xff, 0xc4, 0, 4, 0, 0, 0xff],
    frame(marker, w, h),
    [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
    Array(20).fill(0),
  )
const riff = (chunk: string, body: number[]) =>
  bytes(text('RIFF'), le32(100), text('WEBP'), text(chunk), le32(body.length), body, Array(10).fill(0))
const webpLossy = (w: number, h: number) => riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...le16(w), ...le16(h)])
const webpLossless = (w: number, h: number) =>
  riff('VP8L', [0x2f, ...le32(((w - 1) | ((h - 1) << 14)) >>> 0)])
const webpExtended = (w: number, h: number) => riff('VP8X', [0, 0, 0, 0, ...le24(w - 1), ...le24(h - 1)])
const avif = (w: number, h: number) =>
  bytes(u32(20), text('ftypavif'), u32(0), text('mif1'), u32(20), text('ispe'), u32(0), u32(w), u32(h))
const bmp = (w: number, h: number) =>
  bytes(text('BM'), Array(12).fill(0), le32(40), le32(w), le32(h), Array(28).fill(0))
const ico = (w: number, h: number, picture: number[] = Array(40).fill(0)) =>
  bytes([0, 0, 1, 0, 1, 0, w & 255, h & 255, 0, 0, 1, 0, 32, 0], le32(picture.length), le32(22), picture)

describe('the header of an image', () => {
  it.each([
    ['image/png', png],
    ['image/gif', gif],
    ['image/jpeg', jpeg],
    ['image/jpeg', (w: number, h: number) => jpeg(w, h, 0xc2)],
    ['image/webp', webpLossy],
    ['image/webp', webpLossless],
    ['image/webp', webpExtended],
    ['image/avif', avif],
    ['image/bmp', bmp],
  ])('of type %s tells its size', (contentType, make) => {
    expect(readImageHeader(make(640, 480))).toEqual({
      contentType,
      width: 640,
      height: 480,
      pixels: 640 * 480,
    })
    expect(readImageHeader(make(16_000, 16_001))?.pixels).toBe(16_000 * 16_001)
  })

  it('of an icon tells the size of the pictures in it', () => {
    expect(readImageHeader(ico(32, 32))).toMatchObject({ contentType: 'image/x-icon', pixels: 1024 })
    expect(readImageHeader(ico(0, 0))?.pixels).toBe(65_536)
    expect(readImageHeader(ico(16, 16, [...png(60_000, 60_000)]))?.pixels).toBe(3_600_000_000)
  })

  it('counts a bitmap that stands upside down', () => {
    expect(readImageHeader(bmp(640, -480 >>> 0))?.pixels).toBe(640 * 480)
  })

  it('takes the larger of two frames of a JPEG', () => {
    const twice = Buffer.concat([
      jpeg(10, 10).subarray(0, 27),
      Buffer.from(frame(0xc0, 10, 10)),
      jpeg(60_000, 60_000).subarray(27),
    ])
    expect(readImageHeader(twice)?.pixels).toBe(3_600_000_000)
  })

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '<!doctype html><img>',
    '%PDF-1.7',
    'BM',
    '',
  ])('is not seen in %j', content => {
    expect(readImageHeader(Buffer.from(content))).toBe(null)
  })

  it('never makes trouble when it is cut off anywhere', () => {
    for (const image of [
      png(5, 5),
      gif(5, 5),
      jpeg(5, 5),
      webpLossy(5, 5),
      webpExtended(5, 5),
      avif(5, 5),
      bmp(5, 5),
      ico(5, 5),
    ]) {
      for (let length = 0; length < image.length; length++) {
        expect(readImageHeader(image.subarray(0, length))?.pixels ?? 0).toBeLessThanOrEqual(65_536)
      }
    }
  })
})

describe('a remote image', () => {
  const open: Server[] = []
  afterEach(() => {
    for (const server of open.splice(0)) server.close()
  })

  async function fetched(listener: RequestListener) {
    const server = createServer(listener)
    open.push(server)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const fetch = createGuardedFetch({ allowPrivate: true, resolver: async () => ['127.0.0.1'] })
    const { port } = server.address() as AddressInfo
    return fetchRemoteImage(fetch, `http://images.example:${port}/a.png`)
  }
  const answering =
    (body: Buffer | string, headers: Record<string, string> = {}, status = 200): RequestListener =>
    (_, response) =>
      response.writeHead(status, headers).end(body)

  it('is named by its bytes, whatever its server calls it', async () => {
    let accept: string | undefined
    const image = await fetched((request, response) => {
      accept = request.headers.accept
      response.writeHead(200, { 'content-type': 'text/html' }).end(gif(1, 1))
    })
    expect(image).toEqual({ contentType: 'image/gif', bytes: gif(1, 1) })
    expect(accept).toBe('image/*')
  })

  it.each([
    ['a page', answering('<html>', { 'content-type': 'image/png' }), 'not-image'],
    ['SVG', answering('<svg/>', { 'content-type': 'image/svg+xml' }), 'not-image'],
    ['an image without a size', answering(gif(0, 10)), 'not-image'],
    ['a JPEG without a frame', answering(jpeg(1, 1).subarray(0, 20)), 'not-image'],
    ['an error page that is an image', answering(gif(1, 1), {}, 404), 'status'],
    ['a few bytes that claim to be 3,600 megapixels', answering(png(60_000, 60_000)), 'too-many-pixels'],
    ['six megabytes', answering(Buffer.concat([png(10, 10), Buffer.alloc(6_000_000)])), 'too-large'],
    ['a page elsewhere on a refused port', answering('', { location: 'http://a.example:22/' }, 302), 'port'],
  ])('is refused when it is %s', async (_, listener, reason) => {
    await expect(fetched(listener)).rejects.toMatchObject({ reason })
  })
})
