import { expect, test } from 'vitest'
import type { SmtpLimits } from './limits.ts'
import { startServer, type TestClient, type TestServer, testCertificate } from './testing/test-client.ts'
import type { SmtpHandler } from './types.ts'

const context = testCertificate()

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

const auth: NonNullable<SmtpHandler['auth']> = (_session, _mechanism, { username, password }) =>
  Promise.resolve(username === 'user' && password === '密码' ? { ok: true, user: 'user' } : { ok: false })

async function submission(limits: Partial<SmtpLimits> = {}): Promise<TestServer & { client: TestClient }> {
  const started = await startServer({ tls: () => context, limits, handler: { auth } })
  const client = await started.greeted()
  await client.say('STARTTLS')
  await client.startTls()
  expect(await client.say('EHLO client.test')).toContain('AUTH PLAIN LOGIN')
  return { ...started, client }
}

test('AUTH is neither offered nor taken in the clear', async () => {
  const { greeted, reasons } = await startServer({ tls: () => context, handler: { auth } })
  const client = await greeted()
  expect(await client.say('EHLO client.test')).not.toContain('AUTH')
  expect(await client.say(`AUTH PLAIN ${base64('\0user\0密码')}`)).toMatch(/^538 5\.7\.11/)
  expect(reasons()).toEqual(['auth-without-tls'])
})

test('AUTH PLAIN works with and without an initial response, once', async () => {
  for (const isInitial of [true, false]) {
    const { client } = await submission()
    const response = base64('\0user\0密码')
    if (isInitial)
      expect(await client.say(`AUTH PLAIN ${response}`)).toBe('235 2.7.0 Authentication successful')
    else {
      expect(await client.say('auth plain')).toBe('334')
      expect(await client.say(response)).toBe('235 2.7.0 Authentication successful')
    }
    expect(await client.say(`AUTH PLAIN ${response}`)).toMatch(/^503 /)
  }
})

test('AUTH LOGIN asks for both', async () => {
  const { client } = await submission()
  expect(await client.say('AUTH LOGIN')).toBe(`334 ${base64('Username:')}`)
  expect(await client.say(base64('user'))).toBe(`334 ${base64('Password:')}`)
  expect(await client.say(base64('密码'))).toBe('235 2.7.0 Authentication successful')
})

test('nobody signs in on behalf of another', async () => {
  const { client, reasons } = await submission()
  expect(await client.say(`AUTH PLAIN ${base64('admin\0user\0密码')}`)).toMatch(/^535 5\.7\.8/)
  expect(reasons()).toEqual(['auth-identity'])
  expect(await client.say(`AUTH PLAIN ${base64('user\0user\0密码')}`)).toMatch(/^235 /)
})

test.each([
  'not base64!',
  'QUJD=',
  'QQ',
  base64('no separators'),
  base64('\0\0x'),
  base64('\0a\0b\0c'),
  '/w==',
])('the response %j is refused with 501', async response => {
  const { client } = await submission()
  await client.say('AUTH PLAIN')
  expect(await client.say(response)).toMatch(/^501 /)
  expect(await client.say('NOOP')).toMatch(/^250 /)
})

test('a star cancels, an unknown mechanism is refused, a transaction forbids', async () => {
  const { client } = await submission()
  await client.say('AUTH LOGIN')
  expect(await client.say('*')).toMatch(/^501 5\.7\.0/)
  expect(await client.say('AUTH CRAM-MD5')).toMatch(/^504 5\.5\.4/)
  expect(await client.say('AUTH')).toMatch(/^504 /)
  await client.say('MAIL FROM:<a@example.com>')
  expect(await client.say('AUTH LOGIN')).toMatch(/^503 /)
})

test('a megabyte of base64 is refused with 501, on the command line or after it, and leaves no trace of itself', async () => {
  const { client, refused } = await submission()
  const huge = 'QUJD'.repeat(256 * 1024)
  expect(await client.say(`AUTH PLAIN ${huge}`)).toBe('501 5.5.6 Authentication line too long')
  await client.say('AUTH PLAIN')
  expect(await client.say(huge)).toBe('501 5.5.6 Authentication line too long')
  expect(await client.say('NOOP')).toMatch(/^250 /)
  expect(JSON.stringify(refused.map(entry => entry.details))).not.toContain('QUJD')
})

test('the fifth wrong guess ends the connection', async () => {
  const { client, reasons } = await submission()
  const guess = `AUTH PLAIN ${base64('\0user\0wrong')}`
  for (let tries = 0; tries < 4; tries++) expect(await client.say(guess)).toMatch(/^535 5\.7\.8/)
  expect(await client.say(guess)).toBe('421 4.7.0 Too many authentication failures')
  expect(await client.reply()).toBe('closed')
  expect(reasons()).toEqual(['too-many-auth-failures'])
})

test('credentials are never part of what is reported', async () => {
  const { client, refused } = await submission()
  await client.say(`AUTH PLAIN ${base64('admin\0user\0密码')}`)
  await client.say(`AUTH PLAIN ${base64('\0user\0密码')} extra`)
  await client.say('AUTH LOGIN')
  await client.say(`${base64('user')}!`)
  expect(refused.length).toBeGreaterThanOrEqual(3)
  for (const { details } of refused) expect(details.text).toBeUndefined()
})
