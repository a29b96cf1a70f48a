/** A log-in of a mail program, and whether it still holds: programs stay connected for hours after it. */
import { publishIds } from '../../database/publish-ids.ts'
import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken } from '../../kernel/ids.ts'
import { isUsable } from '../account/mailbox.ts'
import { findMailbox, type MailboxRow } from '../account/repository.ts'
import { findAppPassword, isAppPasswordsOnly } from './repository.ts'

export type ProgramLogIn = {
  readonly mailboxId: string
  /** That of the mailbox, with which the log-in ends. */
  readonly passwordHash: string | null
  /** Null when the program came with the mailbox's own password. */
  readonly appPasswordId: string | null
}

/** App passwords end with the own password under which they were made. */
export const madeUnder = ({ password_hash }: Pick<MailboxRow, 'password_hash'>): string =>
  password_hash === null ? '' : hashToken(password_hash)

/** Returns the mailbox as it is now; null once its program may no longer be let in. */
export async function stillLoggedIn(
  { db, clock }: { db: Db; clock: Clock },
  logIn: ProgramLogIn,
): Promise<MailboxRow | null> {
  const mailbox = await findMailbox(db.query, logIn.mailboxId)
  if (!mailbox || mailbox.password_hash !== logIn.passwordHash || !isUsable(mailbox, clock.now())) return null
  const holds =
    logIn.appPasswordId === null
      ? !(await isAppPasswordsOnly(db.query, mailbox.id))
      : (await findAppPassword(db.query, logIn.appPasswordId)) !== undefined
  return holds ? mailbox : null
}

/** On this channel nodes hear of mailboxes whose programs may have to go. */
export const programsEndedChannel = 'programs-ended'

export const tellProgramsEnded = (db: Db, mailboxIds: readonly string[]): Promise<void> =>
  publishIds(db.bus, programsEndedChannel, mailboxIds)
