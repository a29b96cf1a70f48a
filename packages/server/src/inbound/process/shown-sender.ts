/** Who is shown, searched and filtered as the sender of a message: its author, or whoever stands in for one. */
import type { Person } from '@yanshu/contract'
import type { ParsedMail } from '../../mail/mime/parsed-mail.ts'

/** Whether it is an address at all: an author may be a mere name, or have anything between the angle brackets. */
export const isAddress = (text: string): boolean => /.@./.test(text)

/**
 * Where From has no address, it is that of Sender or of the envelope. What From says instead stays the name: beside a
 * true address it can be seen to pretend, as in `"service@bank.example" <>`.
 */
export function shownSender({ from, sender }: Pick<ParsedMail, 'from' | 'sender'>, envelope: string): Person {
  const named = from ?? sender
  if (named === null) return { name: '', address: envelope }
  if (isAddress(named.address)) return named
  const standIn = sender?.address ?? ''
  return { name: named.name || named.address, address: isAddress(standIn) ? standIn : envelope }
}
