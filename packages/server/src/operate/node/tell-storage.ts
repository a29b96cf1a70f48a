/** Tells admins when the room of this node runs out, and when there is enough again: webhooks and the audit log. */
import { hostname } from 'node:os'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { writeNotice } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { StorageFacts, StorageState, StorageWatch } from '../../ledger/storage/storage-watch.ts'
import { operateWords } from '../words/words.ts'

export type SiteNews = { id: string; headline: string; text: string }

export type TellStorageDeps = {
  db: Db
  clock: Clock
  storage: Pick<StorageWatch, 'facts'>
  /** Queues what admins' webhooks are told; answers how many there are. */
  queueSiteNews(tx: Tx, news: SiteNews, now: number): Promise<number>
  tellHooks(): void
}

const megabyte = 1_048_576
const inMb = (bytes: number | null): number | null => (bytes === null ? null : Math.floor(bytes / megabyte))

/** To be called now and then: tells what is different from the last time. */
export function createStorageTeller({ db, clock, storage, queueSiteNews, tellHooks }: TellStorageDeps) {
  let told: StorageState = 'plenty'

  return async function tell(): Promise<void> {
    const { state, freeBytes, databaseBytes }: StorageFacts = storage.facts()
    if (state === told) return
    const values = { state, host: hostname(), freeMb: inMb(freeBytes), databaseMb: inMb(databaseBytes) }
    const now = clock.now()
    const queued = await db.transaction(async tx => {
      await writeNotice(tx, now, {
        action: 'storageRoom',
        target: values.host,
        detail: fact('storageRoom', values),
      })
      const headline = operateWords.storage.headlines[state]
      return queueSiteNews(
        tx,
        { id: newId(now), headline, text: operateWords.storage.explained(values) },
        now,
      )
    })
    told = state
    if (queued > 0) tellHooks()
  }
}
