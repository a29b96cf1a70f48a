import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { deleteRestsOver } from './repository.ts'

/** All rests of a day end at once: in portions, so that many of them hold up nobody. */
const portion = 1000
const maxPerSweep = 20_000

/** Forgets the rests that are over. */
export async function sweepRests({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  for (let total = 0; ; ) {
    const gone = await db.transaction(tx => deleteRestsOver(tx, clock.now(), portion))
    total += gone
    if (gone < portion || total >= maxPerSweep) return total
  }
}
