/**
 * Masks personal data in the log: of an address the first letter and the domain stay, of an IP address its
 * network. Operators who must not keep more can still follow a mail by its id.
 */
import { isIP } from 'node:net'
import { wideNetwork } from './client-address.ts'

export const maskClient = (address: string): string => (isIP(address) === 0 ? address : wideNetwork(address))

/** The first letter, which may be two units long. */
const firstLetter = (text: string): string => [...text.slice(0, 2)][0] ?? ''

/** Masks an address or a user name. */
export function maskPerson(text: string): string {
  if (text === '') return ''
  const at = text.lastIndexOf('@')
  return `${firstLetter(text)}…${at < 0 ? '' : text.slice(at)}`
}

const address = /[^\s"'<>()[\],;:=/\\@]+@(?=[\p{L}\p{N}])/gu
/** Whatever may be an IP address; times of the day are told apart below. */
const dotted = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\w)/g
const coloned = /(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:\.\d{1,3}){0,3}(?![\w:])/gi

/** Masks what stands in the middle of other words. */
export const maskWords = (text: string): string =>
  text
    .replace(address, found => `${firstLetter(found)}…@`)
    .replace(dotted, maskClient)
    .replace(coloned, maskClient)

/** Masks all texts within a value that was read from JSON; the names of fields stay. */
export function maskWithin(value: unknown): unknown {
  if (typeof value === 'string') return maskWords(value)
  if (Array.isArray(value)) return value.map(maskWithin)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskWithin(inner)]))
}
