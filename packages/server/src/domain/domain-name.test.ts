import { describe, expect, it } from 'vitest'
import { isOurs, namesAbove, readDomainName } from './domain-name.ts'

const nameOf = (text: string) => {
  const read = readDomainName(text)
  return read.ok ? read.name : read.fault
}

describe('the name of a domain', () => {
  it('has one spelling, whatever was typed', () => {
    const twins = [
      '例子.com',
      'xn--fsqu00a.com',
      'XN--FSQU00A.com.',
      ' 例子。com ',
      '例子．com',
      'https://例子.com/',
    ]
    expect(twins.map(nameOf)).toEqual(twins.map(() => 'xn--fsqu00a.com'))
    expect(nameOf('ＥＸＡＭＰＬＥ.com')).toBe('example.com')
  })

  it.each([
    ['com', 'form'],
    ['co.uk', 'suffix'],
    ['com.cn', 'suffix'],
    ['github.io', 'suffix'],
    ['127.0.0.1', 'address'],
    ['[::1]', 'address'],
    ['0x7f.1', 'address'],
    ['localhost', 'form'],
    ['a b.com', 'form'],
    ['_dmarc.example.com', 'form'],
    ['-a.com', 'form'],
    ['a..com', 'form'],
    ['user@example.com', 'form'],
    ['example.com:25', 'form'],
    [`${'a'.repeat(64)}.com`, 'form'],
    [`${'a.'.repeat(120)}com`, 'form'],
    ['xn--a.com', 'form'],
    ['a.b.c.d.e.f.g.example.com', 'form'],
    ['', 'form'],
  ])('refuses %s (%s)', (text, fault) => {
    expect(nameOf(text)).toBe(fault)
  })

  it('knows the names above it up to the one that can be registered', () => {
    expect(namesAbove('a.b.example.co.uk')).toEqual(['b.example.co.uk', 'example.co.uk'])
    expect(namesAbove('example.co.uk')).toEqual([])
  })

  it('is ours when it is, is above or is beside a host of ours', () => {
    const own = ['mail.example.com', 'yanshu.test']
    expect(
      ['example.com', 'mail.example.com', 'x.mail.example.com', 'other.example.com', 'yanshu.test'].map(
        name => isOurs(name, own),
      ),
    ).toEqual([true, true, true, true, true])
    expect(isOurs('example.org', own)).toBe(false)
    // Neighbours on a private suffix are unrelated.
    expect(isOurs('b.github.io', ['a.github.io'])).toBe(false)
  })
})
