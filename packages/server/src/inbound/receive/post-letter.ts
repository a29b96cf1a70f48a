/**
 * Letters of the site's own to its mailboxes: judged and journaled like mail from one mailbox to another, so that filters,
 * room and notices hold for them as for all mail. What is to be true with the letter is written in the transaction that
 * journals it: a letter is sent once, or not at all.
 */
import type { Db, Tx } from '../../database/types.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import type { LocalAcceptance } from './accept-local.ts'
import { ownProtocol } from './envelope.ts'

export type Letter = { to: string; subject: string; text: string }

/** Throws when the mailbox does not take it; nothing is sent when the note says that it was sent before. */
export type PostLetter = (letter: Letter, note: (tx: Tx) => Promise<boolean>) => Promise<void>

type Deps = { db: Db; site: SiteSettings; local: LocalAcceptance }

/** Loaded when it is used: most of the time it is not. */
const loadComposer = async () => (await import('nodemailer/lib/mail-composer/index.js')).default

export const createPostLetter =
  (deps: Deps): PostLetter =>
  async (letter, note) => {
    const { siteName } = await deps.site.read()
    const from = `postmaster@${letter.to.slice(letter.to.lastIndexOf('@') + 1)}`
    const MailComposer = await loadComposer()
    const raw = await new MailComposer({ from: { name: siteName, address: from }, ...letter })
      .compile()
      .build()
    const verdict = await deps.local.judge({ from, to: letter.to, raw, protocol: ownProtocol })
    if (!verdict.ok) throw new Error(`${verdict.code} ${verdict.answer}`)
    const arrive = await deps.db.transaction(async tx =>
      (await note(tx)) ? deps.local.journal(tx, raw, verdict) : null,
    )
    arrive?.()
  }
