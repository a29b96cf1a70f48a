/**
 * Implements the bus with LISTEN/NOTIFY. One connection listens; when it breaks, a new one is made. A message
 * published meanwhile is lost, so a message only tells that something changed, and the database always holds
 * the change itself. Listeners that need every change are told of the gap and look there.
 */
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { isOutOfReach } from '../kernel/out-of-reach.ts'
import { createLocalBus } from './local-bus.ts'
import type { Schema } from './schema.ts'
import type { Bus } from './types.ts'

const channelName = 'yanshu'
/** NOTIFY takes less than 8,000 bytes. */
const maxPayload = 7900
const reconnectMs = 500

const connectMs = 10_000

export type PostgresBusOptions = {
  url: string
  query: Kysely<Schema>
  onError: (cause: unknown) => void
  /**
   * How often the bus checks that the server still answers, because it may vanish silently, and how long it
   * waits for the answer.
   */
  probe: { everyMs: number; answerMs: number } | null
}

export function createPostgresBus({
  url,
  query,
  onError,
  probe,
}: PostgresBusOptions): Bus & { close(): Promise<void> } {
  const local = createLocalBus()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let retry: NodeJS.Timeout | null = null
  let closed = false
  let broken = false

  function again(cause: unknown): void {
    client = null
    connecting = null
    if (closed) return
    broken = true
    onError(cause)
    retry = setTimeout(() => void listen().catch(() => undefined), reconnectMs)
    retry.unref()
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'yanshu-bus',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      ...(probe && { query_timeout: probe.answerMs }),
    })
    next.on('error', cause => {
      if (client === next) again(cause)
    })
    next.on('notification', ({ payload }) => {
      if (!payload) return
      const cut = payload.indexOf(' ')
      local.deliver(payload.slice(0, cut), payload.slice(cut + 1))
    })
    try {
      await next.connect()
      client = next
      await next.query(`LISTEN ${channelName}`)
      if (broken) local.tellGap()
      broken = false
    } catch (cause) {
      await next.end().catch(() => undefined)
      again(cause)
      throw cause
    }
  }

  async function look(): Promise<void> {
    const asked = client
    try {
      await asked?.query('SELECT 1')
    } catch (cause) {
      void asked?.end().catch(() => undefined)
      if (client === asked) again(cause)
    }
  }
  const looking = probe && setInterval(() => void look(), probe.everyMs).unref()

  function listen(): Promise<void> {
    connecting ??= connect()
    return connecting
  }

  return {
    goesOut: true,
    async publish(channel, message) {
      const payload = `${channel} ${message}`
      if (Buffer.byteLength(payload) > maxPayload) throw new Error('bus message too long')
      const notify = () => sql`SELECT pg_notify(${channelName}, ${payload})`.execute(query)
      // A publisher's connection may break while the listeners' connections do not. They would never notice
      // the lost message, so it is sent again.
      await notify().catch(cause => {
        if (!isOutOfReach(cause)) throw cause
        return notify()
      })
    },
    subscribe(channel, listener) {
      void listen().catch(() => undefined)
      return local.subscribe(channel, listener)
    },
    onGap: local.onGap,
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      if (looking) clearInterval(looking)
      await connecting?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
