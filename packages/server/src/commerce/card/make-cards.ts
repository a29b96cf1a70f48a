/** Making a batch of codes. They are shown to their maker once and are not kept. */
import type { CardKind } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { type DomainRow, findDomainsByNames } from '../../operate/domain/repository.ts'
import { bytesOf, kindNames, reaches } from './card.ts'
import { drawCardCode, type HashCode, tailOf } from './card-code.ts'
import { type CardBatchRow, type CardRow, countLiveCards, insertBatch } from './repository.ts'

export type MakeCardsDeps = { db: Db; clock: Clock; hashCode: HashCode }

export type CardOrder = {
  kind: CardKind
  count: number
  days: number | null
  uses: number
  domains: readonly string[]
  mailboxIds: readonly string[]
  quotaMb: number | null
  maySend: boolean
  expiresAt: number | null
  note: string
}

/** Codes of one account that wait to be used; a bound for accounts that are not the operator's. */
export const maxLiveCards = 100_000

function checkKind(order: CardOrder): void {
  if (order.kind === 'given' || order.kind === 'pay')
    throw invalidField('kind', '这种卡密还不能制作，请选开新邮箱或续期')
  if (order.mailboxIds.length > 0) throw invalidField('mailboxIds', '这种卡密不指定邮箱')
  if (order.kind !== 'renew') return
  if (order.days === null) throw invalidField('days', '续期卡要写天数')
  if (order.quotaMb !== null) throw invalidField('quotaMb', '续期卡不改容量')
  if (order.maySend) throw invalidField('maySend', '续期卡不改发信权限')
}

/** Nobody gives away what they do not have. */
function checkRights(caller: AccountCaller, order: CardOrder): void {
  if (caller.role === 'admin') return
  if (order.maySend && !caller.can.send)
    throw invalidField('maySend', '你的账号不能发信，卡密也不能带发信权限')
  const { storageMb } = caller.limits
  if (order.kind === 'open' && storageMb !== null && (order.quotaMb ?? Number.POSITIVE_INFINITY) > storageMb)
    throw invalidField('quotaMb', `最多 ${storageMb} MB`)
}

/** Every named domain must be there and within the maker's reach; otherwise it is as if it were not there. */
async function checkDomains(deps: MakeCardsDeps, batch: CardBatchRow, names: readonly string[]) {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return batch
  const found = await findDomainsByNames(deps.db.query, wanted)
  const named = { ...batch, domain_ids: JSON.stringify(found.map(domain => domain.id)) }
  const isGiven = (domain: DomainRow | undefined) => domain !== undefined && reaches(named, domain)
  const missing = wanted.filter(name => !isGiven(found.find(domain => domain.name === name)))
  if (missing.length > 0) throw invalidField('domains', `没有可用的域名 ${missing.slice(0, 3).join('、')}`)
  return named
}

/** So that two batches at once cannot both see the last free places; on SQLite writers are alone anyway. */
async function checkRoom(tx: Tx, db: Db, caller: AccountCaller, count: number): Promise<void> {
  if (caller.role === 'admin') return
  if (db.kind === 'postgres')
    await tx.selectFrom('sys_account').select('id').where('id', '=', caller.accountId).forUpdate().execute()
  const left = maxLiveCards - (await countLiveCards(tx, caller.accountId))
  if (count > left)
    throw new AppError('limitReached', {
      msg: `最多同时有 ${maxLiveCards} 张没用完的卡密，还能再做 ${Math.max(0, left)} 张`,
    })
}

export async function makeCards(
  deps: MakeCardsDeps,
  caller: AccountCaller,
  order: CardOrder,
): Promise<{ batchId: string; codes: string[] }> {
  const now = deps.clock.now()
  checkKind(order)
  checkRights(caller, order)
  if (order.expiresAt !== null && order.expiresAt <= now)
    throw invalidField('expiresAt', '截止时间要晚于现在')
  const batch = await checkDomains(
    deps,
    {
      id: newId(now),
      owner_id: caller.accountId,
      by_admin: flag(caller.role === 'admin'),
      kind: order.kind,
      days: order.days,
      domain_ids: '[]',
      quota_bytes: bytesOf(order.quotaMb),
      may_send: flag(order.maySend),
      created_at: now,
    },
    order.domains,
  )
  const codes = await deps.db.transaction(async tx => {
    await checkRoom(tx, deps.db, caller, order.count)
    const drawn = Array.from({ length: order.count }, drawCardCode)
    await insertBatch(
      tx,
      batch,
      drawn.map(
        (code): CardRow => ({
          id: newId(now),
          batch_id: batch.id,
          owner_id: caller.accountId,
          code_hash: deps.hashCode(code),
          tail: tailOf(code),
          standing: 'live',
          uses_left: order.uses,
          note: order.note,
          expires_at: order.expiresAt,
          created_at: now,
          used_at: null,
          used_by: '',
        }),
      ),
    )
    if (caller.role === 'admin')
      await writeAudit(tx, caller, now, {
        action: 'createCard',
        target: batch.id,
        detail: `${order.count} 张${kindNames[order.kind]}，${order.days === null ? '长期' : `${order.days} 天`}`,
      })
    return drawn
  })
  return { batchId: batch.id, codes }
}
