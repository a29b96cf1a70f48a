import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddressKind, isPublicAddress, judgeAddress } from './address-judge.ts'

/** The first and last address of every range, then neighbours outside it. */
const cases: readonly (readonly [string, AddressKind])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.255.255.255', 'unspecified'],
  ['1.0.0.0', 'public'],
  ['9.255.255.255', 'public'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.64.0.0', 'shared'],
  ['100.100.100.200', 'shared'],
  ['100.127.255.255', 'shared'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['127.0.0.0', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['128.0.0.0', 'public'],
  ['168.63.129.15', 'public'],
  ['168.63.129.16', 'metadata'],
  ['168.63.129.17', 'public'],
  ['169.253.255.255', 'public'],
  ['169.254.0.0', 'link-local'],
  ['169.254.169.254', 'link-local'],
  ['169.254.255.255', 'link-local'],
  ['169.255.0.0', 'public'],
  ['172.15.255.255', 'public'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.0', 'public'],
  ['192.0.0.0', 'protocol'],
  ['192.0.0.255', 'protocol'],
  ['192.0.1.0', 'public'],
  ['192.0.2.0', 'documentation'],
  ['192.0.2.255', 'documentation'],
  ['192.0.3.0', 'public'],
  ['192.52.193.1', 'transition'],
  ['192.88.98.255', 'public'],
  ['192.88.99.1', 'transition'],
  ['192.88.100.0', 'public'],
  ['192.167.255.255', 'public'],
  ['192.168.0.0', 'private'],
  ['192.168.255.255', 'private'],
  ['192.169.0.0', 'public'],
  ['198.17.255.255', 'public'],
  ['198.18.0.0', 'benchmark'],
  ['198.19.255.255', 'benchmark'],
  ['198.20.0.0', 'public'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.7', 'documentation'],
  ['223.255.255.255', 'public'],
  ['224.0.0.0', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.0', 'reserved'],
  ['255.255.255.255', 'reserved'],

  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::2', 'mapped'],
  ['::127.0.0.1', 'mapped'],
  ['::8.8.8.8', 'mapped'],
  ['::ffff:127.0.0.1', 'mapped'],
  ['::ffff:7f00:1', 'mapped'],
  ['::ffff:8.8.8.8', 'mapped'],
  ['0:0:0:0:0:FFFF:0A00:0001', 'mapped'],
  ['::ffff:0:127.0.0.1', 'mapped'],
  ['::1:0:0:0', 'reserved'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['64:ff9b::a9fe:a9fe', 'link-local'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['64:ff9b:1::8.8.8.8', 'transition'],
  ['64:ff9b:1:ffff::1', 'transition'],
  ['64:ff9b:2::1', 'reserved'],
  ['100::1', 'reserved'],
  ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
  ['2000::1', 'public'],
  ['2001::1', 'transition'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'transition'],
  ['2001:1::1', 'protocol'],
  ['2001:2::1', 'protocol'],
  ['2001:20::1', 'protocol'],
  ['2001:1ff:ffff::1', 'protocol'],
  ['2001:200::1', 'public'],
  ['2001:db7:ffff::1', 'public'],
  ['2001:db8::1', 'documentation'],
  ['2001:db8:ffff:ffff::1', 'documentation'],
  ['2001:db9::1', 'public'],
  ['2002:7f00:1::', 'transition'],
  ['2002:808:808::1', 'transition'],
  ['2003::1', 'public'],
  ['2606:4700:4700::1111', 'public'],
  ['2606:4700::5efe:10.0.0.1', 'transition'],
  ['2606:4700::200:5efe:7f00:1', 'transition'],
  ['3ffe::1', 'reserved'],
  ['3fff::1', 'documentation'],
  ['3fff:fff:ffff::1', 'documentation'],
  ['3fff:1000::1', 'public'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fbff::1', 'reserved'],
  ['fc00::1', 'unique-local'],
  ['fd00:ec2::254', 'unique-local'],
  ['fdff:ffff::1', 'unique-local'],
  ['fe00::1', 'reserved'],
  ['fe80::1', 'link-local'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['feff::1', 'site-local'],
  ['ff00::1', 'multicast'],
  ['ff02::1', 'multicast'],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
]

describe('an address', () => {
  it.each(cases)('%s is %s', (address, kind) => {
    expect(judgeAddress(address)).toBe(kind)
  })

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '127.0.0.1.',
    ' 8.8.8.8',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%1',
    '8.8.8.8:80',
    '１２７.0.0.1',
  ])('in any form but the final one (%j) is never public', text => {
    expect(judgeAddress(text)).toBe('not-an-address')
  })

  it('is judged by value, however an IPv6 address is written', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), groups => {
        const long = groups.map(group => group.toString(16).padStart(4, '0')).join(':')
        const short = new URL(`http://[${long}]/`).hostname.slice(1, -1)
        expect(judgeAddress(short)).toBe(judgeAddress(long.toUpperCase()))
      }),
    )
  })

  it('is never public when IPv4 is hidden in a mapped, 6to4 or Teredo address', () => {
    fc.assert(
      fc.property(fc.ipV4(), address => {
        const [a, b, c, d] = address.split('.').map(part => Number(part).toString(16).padStart(2, '0'))
        const hidden = [`::ffff:${address}`, `2002:${a}${b}:${c}${d}::1`, `2001::${a}${b}:${c}${d}`]
        expect(hidden.filter(isPublicAddress)).toEqual([])
      }),
    )
  })
})
