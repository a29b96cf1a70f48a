/** Opens the way of a mail from the journal into its mailboxes: journal, reading in its turn, storing, telling. */
import { join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../database/types.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { Envelope } from '../mail/envelope.ts'
import type { ArrivalStep } from '../mailbox/mail/arrival-step.ts'
import { createRecent } from '../mailbox/mail/figures.ts'
import type { Rests } from '../mailbox/rest/resting-names.ts'
import type { NewsStep } from './arrival/arrival-steps.ts'
import { storeWithSteps } from './arrival/run-steps.ts'
import { type RuleCache, recipientMailbox } from './filter/load-rules.ts'
import { createJournal } from './journal/journal.ts'
import { openSpool, spoolFolder } from './journal/spool/spool.ts'
import { createProcessor, maxReading } from './process/processor.ts'
import { countAside, noteMissing } from './process/set-aside.ts'
import { createStoreQueue } from './process/store-queue.ts'
import type { WorkerPool } from './process/worker-pool.ts'
import type { RecipientRules } from './process/worker-protocol.ts'

export type StoringDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  site: SiteSettings
  blobs: BlobStore
  resting: Rests
  nodeId: string
  pool: WorkerPool
  rules: RuleCache
  steps: readonly ArrivalStep[]
  news: readonly NewsStep[]
  /** Hears of each message that was accepted here and is in its mailboxes now, or in another node's hands. */
  arrived(seq: number): void
}

/** The next messages are written while the last are flushed to disk; a server has several connections. */
const storedTogether = 48
const storesAtOnce = { sqlite: 2, postgres: 4 } as const

async function rulesOf(rules: RuleCache, { recipients }: Envelope): Promise<RecipientRules[]> {
  const list: RecipientRules[] = []
  for (const recipient of recipients) {
    const held = await rules.rulesFor(recipientMailbox(recipient))
    if (held.length > 0) list.push({ address: recipient.address, rules: held })
  }
  return list
}

export async function openStoring(deps: StoringDeps) {
  const { config, db, clock, log, metrics, site, blobs, nodeId, pool, rules, steps, news } = deps
  const seconds = metrics.histogram(
    'yanshu_mail_visible_seconds',
    'From the acceptance of a mail to its event.',
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  )
  const recent = createRecent()
  const spool =
    db.kind === 'sqlite'
      ? await openSpool({ folder: join(config.dataDir, spoolFolder), db, clock, log })
      : null
  const processor = createProcessor({
    ...{ db, clock, log, blobs, pool, nodeId, spool },
    rulesOf: envelope => rulesOf(rules, envelope),
    store: createStoreQueue(storeWithSteps({ db, clock, log, blobs, site, steps, resting: deps.resting }), {
      maxTogether: storedTogether,
      atOnce: storesAtOnce[db.kind],
      manyComing: () => processor.backlog() > 2 * maxReading,
      isPressed: () => processor.isPressed(),
    }),
    async tell(journaled, stored) {
      for (const mail of stored) for (const step of news) await step.tell(mail)
      const took = (clock.now() - journaled.receivedAt) / 1000
      seconds.observe(took)
      recent.note(took)
    },
    settled(seq) {
      deps.arrived(seq)
      spool?.settled(seq)
    },
    missing: seq => noteMissing({ db, clock, log }, seq),
  })
  metrics.gauge('yanshu_inbound_set_aside', 'Messages accepted whose content is missing on disk.', () =>
    countAside(db),
  )
  metrics.gauge('yanshu_inbound_backlog', 'Messages accepted and not yet in their mailboxes.', () =>
    processor.backlog(),
  )

  return {
    processor,
    journal: createJournal({ db, clock, blobs, nodeId, spool }),
    /** How long the last mails took to be seen. */
    recent,
    async stop() {
      await processor.stop()
      await spool?.close()
    },
  }
}
