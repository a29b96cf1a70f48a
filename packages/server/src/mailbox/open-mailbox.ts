/** Mailboxes and the mails in them: their calls, the events about them, and what time takes away. */
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../database/types.ts'
import type { BeginJob } from '../jobs/long/long-job.ts'
import type { Job } from '../jobs/scheduler.ts'
import { type Clock, hour, minute, second } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createEventHub, type EventHub } from '../ledger/event/event-hub.ts'
import type { SayFact } from '../ledger/fact/fact.ts'
import type { Life } from '../ledger/life/life.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { Reader } from '../mail/show/reader.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import { sweepMailboxes, sweepMails } from './life/sweep.ts'
import { type PostLetter, sweepLooks, tellHolders } from './look/end-look.ts'
import { lookRoutes } from './look/routes.ts'
import { rangeWork } from './mail/delete-range.ts'
import type { Recent } from './mail/figures.ts'
import { loadMailEvent } from './mail/mail-event.ts'
import { createReading } from './mail/reading.ts'
import { mailboxRoutes } from './mail/routes.ts'
import { forgetLongVanished } from './numbering/forget-vanished.ts'
import type { RestingNames } from './rest/resting-names.ts'
import { sweepRests } from './rest/sweep-rests.ts'

/** The events of this site; those about a mail too large to travel are read anew. */
export const openHub = (deps: { db: Db; log: Log }): EventHub =>
  createEventHub({ ...deps, loadMail: seq => loadMailEvent(deps.db.query, seq) })

export function openMailboxes(deps: {
  db: Db
  clock: Clock
  blobs: BlobStore
  site: SiteSettings
  life: Life
  resting: RestingNames
  hub: EventHub
  reader: Reader
  recent: Recent
  /** The way out to pictures in mails. */
  imageFetch: GuardedFetch
  begin: BeginJob
  log: Log
  postLetter: PostLetter
  sayFact: SayFact
}) {
  const { db, clock, blobs, site, life, resting, hub, recent, log, postLetter, sayFact } = deps
  const removing = { db, clock, blobs, site, life, resting }
  const reading = createReading({ blobs, pool: deps.reader })
  const jobs: Job[] = [
    {
      name: 'sweep-mailboxes',
      everyMs: minute,
      waitsAfterLeap: true,
      async run() {
        await sweepMailboxes(removing)
        await sweepRests({ db, clock })
      },
    },
    {
      name: 'sweep-mails',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: () => sweepMails(removing),
    },
    {
      name: 'forget-vanished',
      everyMs: hour,
      waitsAfterLeap: true,
      run: () => forgetLongVanished({ db, clock }),
    },
    {
      name: 'end-looks',
      everyMs: 20 * second,
      async run() {
        await sweepLooks({ db, clock, site })
        await tellHolders({ db, clock, site, log, postLetter })
      },
    },
  ]
  return {
    reading,
    jobs,
    works: [rangeWork({ db, clock, blobs, hub })],
    handlers: {
      ...mailboxRoutes({
        ...{ db, clock, blobs, reading, hub, recent },
        ...{ fetch: deps.imageFetch, begin: deps.begin },
      }),
      ...lookRoutes({ db, clock, site, sayFact }),
    },
  }
}
