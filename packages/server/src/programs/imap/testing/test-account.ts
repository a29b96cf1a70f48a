/** Opens a mailbox of a test site as IMAP sessions see it, beside the program's own pages. */
import { openBlobs } from '../../../blobs/open-blobs.ts'
import { readMessage } from '../../../inbound/process/read-message.ts'
import { noOpinion } from '../../../inbound/process/scan/opinion.ts'
import { createLog } from '../../../kernel/log.ts'
import { redraftMessage } from '../../../mail/show/redraft-message.ts'
import { openHub } from '../../../mailbox/open-mailbox.ts'
import type { TestMailbox } from '../../../testing/people.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { accountDeps } from '../account-deps.ts'
import { type AccountDeps, openAccount } from '../open-account.ts'
import type { Answer, ImapAccount } from '../types.ts'

const askNobody = () => Promise.reject(Object.assign(new Error('not asked'), { code: 'ENOTFOUND' }))

export function programOf(site: TestApp): AccountDeps {
  const { db } = site.app
  const log = createLog('error', { write: () => undefined })
  const ways = accountDeps({
    ...{ db, log, clock: site.clock, blobs: openBlobs(db, site.place.dataDir) },
    hub: openHub({ db, log }),
    storage: { hasRoom: () => true },
    // Messages of tests are small: they are read here.
    pool: {
      async run(task, input) {
        if (task === 'redraft')
          return redraftMessage(Buffer.from((input as { raw: Uint8Array }).raw)) as never
        const { raw, envelope } = input as { raw: Uint8Array; envelope: Parameters<typeof readMessage>[1] }
        const asked = { resolver: askNobody, scan: async () => noOpinion }
        const { mail } = await readMessage(Buffer.from(raw), envelope, asked)
        return { mail, outcomes: [] } as never
      },
    },
  })
  return ways
}

export const accountOf = (site: TestApp, box: TestMailbox, deps = programOf(site)): ImapAccount =>
  openAccount(deps, box, async () => true)

/** The value of an answer that must be one. */
export function done<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.reason)
  return answer.value
}

/** A folder by its path. */
export async function folderAt(account: ImapAccount, ...path: string[]): Promise<string> {
  const found = (await account.folders()).find(folder => folder.path.join('/') === path.join('/'))
  if (!found) throw new Error(`no folder ${path.join('/')}`)
  return found.id
}

/** A program's own copy of a folder, kept up to date by the changes since its last state alone. */
export type Replica = {
  id: string
  modseq: number
  uidNext: number
  messages: Map<number, { modseq: number; flags: readonly string[] }>
}

export async function openReplica(account: ImapAccount, id: string): Promise<Replica> {
  const { figures, messages } = done(await account.open(id))
  return {
    id,
    modseq: figures.highestModseq,
    uidNext: figures.uidNext,
    messages: new Map(messages.map(({ uid, modseq, flags }) => [uid, { modseq, flags }])),
  }
}

/** Throws when a rule of RFC 9051 or RFC 7162 about the numbers is broken. */
export async function catchUp(account: ImapAccount, replica: Replica): Promise<void> {
  const { figures, changed, vanished } = done(await account.changes(replica.id, replica.modseq))
  const must = (isSo: boolean, rule: string) => {
    if (!isSo) throw new Error(`${rule}: ${JSON.stringify({ replica, figures, changed, vanished })}`)
  }
  must(figures.highestModseq >= replica.modseq, 'HIGHESTMODSEQ never goes back')
  must(figures.uidNext >= replica.uidNext, 'UIDNEXT never goes back')
  for (const { uid, modseq, flags } of changed) {
    must(modseq > replica.modseq && modseq <= figures.highestModseq, 'what changed has a newer MODSEQ')
    must(replica.messages.has(uid) || uid >= replica.uidNext, 'a new message has a new UID')
    must(uid < figures.uidNext, 'UIDNEXT is above all UIDs')
    replica.messages.set(uid, { modseq, flags })
  }
  for (const uid of vanished) {
    must(uid < figures.uidNext, 'only what was there vanishes')
    must(!changed.some(one => one.uid === uid), 'what vanished did not change')
    replica.messages.delete(uid)
  }
  replica.modseq = figures.highestModseq
  replica.uidNext = figures.uidNext
}
