/**
 * Connects arriving mail to outgoing mail: reports settle sent mail, forwarding sends mail on, and a mailbox
 * answers automatically. This part of sending does not need the receiving side, so receiving can be built on
 * it.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { createKeyRing } from '../../domain/dkim-key.ts'
import { createSigningKeys } from '../../domain/signing-keys.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { bounceOwner } from '../bounce/settle-bounce.ts'
import { sealForwarded } from '../forward/seal-forward.ts'
import { sendersOf } from '../queue/repository.ts'
import { queueChannel } from '../queue/worker.ts'
import { answer } from './answer.ts'
import { createAutomaticMail } from './automatic-mail.ts'
import { forward } from './forward.ts'
import { settleBounces } from './settle-bounces.ts'

/** Derives the key of return paths. */
export const returnPathKey = (secrets: Secrets): Buffer => secrets.derive('return-path')

export function openArrival(deps: {
  db: Db
  clock: Clock
  log: Log
  blobs: BlobStore
  site: SiteSettings
  secrets: Secrets
  /** Checks a sender after it sent more. */
  watch(senderKey: string): Promise<void>
  /** Tells pages that the state of a recipient changed. */
  tellRecipient(recipientId: string): Promise<void>
}) {
  const { db, clock, blobs, site } = deps
  const key = returnPathKey(deps.secrets)
  const keysFor = createSigningKeys({ db, clock, secrets: deps.secrets }, createKeyRing(deps.secrets))
  const automatic = createAutomaticMail({ db, clock, site })

  async function queued(senderKeys: readonly string[]): Promise<void> {
    for (const sender of senderKeys) await deps.watch(sender)
    await db.bus.publish(queueChannel, '')
  }

  async function settled(recipientIds: readonly string[]): Promise<void> {
    for (const id of recipientIds) await deps.tellRecipient(id)
    for (const sender of await sendersOf(db.query, recipientIds)) await deps.watch(sender)
  }

  return {
    automatic,
    steps: {
      settleBounces: settleBounces({ db, key, settled }),
      forward: forward({
        ...{ db, clock, blobs, automatic, queued },
        seal: mail => sealForwarded({ clock, log: deps.log, keysFor }, mail),
      }),
      answer: answer({ db, clock, key, automatic, queued }),
    },
    /** Returns the mailbox whose mail a return path is about. */
    bounceOwner: (address: string) => bounceOwner(db, key, address),
    close: () => automatic.close(),
  }
}
