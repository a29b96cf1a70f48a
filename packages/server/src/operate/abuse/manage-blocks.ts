/** What an admin does to the block list. Every change is in the audit log. */
import type { BlockKind } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { type BlockList, normalPattern } from './block-list.ts'
import { countBlocks, deleteBlocks, insertBlock } from './repository.ts'

export type BlockDeps = { db: Db; clock: Clock; blocks: BlockList }

const maxBlocks = 20_000
const namedInAudit = 10

const someOf = (patterns: readonly string[]): string =>
  patterns.length > namedInAudit
    ? `${patterns.slice(0, namedInAudit).join(', ')} 等 ${patterns.length} 个`
    : patterns.join(', ')

export async function addBlocks(
  deps: BlockDeps,
  caller: AccountCaller,
  request: { kind: BlockKind; patterns: readonly string[]; note: string },
): Promise<number> {
  const patterns: string[] = []
  for (const [at, text] of request.patterns.entries()) {
    const read = normalPattern(request.kind, text)
    if ('wrong' in read) {
      throw new AppError('invalidInput', { fields: { [`patterns.${at}`]: `“${text}”：${read.wrong}` } })
    }
    patterns.push(read.pattern)
  }
  const now = deps.clock.now()
  const added = await deps.db.transaction(async tx => {
    if ((await countBlocks(tx)) + patterns.length > maxBlocks) {
      throw new AppError('limitReached', { msg: `拦截名单最多 ${maxBlocks} 条` })
    }
    const made: string[] = []
    for (const pattern of patterns) {
      const { kind, note } = request
      const row = {
        ...{ id: newId(now), kind, pattern, note, created_by: caller.name, created_at: now },
        ...{ hits: 0, last_hit_at: null },
      }
      if (await insertBlock(tx, row)) made.push(pattern)
    }
    if (made.length > 0) {
      await writeAudit(tx, caller, now, { action: 'addBlock', target: '拦截名单', detail: someOf(made) })
    }
    return made.length
  })
  await deps.blocks.changed()
  return added
}

export async function removeBlocks(
  deps: BlockDeps,
  caller: AccountCaller,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)]
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const gone = await deleteBlocks(tx, wanted)
    if (gone.length !== wanted.length) throw new AppError('notFound')
    await writeAudit(tx, caller, now, { action: 'delBlock', target: '拦截名单', detail: someOf(gone) })
  })
  await deps.blocks.changed()
  return wanted.length
}
