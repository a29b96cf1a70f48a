/** The site's letters to the people of a mailbox: in their language, short, with the address of the page to go to. */
import type { Flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'
import { commerceWords } from '../words/words.ts'

const words = commerceWords.letters

export type Addressed = {
  address: string
  expires_at: number | null
  /** Whether its domain is for sale, so that it can be renewed in the store. */
  store: Flag
}

const renewLines = (mailbox: Addressed, site: string): string[] =>
  mailbox.store === 1 && mailbox.expires_at !== null
    ? [words.renew(`${site}/store?${new URLSearchParams({ renew: mailbox.address })}`)]
    : []

export type Letter = { to: string; subject: string; text: string }

/** Puts a letter into a mailbox, once: nothing is sent when the note says that it was sent before. */
export type PostLetter = (letter: Letter, note: (tx: Tx) => Promise<boolean>) => Promise<void>

export const welcomeLetter = (mailbox: Addressed, site: string): Letter => ({
  to: mailbox.address,
  subject: words.welcomeSubject,
  text: [
    words.opened(mailbox.address),
    '',
    words.lasts(mailbox.expires_at),
    words.logIn(`${site}/auth?${new URLSearchParams({ tab: 'email', address: mailbox.address })}`),
    ...renewLines(mailbox, site),
    '',
  ].join('\n'),
})

export function reminderLetter(
  mailbox: Addressed & { expires_at: number },
  graceDays: number,
  site: string,
): Letter {
  const { address, expires_at: end } = mailbox
  return {
    to: address,
    subject: words.endsSubject(end),
    text: [
      words.ends(address, end),
      '',
      ...renewLines(mailbox, site),
      words.renewByCard,
      '',
      words.afterwards(graceDays),
      '',
    ].join('\n'),
  }
}
