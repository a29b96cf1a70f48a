import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createHostResolver } from './resolve-host.ts'

const typeA = 1
const typeAaaa = 28

/**
 * Starts a name server (RFC 1035, section 4) that gives every name the same addresses; null makes it fail.
 */
async function startNameServer(answers: Record<number, Buffer[] | null>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5
    const question = query.subarray(12, end)
    const records = answers[question.readUInt16BE(question.length - 4)] ?? null
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(records === null ? 0x8182 : 0x8180, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records?.length ?? 0, 6)
    const resources = (records ?? []).map(data => {
      const resource = Buffer.alloc(12)
      resource.writeUInt16BE(0xc00c, 0)
      question.copy(resource, 2, question.length - 4)
      resource.writeUInt16BE(data.length, 10)
      return Buffer.concat([resource, data])
    })
    socket.send(Buffer.concat([head, question, ...resources]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

const four = (...bytes: number[]) => Buffer.from(bytes)
const six = Buffer.from('26064700470000000000000000001111', 'hex')

describe('looking up a host', () => {
  it('gives the addresses of both families', async () => {
    const names = await startNameServer({ [typeA]: [four(1, 2, 3, 4), four(10, 0, 0, 1)], [typeAaaa]: [six] })
    const addresses = await createHostResolver([names.server])('www.example.com')
    expect([...addresses].sort()).toEqual(['1.2.3.4', '10.0.0.1', '2606:4700:4700::1111'])
    names.close()
  })

  it('is content with one family, and gives none when there is none', async () => {
    const half = await startNameServer({ [typeA]: [four(1, 2, 3, 4)], [typeAaaa]: [] })
    expect(await createHostResolver([half.server])('four.example.com')).toEqual(['1.2.3.4'])
    half.close()
    const none = await startNameServer({ [typeA]: [], [typeAaaa]: [] })
    expect(await createHostResolver([none.server])('none.example.com')).toEqual([])
    none.close()
  })
})
