/**
 * Reads addresses as people type and paste them. The server decides which are valid; this only prevents
 * obvious mistakes.
 */
import type { Person } from '@yanshu/contract'

const ends = /[,;，；\n\r\t]/

/** Splits a line of addresses. A comma within quotes or brackets belongs to a name. */
export function splitAddresses(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    if (!quoted && ends.test(char)) {
      parts.push(part)
      part = ''
    } else part += char
  }
  parts.push(part)
  return parts.flatMap(one => splitAtSpaces(one.trim())).filter(one => one !== '')
}

/** "a@b.cn c@d.cn" are two addresses; "Li Lei <a@b.cn>" is one. */
function splitAtSpaces(part: string): string[] {
  const words = part.split(/\s+/)
  return words.length > 1 && words.every(word => isAddress(word)) ? words : [part]
}

const local = /^[^\s<>()[\]\\,;:@"]{1,64}$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u

export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1) return false
  const name = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    local.test(name) &&
    !/^\.|\.\.|\.$/.test(name) &&
    labels.length > 1 &&
    labels.every(one => label.test(one)) &&
    !/^[0-9]+$/.test(labels.at(-1) ?? '')
  )
}

/** Reads "名字 <地址>" or the bare address. */
export function personOf(text: string): Person {
  const [, name, address] = /^(.*?)\s*<([^<>]*)>$/su.exec(text.trim()) ?? []
  if (address === undefined) return { name: '', address: text.trim() }
  return { name: (name ?? '').replace(/^"(.*)"$/u, '$1').trim(), address: address.trim() }
}

/** Quotes a name with special characters (RFC 5322 section 3.2.4). */
export function textOf({ name, address }: Person): string {
  if (name === '' || name === address) return address
  const plain = name.replace(/["\\<>\r\n]/g, '')
  return /[,;:@()[\].，；]/u.test(plain) ? `"${plain}" <${address}>` : `${plain} <${address}>`
}

export const isRecipient = (text: string): boolean => isAddress(personOf(text).address)

const keyOf = (text: string) => personOf(text).address.toLowerCase()

/** Adds addresses that are not there yet. */
export function addTo(list: readonly string[], more: readonly string[]): string[] {
  const seen = new Set(list.map(keyOf))
  return [...list, ...more.filter(one => !seen.has(keyOf(one)) && seen.add(keyOf(one)))]
}

/** Returns the list without these addresses. */
export function without(list: readonly string[], gone: readonly string[]): string[] {
  const keys = new Set(gone.map(keyOf))
  return list.filter(one => !keys.has(keyOf(one)))
}
