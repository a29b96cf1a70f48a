import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createWire } from './wire.ts'

async function pair(): Promise<{ near: Socket; far: Socket }> {
  const server = createServer({ allowHalfOpen: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [near] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    near.destroy()
    far.destroy()
    server.close()
  })
  return { near, far }
}

test('a client that pours while nobody reads is made to wait, and loses nothing', async () => {
  const { near, far } = await pair()
  const wire = createWire(near)
  const total = 32 * 1024 * 1024
  far.end(Buffer.alloc(total, 'x'))
  await expect.poll(() => wire.pending()).toBeGreaterThan(128 * 1024)
  for (let round = 0; round < 200; round++) await new Promise<void>(resolve => setImmediate(resolve))
  expect(wire.pending()).toBeLessThan(512 * 1024)
  let seen = 0
  for (;;) {
    const got = await wire.readOctets({ bytes: Number.POSITIVE_INFINITY, ms: 5000 })
    if (got.kind !== 'octets') {
      expect(got.kind).toBe('gone')
      break
    }
    seen += got.octets.length
  }
  expect(seen).toBe(total)
})

test('replies wait until something has to be read, and leave together', async () => {
  const { near, far } = await pair()
  const wire = createWire(near)
  far.write('one\r\ntwo\r\n')
  const max = { bytes: 100, discard: 100, ms: 5000 }
  expect(await wire.readLine(max)).toMatchObject({ kind: 'line' })
  wire.send({ code: 250, enhanced: '2.0.0', text: 'one' })
  expect(await wire.readLine(max)).toMatchObject({ kind: 'line' })
  wire.send({ code: 250, text: ['two', 'lines'] })
  expect(near.bytesWritten).toBe(0)
  const waiting = wire.readLine(max)
  const [packet] = (await once(far, 'data')) as [Buffer]
  expect(packet.toString()).toBe('250 2.0.0 one\r\n250-two\r\n250 lines\r\n')
  wire.beginClosing()
  expect(await waiting).toEqual({ kind: 'closing' })
})

test('a last reply reaches a client that is still sending', async () => {
  const { near, far } = await pair()
  const wire = createWire(near)
  let heard = ''
  far.on('data', (packet: Buffer) => {
    heard += packet.toString()
  })
  far.on('error', () => undefined)
  far.write(Buffer.alloc(4 * 1024 * 1024, 'x'))
  await expect.poll(() => wire.pending()).toBeGreaterThan(0)
  wire.send({ code: 421, enhanced: '4.7.0', text: 'Enough' })
  // Far beyond the time of the test: it is the client that ends this, having got rid of everything.
  await wire.end(60_000)
  expect(heard).toBe('421 4.7.0 Enough\r\n')
})

test('a client that does not close is cut when the linger is over', async () => {
  const { near, far } = await pair()
  far.allowHalfOpen = true
  const wire = createWire(near)
  await wire.end(30)
  expect(wire.isOpen()).toBe(false)
})

test('a command that comes while replies are still being fetched is not overlooked', async () => {
  const { near, far } = await pair()
  far.pause()
  const wire = createWire(near)
  for (let count = 0; count < 40_000; count++) wire.send({ code: 250, text: 'x'.repeat(400) })
  const reading = wire.readLine({ bytes: 100, discard: 100, ms: 60_000 })
  expect(near.writableNeedDrain).toBe(true)
  far.write('late\r\n')
  await expect.poll(() => wire.pending()).toBe(6)
  far.resume()
  expect(await reading).toEqual({ kind: 'line', octets: Buffer.from('late') })
})

test('a client that pours and does not take what it is sent is made to wait too', async () => {
  const { near, far } = await pair()
  const wire = createWire(near)
  const sending = wire.sendOctets(Buffer.alloc(32 * 1024 * 1024, 'x'), 20_000)
  far.pause()
  far.write(Buffer.alloc(32 * 1024 * 1024, 'y'))
  await expect.poll(() => wire.pending()).toBeGreaterThan(128 * 1024)
  for (let round = 0; round < 200; round++) await new Promise<void>(resolve => setImmediate(resolve))
  expect(wire.pending()).toBeLessThan(512 * 1024)
  far.resume()
  expect(await sending).toBe(true)
})

test('each wait has its own time, whatever was waited for before', async () => {
  const { near, far } = await pair()
  const wire = createWire(near)
  const long = { bytes: 100, discard: 100, ms: 60_000 }
  const first = wire.readLine(long)
  far.write('one\r\n')
  expect(await first).toMatchObject({ kind: 'line' })
  expect(await wire.readLine({ ...long, ms: 20 })).toEqual({ kind: 'timeout' })
  const short = wire.readLine({ ...long, ms: 20 })
  far.write('two\r\n')
  expect(await short).toMatchObject({ kind: 'line' })
  const after = wire.readLine(long)
  // Another client is silent for longer than the wait before might have taken.
  const silent = createWire((await pair()).near)
  expect(await silent.readLine({ ...long, ms: 60 })).toEqual({ kind: 'timeout' })
  far.write('three\r\n')
  expect(await after).toMatchObject({ kind: 'line', octets: Buffer.from('three') })
})

test('a client that does not fetch its replies is not read on, and is told from one that is silent', async () => {
  const { near, far } = await pair()
  const wire = createWire(near)
  far.pause()
  const total = 32 * 1024 * 1024
  far.write(Buffer.alloc(total, 'x'))
  expect(await wire.sendOctets(Buffer.alloc(total), 300)).toBe(false)
  expect(wire.pending()).toBeLessThan(1024 * 1024)
  expect(await wire.readOctets({ bytes: 10, ms: 20 })).toMatchObject({ kind: 'octets' })
})
