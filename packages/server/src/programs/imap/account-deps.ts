/** What an account needs of the rooms below: reading in a thread of its own, room on the disk of its owner, sent bytes. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'
import type { ArrivedMail } from '../../inbound/process/arrived-mail.ts'
import { unreadableMail } from '../../inbound/process/unreadable-mail.ts'
import type { WorkerPool } from '../../inbound/process/worker-pool.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import type { StorageWatch } from '../../ledger/storage/storage-watch.ts'
import type { Envelope } from '../../mail/envelope.ts'
import { findMailbox } from '../../mailbox/account/mailboxes.ts'
import { sumUsedBytes } from '../../mailbox/account/use.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import type { AccountDeps } from './open-account.ts'
import { bytesOfSent } from './repository.ts'

const megabyte = 1_048_576

export type AccountWays = {
  db: Db
  clock: Clock
  blobs: BlobStore
  hub: EventHub
  log: Log
  pool: Pick<WorkerPool, 'run'>
  /** Whether there is room on the disk; absent where nobody watches it. */
  storage?: Pick<StorageWatch, 'hasRoom'>
}

const forLists = ({ from, attachmentCount, spamScore, ...mail }: ArrivedMail) => ({
  columns: {
    subject: mail.subject,
    from_name: from.name,
    from_address: from.address,
    preview: mail.preview,
    code: mail.code,
    link: mail.link,
    attachment_count: attachmentCount,
    spam_score: spamScore,
    details: mail.details,
  },
  tokens: mail.tokens,
})

export function accountDeps(ways: AccountWays): AccountDeps {
  const { db, blobs, pool, log, storage = { hasRoom: () => true } } = ways
  return {
    ...ways,
    storage,
    async read(raw: Buffer, envelope: Envelope) {
      // A copy travels: the bytes themselves are stored afterwards.
      const input = { raw: Uint8Array.from(raw), envelope, rules: [], pressed: false }
      const found = await pool.run('arrive', input).catch((cause: unknown) => {
        log.warn({ err: cause }, 'a message from a program could not be read')
        return null
      })
      return forLists(found?.mail ?? unreadableMail({ envelope }))
    },
    diskHasRoom: bytes => storage.hasRoom(bytes),
    async ownerHasRoom(ownerId, bytes) {
      const account = await findAccount(db.query, ownerId)
      const limit = account ? readRights(account).limits.storageMb : null
      return limit === null || (await sumUsedBytes(db.query, ownerId)) + bytes <= limit * megabyte
    },
    async sentBytes(id) {
      const row = await bytesOfSent(db.query, id)
      return row ? messageBytes(blobs, row) : null
    },
    mailboxNow: id => findMailbox(db.query, id),
  }
}
