/** All migrations, oldest first. A migration that has been released is never changed; a new one is added. */
import type { DatabaseKind, Tx } from '../types.ts'
import { up as foundation } from './0001-foundation.ts'
import { up as mail } from './0002-mail.ts'
import { up as card } from './0003-card.ts'
import { up as commerce } from './0004-commerce.ts'

export type Migration = { name: string; up(tx: Tx, kind: DatabaseKind): Promise<void> }

export const migrations: readonly Migration[] = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-mail', up: mail },
  { name: '0003-card', up: card },
  { name: '0004-commerce', up: commerce },
]
