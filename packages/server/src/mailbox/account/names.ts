/** Names for mailboxes: which may not be taken, and ones to suggest. */
import { randomInt } from 'node:crypto'
import type { NameStyle } from '@yanshu/contract'

/** Names by which the world expects to reach the people who run a domain (RFC 2142), and ones that could deceive. */
const reserved = new Set([
  ...[
    'abuse',
    'admin',
    'administrator',
    'billing',
    'hostmaster',
    'info',
    'mailer-daemon',
    'marketing',
    'no-reply',
  ],
  ...[
    'noc',
    'noreply',
    'postmaster',
    'root',
    'sales',
    'security',
    'service',
    'ssl',
    'ssladmin',
    'ssladministrator',
  ],
  ...[
    'sslwebmaster',
    'support',
    'sysadmin',
    'system',
    'usenet',
    'uucp',
    'webmaster',
    'www',
    'news',
    'ftp',
    'help',
  ],
])

/**
 * Returns the names with a rule of their own on a domain: withheld, or only for sale. The store knows them.
 */
export type SpecialNames = (domainId: string, names: readonly string[]) => Promise<ReadonlySet<string>>

/** Whether a name fits a pattern in which * stands for any characters and ? for one. At worst length times length. */
export function fitsPattern(name: string, pattern: string): boolean {
  let at = 0
  let from = 0
  /** Where to go on when what follows the last * does not fit: it takes one character more. */
  let retry: { at: number; from: number } | null = null
  while (at < name.length) {
    const wanted = pattern[from]
    if (wanted === '*') {
      retry = { at, from: ++from }
    } else if (wanted === '?' || (wanted !== undefined && wanted === name[at])) {
      at++
      from++
    } else if (retry) {
      retry.at++
      at = retry.at
      from = retry.from
    } else return false
  }
  return /^\**$/.test(pattern.slice(from))
}

/** Dots, dashes and plus tags do not make a reserved name another one. */
export function isReservedName(localPart: string, more: readonly string[]): boolean {
  const bare = localPart.replace(/[._-]/g, '')
  const matches = (name: string) =>
    fitsPattern(localPart, name) || fitsPattern(bare, name.replace(/[._-]/g, ''))
  return [...reserved].some(matches) || more.some(name => matches(name.trim().toLowerCase()))
}

const syllables = (
  'an bai bei bin bo cai chang chen chi chun dan dong fan fang fei feng gu guo hai han he hong hua huai jia jian jin ' +
  'jing ke lan lei li lian lin ling liu long lu luo mei meng ming mo mu nan ning pei ping qi qian qing qiu ran rong ' +
  'rui shan shen shi shu shuo si song su tang tao tian ting wan wei wen wu xi xia xiao xin xing xu xue xun ya yan yang ' +
  'yao ye yi yin ying yong you yu yuan yue yun zhao zhe zhen zhi zhong zhou zhu zi'
).split(' ')

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T
const letters = 'abcdefghijkmnpqrstuvwxyz'
const digits = '0123456789'
const many = (alphabet: string, count: number) =>
  Array.from({ length: count }, () => pick([...alphabet])).join('')

/** A name that reads well. `tries` counts failures before: the fuller the domain, the longer the name. */
export function suggestName(style: NameStyle, tries = 0): string {
  const extra = Math.min(4, Math.floor(tries / 3))
  switch (style) {
    case 'word':
      return pick(syllables) + pick(syllables) + many(digits, 2 + extra)
    case 'letters':
      return many(letters, 8 + extra)
    case 'digits':
      return pick([...'123456789']) + many(digits, 8 + extra)
    case 'mixed': {
      // Chance alone would leave one in twenty without a digit.
      const rest = [...many(letters + digits, 8 + extra)]
      return pick([...letters]) + rest.toSpliced(randomInt(rest.length + 1), 0, pick([...digits])).join('')
    }
  }
}

/** Two syllables and nothing else: the kind of name that people pay for. */
export const shortName = (): string => pick(syllables) + pick(syllables)
