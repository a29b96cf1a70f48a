import { domainToASCII } from 'node:url'
import { describe, expect, it } from 'vitest'
import { writtenDomain } from './written-domain.ts'

describe('the written form of a domain', () => {
  it.each([
    '中文.公司',
    'bücher.example',
    'mail.例え.テスト',
    'президент.рф',
    '邮件a邮件.中国',
    '😀.example',
    'a.한국',
    '雁书雁书雁书雁书雁书雁书雁书雁书雁书.网络',
  ])('of what the DNS has for %s', written => {
    const name = domainToASCII(written)
    expect(name).toContain('xn--')
    expect(writtenDomain(name)).toBe(written)
    expect(writtenDomain(name.toUpperCase())).toBe(written)
  })

  it.each([
    'example.com',
    'xn--.com',
    'xn--a',
    'xn--99999999999',
    'xn--ab!c.com',
    'xn--a-ecp.ru.',
    'not xn--x',
    '',
  ])('of %s, which stands for nothing else, is the name itself', name => {
    expect(writtenDomain(name)).toBe(name)
  })
})
