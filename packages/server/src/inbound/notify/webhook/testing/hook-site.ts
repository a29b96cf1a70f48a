/** A database with people, hooks and receivers for tests, without the rest of the program. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SysRole } from '@yanshu/contract'
import type { DatabaseKind, Db } from '../../../../database/types.ts'
import { makeLocalDomain } from '../../../../domain/local-domain.ts'
import { findDomainByName } from '../../../../domain/repository.ts'
import { everything, unlimited } from '../../../../identity/access.ts'
import { newAccountRow } from '../../../../identity/manage/manage-sys-account.ts'
import { insertAccount } from '../../../../identity/sys-account/repository.ts'
import type { AccountCaller, LoggedIn, MailboxCaller } from '../../../../kernel/call/caller.ts'
import { newId } from '../../../../kernel/ids.ts'
import { createLog } from '../../../../kernel/log.ts'
import { createSecrets } from '../../../../kernel/secrets.ts'
import { insertMailbox, newMailboxRow } from '../../../../mailbox/account/repository.ts'
import { isPublicAddress } from '../../../../outside/address-judge.ts'
import { createGuardedFetch } from '../../../../outside/guarded-fetch.ts'
import { makePlace, openPlace } from '../../../../testing/databases.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { nothingRests } from '../../../../testing/nothing-rests.ts'
import { sayInbound } from '../../../words/say-inbound.ts'
import { createWebhookDeliverer } from '../deliver-webhooks.ts'
import { createHookCache } from '../hook-cache.ts'
import type { HookWays } from '../hook-ways.ts'
import { addHook, type HookFields } from '../manage-webhooks.ts'
import { queueDeliveries } from '../queue-deliveries.ts'
import type { MailEvent } from '../webhook.ts'

const domainName = 'yanshu.test'
const caller = { client: '127.0.0.1', agent: 'test', sessionId: 'session' }

export type Received = { url: string; headers: IncomingHttpHeaders; body: string }
export type Answer = (request: Received, response: ServerResponse) => unknown

export type HookSite = Awaited<ReturnType<typeof openHookSite>>
export type TestAccount = Awaited<ReturnType<HookSite['account']>>
export type TestMailbox = Awaited<ReturnType<HookSite['mailbox']>>

/** A clock that stands still until it is turned, so that due times can be compared exactly. */
function standingClock() {
  let now = Date.UTC(2026, 4, 1, 8)
  return {
    now: () => now,
    advance(ms: number) {
      now += ms
    },
  }
}

/** PostgreSQL begins to listen a moment after somebody asked it to; what is told before is lost. */
async function listening(db: Db): Promise<void> {
  let isHeard = false
  const unsubscribe = db.bus.subscribe('probe', () => {
    isHeard = true
  })
  await eventually('the bus is heard', async () => {
    await db.bus.publish('probe', '')
    return isHeard
  })
  unsubscribe()
}

async function startReceiver(answer: Answer): Promise<{ server: Server; port: number }> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    answer({ url: request.url ?? '', headers: request.headers, body }, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

export async function openHookSite(kind: DatabaseKind) {
  const place = await makePlace(kind)
  const db = await openPlace(place)
  await listening(db)
  const others: Db[] = []
  const servers: Server[] = []
  const logged: string[] = []
  const log = createLog('info', { write: line => void logged.push(line) })
  const clock = standingClock()
  const secrets = createSecrets('a master key for tests')
  const fetch = createGuardedFetch({ allowPrivate: true, resolver: async () => ['127.0.0.1'] })
  const ways: HookWays = () => ({ fetch, isAllowed: isPublicAddress })
  const hooks = createHookCache({ db, clock })
  await makeLocalDomain(db, domainName, clock.now())
  const domain = await findDomainByName(db.query, domainName)
  if (!domain) throw new Error('no local domain')
  const deps = { db, clock, log, secrets, ways, hooks, maxHooks: async () => 20, kick: () => undefined }

  return {
    ...deps,
    logged,

    async account(username: string, role: SysRole = 'user'): Promise<AccountCaller> {
      const row = newAccountRow({ now: clock.now(), username, passwordHash: 'none', rights: { role } })
      await db.transaction(tx => insertAccount(tx, row))
      return {
        ...caller,
        role,
        accountId: row.id,
        name: username,
        pages: [],
        can: everything,
        limits: unlimited,
      }
    },

    async mailbox(
      localPart: string,
      owner: AccountCaller | null = null,
    ): Promise<MailboxCaller & { owner_id: string | null; id: string }> {
      const id = newId(clock.now())
      const ownerId = owner?.accountId ?? null
      const row = newMailboxRow({
        id,
        localPart,
        domain,
        kind: 'temporary',
        ownerId,
        passwordHash: null,
        note: '',
        now: clock.now(),
        expires_at: null,
        end_after_mails: null,
        end_after_code: 0,
      })
      await db.transaction(tx => insertMailbox(tx, nothingRests, row))
      const { address } = row
      return { ...caller, role: 'mailbox', mailboxId: id, address, maySend: false, id, owner_id: ownerId }
    },

    /** A receiver; its URL, and what it got so far. */
    async receiver(answer: Answer = (_, response) => response.end('ok')) {
      const got: Received[] = []
      const { server, port } = await startReceiver((request, response) => {
        got.push(request)
        return answer(request, response)
      })
      servers.push(server)
      const close = () => new Promise(resolve => server.close(resolve))
      return { got, close, url: `http://receiver.example:${port}/hook` }
    },

    hook: (owner: LoggedIn, url: string, change: Partial<HookFields> = {}) =>
      addHook(deps, owner, {
        name: 'a hook',
        kind: 'generic',
        url,
        onlyCode: false,
        mailbox: null,
        enabled: true,
        ...change,
      }),

    /** Stores a mail as far as hooks are concerned; how many deliveries it made. */
    async arrive(
      mailbox: { id: string; address: string; owner_id: string | null },
      change: Partial<MailEvent> = {},
    ) {
      const toTell = await hooks.hooksFor(mailbox)
      const event: MailEvent = {
        mailId: newId(clock.now()),
        mailbox,
        from: { name: '某站', address: 'no-reply@example.com' },
        subject: '登录验证',
        preview: '您的验证码是 482913',
        code: '482913',
        link: null,
        receivedAt: clock.now(),
        ...change,
      }
      return db.transaction(tx => queueDeliveries(tx, toTell, event, clock.now()))
    },

    deliverer: (on: Db = db, graceMs = 10_000) => createWebhookDeliverer({ ...deps, db: on, graceMs }),

    /** As the log of a hook shows them. */
    async deliveries() {
      const rows = await db.query.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()
      return rows.map(row => ({ ...row, detail: sayInbound(row.detail) }))
    },

    /** The database as a second node sees it; SQLite has only one. */
    async otherNode(): Promise<Db> {
      if (kind === 'sqlite') return db
      const other = await openPlace(place)
      others.push(other)
      await listening(other)
      return other
    },

    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      hooks.close()
      for (const other of others) await other.close()
      await db.close()
      await place.remove()
    },
  }
}
