import { describe, expect, it } from 'vitest'
import { clientNetwork, plainAddress, wideNetwork } from './client-address.ts'

describe('the network a client is counted by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  it('is one for all addresses of an IPv6 customer, and another for the next', () => {
    const first = clientNetwork('2001:db8:aaaa:bbbb::1')
    expect(clientNetwork('2001:db8:aaaa:bbbb:ffff:ffff:ffff:ffff')).toBe(first)
    expect(clientNetwork('2001:db8:aaaa:bbbc::1')).not.toBe(first)
  })

  it('shows IPv4 undressed', () => {
    expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(plainAddress('::ffff:a00:1')).toBe('::ffff:a00:1')
  })
})

describe('the wider network around a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.200', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::', '2001:db8:1::/48'],
  ])('of %s is %s', (address, network) => {
    expect(wideNetwork(address)).toBe(network)
  })
})
