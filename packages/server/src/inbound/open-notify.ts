/** Opens all that tells people and programs of news: event streams, webhooks and Web Push. */
import type { Db, Tx } from '../database/types.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { Caller, LoggedIn } from '../kernel/call/caller.ts'
import { type Clock, hour } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { EventHub } from '../ledger/event/event-hub.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import { stepsOfNews } from './arrival/arrival-steps.ts'
import { tellPages } from './arrival/tell-pages.ts'
import { tellPhones } from './arrival/tell-phones.ts'
import { tellWebhooks } from './arrival/tell-webhooks.ts'
import { createOpenStreams } from './notify/open-streams.ts'
import { createPusher } from './notify/push/push.ts'
import { pushRoutes } from './notify/push/routes.ts'
import { createVapid, readVapidKey } from './notify/push/vapid.ts'
import { notifyRoutes } from './notify/routes.ts'
import { createWebhookDeliverer } from './notify/webhook/deliver-webhooks.ts'
import { sweepDeliveries } from './notify/webhook/delivery-repository.ts'
import { createHookCache } from './notify/webhook/hook-cache.ts'
import type { HookWays } from './notify/webhook/hook-ways.ts'
import { queueOrderNews, queueSiteNews } from './notify/webhook/queue-deliveries.ts'
import { webhookRoutes } from './notify/webhook/routes.ts'
import type { OrderNews, SiteNews } from './notify/webhook/webhook.ts'

export type NotifyDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  site: SiteSettings
  names: SiteNames
  secrets: Secrets
  hub: EventHub
  /** Ways out to other people's servers; one each, so that pictures cannot hold up notices. */
  hookWays: HookWays
  pushFetch: GuardedFetch
  /** Tells which addresses `pushFetch` dials. */
  pushAllows: (address: string) => boolean
  /** The caller with the rights of now; a visitor when it is let in no more. */
  callerNow: (caller: LoggedIn) => Promise<Caller>
}

/** Names somebody a push service can write to (RFC 8292 section 2.1). */
function contactOf({ names, config }: Pick<NotifyDeps, 'names' | 'config'>): string {
  const url = names.publicUrl()
  return url.startsWith('https:') ? url : `mailto:postmaster@${config.localDomain}`
}

export async function openNotify(deps: NotifyDeps) {
  const { db, clock, log, metrics, site, secrets, hub } = deps
  const hooks = createHookCache({ db, clock })
  const deliverer = createWebhookDeliverer({ db, clock, log, secrets, ways: deps.hookWays })
  const kick = () => deliverer.kick()
  const vapid = createVapid(await readVapidKey(db, secrets, clock.now()), () => contactOf(deps))
  const pusher = createPusher({ db, clock, log, metrics, secrets, fetch: deps.pushFetch, vapid })
  metrics.gauge('yanshu_event_listeners', 'Open event streams and waiting calls.', () => hub.listeners())
  const jobs: Job[] = [
    {
      name: 'sweep-webhook-log',
      everyMs: hour,
      waitsAfterLeap: true,
      run: async () => void (await db.transaction(tx => sweepDeliveries(tx, clock.now()))),
    },
  ]

  return {
    jobs,
    /** The step of a mail's arrival that queues notices for webhooks. */
    tellWebhooks: tellWebhooks({ hooks, kick }),
    /** The steps that tell of a mail once it is stored. */
    news: stepsOfNews({ tellPages: tellPages(hub), tellPhones: tellPhones(pusher) }),
    /** Queues news of the store for webhooks, in the transaction in which it happens. */
    queueOrderNews: (tx: Tx, news: OrderNews, sellerId: string | null, now: number) =>
      queueOrderNews(tx, news, sellerId, db.kind === 'postgres', now),
    /** News about the site itself, for the webhooks of admins. */
    queueSiteNews: (tx: Tx, news: SiteNews, now: number) =>
      queueSiteNews(tx, news, db.kind === 'postgres', now),
    tellHooks: kick,
    handlers: {
      ...notifyRoutes({
        ...{ db, clock, hub },
        streams: createOpenStreams(),
        waits: createOpenStreams(),
        callerNow: deps.callerNow,
      }),
      ...webhookRoutes({
        ...{ db, clock, secrets, hooks, kick },
        ways: deps.hookWays,
        maxHooks: async () => (await site.read()).webhookLimit,
      }),
      ...pushRoutes({ db, clock, secrets, vapid, pusher, isAllowed: deps.pushAllows }),
    },
    start: () => deliverer.start(),
    async stop() {
      await deliverer.stop()
      await pusher.stop()
      hooks.close()
    },
  }
}
