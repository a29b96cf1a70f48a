import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlace, openPlace } from '../testing/databases.ts'
import { until } from '../testing/hold.ts'
import { createSqliteWriter, type SqliteWriter } from './sqlite-writer.ts'

/** A connection that records each statement that begins or ends a transaction. */
class TracedDatabase extends DatabaseSync {
  readonly trace: string[] = []
  override exec(sql: string): void {
    this.trace.push(sql)
    super.exec(sql)
  }
}

describe('group commit', () => {
  let folder: string
  let database: TracedDatabase
  let reader: DatabaseSync
  let writer: SqliteWriter
  /** The number of commits before each flush to disk. */
  let flushes: number[]
  /** Each flush waits for this promise. */
  let disk: Promise<void>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-writer-'))
    const file = join(folder, 'x.sqlite')
    database = new TracedDatabase(file)
    database.exec('PRAGMA journal_mode=WAL')
    database.exec('CREATE TABLE note (text TEXT NOT NULL)')
    reader = new DatabaseSync(file)
    flushes = []
    disk = Promise.resolve()
    const flush = async () => {
      flushes.push(count('COMMIT'))
      await disk
    }
    const close = async () => undefined
    const idle = {
      noteCommit: () => undefined,
      wantsRest: () => false,
      restDone: () => undefined,
      stop: close,
    }
    writer = createSqliteWriter(database, { flush, close }, idle)
  })
  afterEach(() => {
    reader.close()
    database.close()
    rmSync(folder, { recursive: true })
  })

  const count = (sql: string) => database.trace.filter(entry => entry === sql).length
  const insert = (text: string) => database.prepare('INSERT INTO note VALUES (?)').run(text)
  const texts = () =>
    reader
      .prepare('SELECT text FROM note ORDER BY text')
      .all()
      .map(row => row.text)

  async function add(text: string): Promise<void> {
    const turn = await writer.begin()
    try {
      insert(text)
    } catch (cause) {
      turn.rollback()
      throw cause
    }
    await turn.commit()
  }

  it('makes many transactions share few commits', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, at) => add(`n${at}`)))
    expect(count('SAVEPOINT turn')).toBe(200)
    expect(count('COMMIT')).toBe(count('BEGIN IMMEDIATE'))
    expect(count('COMMIT')).toBeLessThan(40)
    expect(texts()).toHaveLength(200)
  })

  it('does not make one that comes alone wait for others', async () => {
    await add('one')
    await add('two')
    expect(count('COMMIT')).toBe(2)
  })

  it('resolves nobody before the flush that made its work durable', async () => {
    const gate = Promise.withResolvers<void>()
    disk = gate.promise
    let resolved = false
    const adding = add('one').then(() => {
      resolved = true
    })
    await until(() => flushes.length === 1)
    expect([flushes, texts(), resolved]).toEqual([[1], ['one'], false])
    gate.resolve()
    await adding
  })

  it('rejects every member when the flush fails, and has everything on disk before the next resolves', async () => {
    disk = Promise.reject(new Error('the disk failed'))
    disk.catch(() => undefined)
    const results = await Promise.allSettled([add('a'), add('b')])
    expect(results.map(result => result.status)).toEqual(['rejected', 'rejected'])
    disk = Promise.resolve()
    await add('c')
    const { log, checkpointed } = reader.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {}
    expect(checkpointed).toBe(log)
    expect(texts()).toContain('c')
  })

  it('rejects those that were committed before another flush failed, though their own succeeds', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    disk = first.promise
    const a = add('a')
    await until(() => flushes.length === 1)
    disk = second.promise
    const b = add('b')
    await until(() => flushes.length === 2)
    first.reject(new Error('the disk failed'))
    await expect(a).rejects.toThrow('the disk failed')
    second.resolve()
    await expect(b).rejects.toThrow('an earlier flush failed')
    disk = Promise.resolve()
    await add('c')
  })

  it('shows nothing of a group that is still open', async () => {
    const turn = await writer.begin()
    insert('early')
    expect(texts()).toEqual([])
    const done = turn.commit()
    await done
    expect(texts()).toEqual(['early'])
  })

  it('takes back one without touching the others of its group', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async text => {
        const turn = await writer.begin()
        insert(text)
        if (text === 'b' || text === 'd') turn.rollback()
        else await turn.commit()
      }),
    )
    await add('z')
    expect(texts()).toEqual(['a', 'c', 'z'])
  })

  it('runs one at a time, however long each takes', async () => {
    let inside = 0
    await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const turn = await writer.begin()
        expect(++inside).toBe(1)
        await new Promise(resolve => setImmediate(resolve))
        insert(`n${at}`)
        inside--
        await turn.commit()
      }),
    )
    expect(texts()).toHaveLength(10)
  })

  it('fails the whole group when the database is full, keeps nothing of it, and goes on when there is room', async () => {
    database.exec('PRAGMA max_page_count=12')
    const big = 'x'.repeat(3000)
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => add(`${at} ${big}`)))
    expect(results.some(result => result.status === 'rejected')).toBe(true)
    const kept = results.filter(result => result.status === 'fulfilled').length
    expect(texts()).toHaveLength(kept)
    database.exec('PRAGMA max_page_count=100000')
    await add('room again')
    expect(texts()).toHaveLength(kept + 1)
  })

  it('rejects every member when the commit itself fails', async () => {
    database.exec('PRAGMA foreign_keys=ON')
    database.exec('CREATE TABLE parent (id INTEGER PRIMARY KEY)')
    database.exec('CREATE TABLE child (id INTEGER REFERENCES parent(id) DEFERRABLE INITIALLY DEFERRED)')
    const orphan = async () => {
      const turn = await writer.begin()
      database.prepare('INSERT INTO child VALUES (1)').run()
      await turn.commit()
    }
    const results = await Promise.allSettled([add('with it'), orphan(), add('after it')])
    expect(results.map(result => result.status)).toEqual(Array(3).fill('rejected'))
    expect(texts()).toEqual([])
    await add('next group')
    expect(texts()).toEqual(['next group'])
  })

  it('passes the turn on even when taking back fails', async () => {
    const turn = await writer.begin()
    insert('lost')
    database.exec('RELEASE turn')
    expect(() => turn.rollback()).toThrow()
    await add('goes on')
    expect(texts()).toEqual(['goes on'])
  })
})

describe('transactions on the embedded database', () => {
  it('do not wait until the one before is on disk', async () => {
    const place = await makePlace('sqlite')
    const db = await openPlace(place)
    const order: string[] = []
    const keep = (name: string) =>
      db
        .transaction(async tx => {
          await tx.insertInto('setting').values({ scope: 'test', name, value: '1', updated_at: 1 }).execute()
          order.push('written')
        })
        .then(() => order.push('kept'))
    await Promise.all(['a', 'b', 'c'].map(keep))
    expect(order).toEqual(['written', 'written', 'written', 'kept', 'kept', 'kept'])
    await db.close()
    await place.remove()
  })
})
