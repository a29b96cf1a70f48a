/**
 * LISTEN/NOTIFY as a bus. One connection listens; when it breaks it is made again. A message that is published while it
 * is down is lost: the bus tells that something changed, it is never the only place where something stands. Who has to
 * know of every change is told of the gap, and looks there.
 */
import pg from 'pg'
import { createLocalBus } from './local-bus.ts'
import type { Bus } from './types.ts'

const channelName = 'yanshu'
/** NOTIFY takes less than 8,000 bytes. */
const maxPayload = 7900
const reconnectMs = 500

export function createPostgresBus(
  url: string,
  pool: pg.Pool,
  onError: (cause: unknown) => void,
): Bus & { close(): Promise<void> } {
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
    const next = new pg.Client({ connectionString: url, application_name: 'yanshu-bus', keepAlive: true })
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

  function listen(): Promise<void> {
    connecting ??= connect()
    return connecting
  }

  return {
    goesOut: true,
    async publish(channel, message) {
      const payload = `${channel} ${message}`
      if (Buffer.byteLength(payload) > maxPayload) throw new Error('bus message too long')
      await pool.query('SELECT pg_notify($1, $2)', [channelName, payload])
    },
    subscribe(channel, listener) {
      void listen().catch(() => undefined)
      return local.subscribe(channel, listener)
    },
    onGap: local.onGap,
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      await connecting?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
