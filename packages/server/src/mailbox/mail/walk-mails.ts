/**
 * Going over all the mails of a scope, however many there are: by folder and number, as the indexes have them, a stretch
 * at a time. No statement goes over all of them, and between two stretches others get their turn: on SQLite everybody
 * would wait for one that takes long.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Query } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { nextMails, type WalkedMail } from './repository.ts'

const stretch = 2000

/** The numbers of those that are wanted, stretch by stretch; stretches without any are left out. */
export async function* walkMails(
  query: Query,
  {
    scope,
    mailboxId,
    folders,
  }: { scope: LetterScope; mailboxId: string | undefined; folders: readonly string[] },
  wanted: (mail: WalkedMail) => boolean,
): AsyncGenerator<number[]> {
  for (const folder of folders) {
    for (let after = 0; ; ) {
      const mails = await nextMails(query, { scope, mailboxId, folder }, after, stretch)
      const found = mails.filter(wanted).map(mail => mail.seq)
      if (found.length > 0) yield found
      const last = mails.at(-1)
      if (!last || mails.length < stretch) break
      after = last.seq
      await turn()
    }
  }
}
