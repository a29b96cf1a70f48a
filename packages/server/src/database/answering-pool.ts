/**
 * Drops connections on which the server no longer answers, as after a failover, when nothing reports that the
 * connection is over. Other connections of the same age are not used again either: the next user gets a new
 * connection and does not wait for the same time-out.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** The driver's message when `query_timeout` is over. */
const isUnanswered = (cause: unknown): boolean =>
  cause instanceof Error && cause.message === 'Query read timeout'

export function answeringPool(pool: pg.Pool): PostgresPool {
  let generation = 0
  const known = new WeakMap<pg.PoolClient, { client: PostgresPoolClient; generation: number }>()

  function watched(client: pg.PoolClient): PostgresPoolClient {
    let isGivenUp = false

    /** Everything that waits behind the unanswered query, such as the rollback, fails at once. */
    function giveUp(): void {
      isGivenUp = true
      generation++
      client.release(true)
    }

    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      return client.query(String(text), [...values]).catch((cause: unknown) => {
        if (isUnanswered(cause) && !isGivenUp) giveUp()
        throw cause
      })
    }

    return {
      query,
      release(discard) {
        if (!isGivenUp) client.release(discard)
      },
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      for (;;) {
        const client = await pool.connect()
        const held = known.get(client) ?? { client: watched(client), generation }
        known.set(client, held)
        if (held.generation === generation) return held.client
        client.release(true)
      }
    },
  }
}
