import { addressBytes } from './address-judge.ts'

/** Returns the name that holds the names of an address (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export function reverseName(address: string): string {
  const bytes = addressBytes(address)
  if (bytes.length === 4) return `${bytes.reverse().join('.')}.in-addr.arpa`
  const digits = bytes.flatMap(byte => [byte >> 4, byte & 15]).map(digit => digit.toString(16))
  return `${digits.reverse().join('.')}.ip6.arpa`
}
