import { expect, test } from 'vitest'
import { clientNetwork as clientKey, plainAddress } from '../../../client-address.ts'
import { createAdmission } from './client-address.ts'

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
