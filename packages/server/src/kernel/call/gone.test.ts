import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { goneSignal } from './gone.ts'

const server = createServer()
afterEach(() => {
  server.close()
})

async function asked() {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { socket, raw }
}

it('tells when the client hangs up', async () => {
  const { socket, raw } = await asked()
  const signal = goneSignal({ raw })
  expect(signal.aborted).toBe(false)
  socket.destroy()
  await once(signal, 'abort')
})

it('tells at once when the client hung up before', async () => {
  const { socket, raw } = await asked()
  socket.destroy()
  await once(raw, 'close')
  expect(goneSignal({ raw }).aborted).toBe(true)
})
