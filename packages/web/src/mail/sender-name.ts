/** What a list may show of a sender. A name is written by whoever sent the mail, and may be any address. */
import type { Person } from '@yanshu/contract'

const ADDRESS = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+\.[^\s<>"'(),;:@]+/gu

/** Signs that look like the one in an address, and those that show nothing. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()

/** Whether the name gives an address out as the sender's that is not. */
export function pretends({ name, address }: Person): boolean {
  return (plain(name).match(ADDRESS) ?? []).some(found => found !== plain(address))
}

/** The name; the real address where there is none, or where the name would deceive. */
export function senderName(person: Person): string {
  if (pretends(person)) return person.address || '没有发件人'
  return person.name || person.address || '没有发件人'
}
