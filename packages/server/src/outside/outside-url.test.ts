import { describe, expect, it } from 'vitest'
import { isOpenPort, judgeOutsideUrl } from './outside-url.ts'

describe('a URL to the outside', () => {
  it.each([
    'http://example.com/',
    'https://example.com',
    'HTTPS://EXAMPLE.COM:8443/path?x=1#part',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://例子.测试/',
    'http://example.com.:3000/',
  ])('%s may be saved', url => {
    expect(judgeOutsideUrl(url)).toBe(null)
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://１２７。０。０。１/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127%2e0%2e0%2e1/',
    'http://\t127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http:127.0.0.1/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xA9FEA9FE/',
    'http://2852039166/',
    'http://100.100.100.200/',
    'http://10.0.0.1:8080/',
    'http://192.168.1.1/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://api.localhost:3000/',
  ])('%s means an address of ours, however it is spelt', url => {
    expect(judgeOutsideUrl(url)).toBe('address')
  })

  it.each([
    'file:///etc/passwd',
    'gopher://example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'data:,x',
  ])('%s has a scheme that is not dialled', url => {
    expect(judgeOutsideUrl(url)).toBe('scheme')
  })

  it.each([
    '',
    'example.com',
    'http://',
    'http:///',
    'http://./',
    'http://user:secret@example.com/',
    'http://example.com@127.0.0.1/',
    'http://user@example.com/',
    'http://[::1/',
    'http://[fe80::1%25eth0]/',
    'http://exa mple.com/',
    'http://example.com:99999/',
    'http://256.256.256.256/',
    `http://example.com/${'a'.repeat(9000)}`,
  ])('%s is malformed or carries credentials', url => {
    expect(judgeOutsideUrl(url)).toBe('bad-url')
  })

  it.each([
    1, 21, 22, 25, 53, 110, 143, 445, 465, 587, 993, 1023, 2375, 2525, 3306, 5432, 6379, 11211, 27017,
  ])('cannot name port %i', port => {
    expect(judgeOutsideUrl(`http://example.com:${port}/`)).toBe('port')
  })

  it('can name the ports of web servers', () => {
    expect([80, 443, 1024, 3000, 8000, 8080, 8443, 9443, 65_535].filter(port => !isOpenPort(port))).toEqual(
      [],
    )
    expect([0, -1, 65_536, Number.NaN].filter(isOpenPort)).toEqual([])
  })
})
