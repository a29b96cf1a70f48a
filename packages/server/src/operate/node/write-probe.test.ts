import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, makeMigratedPlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { mayMount, onSmallDisk } from '../../testing/small-disk.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

const ready = async (site: TestApp) => (await site.fetch('/readyz')).status
const becomes = (site: TestApp, status: number) =>
  eventually(`/readyz answers ${status}`, async () => (await ready(site)) === status)

describe.each(databaseKinds)('a node on %s', kind => {
  it.skipIf(!mayMount)('is not ready while its disk is full, and is again when there is room', async () => {
    const small = onSmallDisk(await makeMigratedPlace(kind), 64)
    const site = await startTestApp(kind, { place: small.place })
    cleaning.push(async () => {
      await site.stop()
      await small.remove()
    })
    await becomes(site, 200)
    small.fill(0)
    await becomes(site, 503)
    expect((await site.fetch('/healthz')).status).toBe(200)
    small.empty()
    await becomes(site, 200)
  })

  it('is not ready while nothing can be written into its data folder', async () => {
    const site = await startTestApp(kind)
    cleaning.push(() => site.stop())
    await becomes(site, 200)
    const probe = join(site.place.dataDir, '.can-write')
    mkdirSync(probe)
    await becomes(site, 503)
    rmSync(probe, { recursive: true })
    await becomes(site, 200)
  })
})

describe('a node on postgres', () => {
  it('is not ready while the database only lets it read', async () => {
    const site = await startTestApp('postgres')
    cleaning.push(() => site.stop())
    await becomes(site, 200)
    const { db } = site.app
    const name = sql.raw(new URL(site.place.databaseUrl).pathname.slice(1))
    const readOnly = (value: string) =>
      db.transaction(async tx => {
        await sql`SET TRANSACTION READ WRITE`.execute(tx)
        await sql`ALTER DATABASE ${name} SET default_transaction_read_only = ${sql.lit(value)}`.execute(tx)
      })
    await readOnly('on')
    // Connections that are there keep what they began with.
    const cut = () =>
      db
        .transaction(tx =>
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(tx),
        )
        .catch(() => undefined)
    await eventually('/readyz answers 503', async () => {
      await cut()
      return (await ready(site)) === 503
    })
    await readOnly('off')
    await eventually('/readyz answers 200', async () => {
      await cut()
      return (await ready(site)) === 200
    })
  })
})
