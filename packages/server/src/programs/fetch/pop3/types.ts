/**
 * The seam between the POP3 listener and whoever keeps the mail: what a handler is asked, and what it hands out. Nothing
 * here knows of mailboxes, a database or settings.
 */

export type DropMail = {
  /** The same in every session, and never another's (RFC 1939 section 7, UIDL): 1 to 70 printable characters. */
  readonly uid: string
  readonly octets: number
}

/** The mails that one session sees, fixed when it opens. Mails are named by their place in the list. */
export type Maildrop = {
  readonly mails: readonly DropMail[]
  /** False once the mailbox may no longer be read with what the client signed in with. */
  isOpen(): Promise<boolean>
  /** The whole message; null when it is gone for good. */
  read(index: number): Promise<Buffer | null>
  /** Called when a whole message has been sent. */
  fetched(index: number): Promise<void>
  /** The UPDATE state (RFC 1939 section 6); rejects when not all of them could be removed. */
  remove(indexes: readonly number[]): Promise<void>
  /** The session is over, however it ended. */
  close(): Promise<void>
}

export type Entry =
  | { kind: 'open'; maildrop: Maildrop }
  /** Wrong, unknown, stopped: from outside all the same. */
  | { kind: 'wrong' }
  /** Too many attempts. */
  | { kind: 'later' }
  /** Too many sessions of this mailbox. */
  | { kind: 'inUse' }

export type Pop3Handler = {
  signIn(given: { username: string; password: string; client: string }): Promise<Entry>
  /** Reports an error of a call above; the client is told to come back. It must not throw. */
  failed(cause: unknown): void
}
