/** Lets an admin change the block list. Every change is in the audit log. */
import type { BlockKind } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { type AuditEntry, writeAudit } from '../../ledger/audit/write-audit.ts'
import { type BlockList, normalPattern } from '../../ledger/block/block-list.ts'
import { countBlocks, deleteBlocks, insertBlock } from '../../ledger/block/blocks.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { operateWords } from '../words/words.ts'

export type BlockDeps = { db: Db; clock: Clock; blocks: BlockList }

const maxBlocks = 20_000
const namedInAudit = 10

const blockEntry = (action: 'addBlock' | 'delBlock', patterns: readonly string[]): AuditEntry => ({
  action,
  target: fact('blockList', {}),
  detail: fact('someBlocks', { patterns: patterns.slice(0, namedInAudit), total: patterns.length }),
})

export async function addBlocks(
  deps: BlockDeps,
  caller: AccountCaller,
  request: { kind: BlockKind; patterns: readonly string[]; note: string },
): Promise<number> {
  const patterns: string[] = []
  for (const [at, text] of request.patterns.entries()) {
    const read = normalPattern(request.kind, text)
    if ('wrong' in read) {
      throw invalidField(`patterns.${at}`, operateWords.block.wrongPattern(text, read.wrong))
    }
    patterns.push(read.pattern)
  }
  const now = deps.clock.now()
  const added = await deps.db.transaction(async tx => {
    if ((await countBlocks(tx)) + patterns.length > maxBlocks) {
      throw new AppError('limitReached', { msg: operateWords.block.tooMany(maxBlocks) })
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
    if (made.length > 0) await writeAudit(tx, caller, now, blockEntry('addBlock', made))
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
    await writeAudit(tx, caller, now, blockEntry('delBlock', gone))
  })
  await deps.blocks.changed()
  return wanted.length
}
