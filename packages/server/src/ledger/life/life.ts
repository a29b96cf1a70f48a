/**
 * Takes things through the turns of their lives: it applies the fate of every belonging in one transaction.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Belonging, Thing, Turn } from './belonging.ts'
import { clearColumn, deleteRows } from './repository.ts'

/** The request for a turn; `to` is the new holder, or the heir of the remains. */
export type TurnRequest = {
  thing: Thing
  turn: Turn
  ids: readonly string[]
  to: string | null
  now: number
}

export type Turns = { take(request: TurnRequest): Promise<void> }

export type Life = {
  /**
   * Runs a transaction in which things may take turns. When it resolves, the actions for after the turns have
   * run.
   */
  transaction<T>(work: (tx: Tx, turns: Turns) => Promise<T>): Promise<T>
}

/** Belongings are in the order in which their fates apply: rows that refer to a row go before that row. */
export function createLife(deps: { db: Db; blobs: BlobStore; belongings: readonly Belonging[] }): Life {
  const { db, blobs, belongings } = deps

  async function meetFate(
    tx: Tx,
    belonging: Belonging,
    request: TurnRequest,
    after: (() => Promise<void>)[],
  ) {
    const { table, column, spelled, tells } = belonging
    const fate = belonging[request.turn]
    if (fate === 'stays') return
    if (tells !== undefined) after.push(() => db.bus.publish(tells, ''))
    if (typeof fate === 'function') {
      const { ids, to, now } = request
      await fate(tx, {
        ...{ ids, to, now, db, blobs },
        after: act => void after.push(act),
        also: (thing, turn, others) => take(tx, { thing, turn, ids: others, to, now }, after),
      })
      return
    }
    const values = spelled === 'key' ? request.ids.map(id => `${request.thing}:${id}`) : request.ids
    await (fate === 'goes' ? deleteRows : clearColumn)(tx, table, column, values)
  }

  async function take(tx: Tx, request: TurnRequest, after: (() => Promise<void>)[]): Promise<void> {
    if (request.ids.length === 0) return
    for (const belonging of belongings)
      if (belonging.of === request.thing) await meetFate(tx, belonging, request, after)
  }

  return {
    async transaction(work) {
      let after: (() => Promise<void>)[] = []
      const done = await db.transaction(tx => {
        after = []
        return work(tx, { take: request => take(tx, request, after) })
      })
      for (const act of after) await act()
      return done
    },
  }
}
