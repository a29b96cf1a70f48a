import { expect, test } from 'vitest'
import { clientNetwork as clientKey, plainAddress } from '../../../kernel/client-address.ts'
import { createAdmission, networkTimes, pressedPerClient } from './client-address.ts'

test('IPv4 through a dual-stack socket is plain IPv4', () => {
  expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(clientKey('::FFFF:192.0.2.1')).toBe(clientKey('192.0.2.1'))
})

test('IPv6 addresses of one /64 are one client, whatever their spelling', () => {
  const key = clientKey('2001:db8:0:1::5')
  expect(clientKey('2001:0db8:0000:0001:ffff:ffff:ffff:ffff')).toBe(key)
  expect(clientKey('2001:DB8:0:1:0:0:192.0.2.1')).toBe(key)
  expect(clientKey('2001:db8:0:2::5')).not.toBe(key)
  expect(clientKey('2001:db8::5')).not.toBe(key)
  expect(clientKey('::1')).toBe(clientKey('0:0:0:0:0:0:0:2'))
  expect(clientKey('fe80::1%eth0')).toBe(clientKey('fe80::2%eth1'))
})

test('a client is let in up to its limit and again after it leaves', () => {
  const admission = createAdmission(2)
  expect(admission.enter('2001:db8::1')).toBe(true)
  expect(admission.enter('2001:db8::2')).toBe(true)
  expect(admission.enter('2001:db8::3')).toBe(false)
  expect(admission.enter('192.0.2.1')).toBe(true)
  admission.leave('2001:db8::1')
  expect(admission.enter('2001:db8::3')).toBe(true)
})

test.each([
  ['addresses of one /24', (at: number) => `192.0.2.${at}`, '198.51.100.1'],
  ['networks of one /48', (at: number) => `2001:db8:1:${at}::1`, '2001:db8:2::1'],
])('%s have together four times what one may have', (_, client, elsewhere) => {
  const admission = createAdmission(2)
  const entered = Array.from({ length: 20 }, (_, at) => admission.enter(client(at)))
  expect(entered.filter(Boolean)).toHaveLength(2 * networkTimes)
  expect(admission.enter(elsewhere)).toBe(true)
})

test('twenty addresses cannot hold all places: the last quarter is for those who have few', () => {
  const admission = createAdmission(50, 1000)
  const clients = Array.from({ length: 20 }, (_, at) => `192.0.${at}.1`)
  let held = 0
  for (const client of clients) for (let at = 0; at < 50; at++) if (admission.enter(client)) held++
  expect(held).toBe(750 + 5 * pressedPerClient)
  for (let at = 0; at < 100; at++) expect(admission.enter(`198.51.${at}.1`)).toBe(true)
  for (const client of clients) admission.leave(client)
})
