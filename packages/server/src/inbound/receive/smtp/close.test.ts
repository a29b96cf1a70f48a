import { expect, test } from 'vitest'
import { beginData, openClient, startServer, stored, testCertificate } from './testing/test-client.ts'

test('idle clients are told, new ones are not let in', async () => {
  const { greeted, port, server, reasons } = await startServer()
  const idle = await greeted()
  const between = await greeted()
  await between.say('MAIL FROM:<a@example.com>')
  const closed = server.close(5000)
  expect(await idle.rest()).toEqual(['421 4.3.2 Service is shutting down'])
  expect(await between.rest()).toEqual(['421 4.3.2 Service is shutting down'])
  await closed
  expect(server.connections()).toBe(0)
  await expect(openClient(port)).rejects.toThrow('ECONNREFUSED')
  expect(reasons()).toEqual(['shutting-down', 'shutting-down'])
})

test('a message on its way is taken and answered, then the client is told', async () => {
  const { greeted, server, messages } = await startServer()
  const client = await greeted()
  await beginData(client)
  client.write('first half\r\n')
  const closed = server.close(5000)
  client.write('second half\r\n.\r\nMAIL FROM:<next@example.com>\r\n')
  expect(await client.rest()).toEqual(['250 2.0.0 Stored', '421 4.3.2 Service is shutting down'])
  await closed
  expect(messages.map(message => message.raw.toString())).toEqual(['first half\r\nsecond half\r\n'])
})

test('a message being stored is waited for', async () => {
  const entered = Promise.withResolvers<void>()
  const verdict = Promise.withResolvers<void>()
  const { greeted, server } = await startServer({
    handler: {
      data: async () => {
        entered.resolve()
        await verdict.promise
        return stored
      },
    },
  })
  const client = await greeted()
  await beginData(client)
  client.write('text\r\n.\r\n')
  await entered.promise
  const closed = server.close(5000)
  verdict.resolve()
  expect((await client.rest())[0]).toBe('250 2.0.0 Stored')
  await closed
})

test('after the grace what is left is cut', async () => {
  const context = testCertificate()
  const { greeted, server, messages } = await startServer({ tls: () => context })
  const sending = await greeted()
  await beginData(sending)
  sending.write('never finished\r\n')
  const shaking = await greeted()
  await shaking.say('STARTTLS')
  await server.close(50)
  expect(await sending.reply()).toBe('closed')
  expect(await shaking.reply()).toBe('closed')
  expect(messages).toHaveLength(0)
})

test('closing without a client or a listener is done at once', async () => {
  const { server } = await startServer()
  await server.close(5000)
  await server.close(5000)
})
