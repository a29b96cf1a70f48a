/** Returns the sender of a message for display, search and filters: its author, or a substitute. */
import type { Person } from '@yanshu/contract'
import type { ParsedMail } from '../../mail/mime/parsed-mail.ts'

/** Whether it is an address at all: an author may be a mere name, or have anything between the angle brackets. */
export const isAddress = (text: string): boolean => /.@./.test(text)

/**
 * When From has no address, that of Sender or of the envelope is used. The text of From stays as the name, so
 * that a deceptive name is visible beside a true address, as in `"service@bank.example" <>`.
 */
export function shownSender({ from, sender }: Pick<ParsedMail, 'from' | 'sender'>, envelope: string): Person {
  const named = from ?? sender
  if (named === null) return { name: '', address: envelope }
  if (isAddress(named.address)) return named
  const standIn = sender?.address ?? ''
  return { name: named.name || named.address, address: isAddress(standIn) ? standIn : envelope }
}
