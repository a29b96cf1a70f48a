/** Decides which sender name a list may show. The sender writes the name, and it may be any address. */
import type { Person } from '@yanshu/contract'

const ADDRESS = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+\.[^\s<>"'(),;:@]+/gu

/** Folds signs that look like those in an address, and removes invisible ones. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()

/** True when the name contains an address that is not the sender's. */
export function pretends({ name, address }: Person): boolean {
  return (plain(name).match(ADDRESS) ?? []).some(found => found !== plain(address))
}

/** Returns the name, or the real address when there is no name or the name would deceive. */
export function senderName(person: Person): string {
  if (pretends(person)) return person.address || '没有发件人'
  return person.name || person.address || '没有发件人'
}
