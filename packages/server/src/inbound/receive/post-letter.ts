/**
 * Sends the site's own letters to its mailboxes. They are judged and journaled like mail from one mailbox to
 * another, so that filters, quotas and notices apply as to all mail. The transaction that journals a letter
 * also writes the facts that must hold with it, so a letter is sent once or not at all.
 */
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { ownProtocol } from '../../mail/envelope.ts'
import type { LocalAcceptance } from './accept-local.ts'
import { writeSiteLetter } from './site-letter.ts'

export type Letter = { to: string; subject: string; text: string }

/** Throws when the mailbox does not take it; nothing is sent when the note says that it was sent before. */
export type PostLetter = (letter: Letter, note: (tx: Tx) => Promise<boolean>) => Promise<void>

type Deps = { db: Db; clock: Clock; site: SiteSettings; local: LocalAcceptance }

export const createPostLetter =
  (deps: Deps): PostLetter =>
  async (letter, note) => {
    const { siteName } = await deps.site.read()
    const { from, raw } = await writeSiteLetter({ siteName, ...letter }, deps.clock.now())
    const verdict = await deps.local.judge({ from, to: letter.to, raw, protocol: ownProtocol })
    if (!verdict.ok) throw new Error(`${verdict.code} ${verdict.answer}`)
    const arrive = await deps.db.transaction(async tx => ((await note(tx)) ? verdict.journal(tx) : null))
    arrive?.()
  }
