/** Making a batch of codes. They are shown to their maker once and are not kept, unless the site wants them readable. */
import type { CardKind } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { type DomainRow, findDomainsByNames } from '../../operate/domain/repository.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import type { Secrets } from '../../secrets.ts'
import { yuan } from '../payment/money.ts'
import { bytesOf, cardScope, kindNames, newCardRow, reaches } from './card.ts'
import { codePurpose, drawCardCode, type HashCode } from './card-code.ts'
import {
  bindMailboxes,
  type CardBatchRow,
  type CardRow,
  countAccounts,
  countInBatch,
  countLiveCards,
  insertBatch,
  insertCards,
  lockBatch,
} from './repository.ts'

export type MakeCardsDeps = {
  db: Db
  clock: Clock
  hashCode: HashCode
  secrets: Secrets
  site: SiteSettings
}

export type CardOrder = {
  kind: CardKind
  count: number
  days: number | null
  uses: number
  domains: readonly string[]
  mailboxIds: readonly string[]
  quotaMb: number | null
  maySend: boolean
  /** In 分, for codes that pay. */
  amount: number | undefined
  expiresAt: number | null
  note: string
  /** The batch that these are more of. */
  batchId: string | undefined
}

/** Codes of one account that wait to be used; a bound for accounts that are not the operator's. */
export const maxLiveCards = 100_000

/** So many in one piece of work that a person waits for. */
const maxInBatch = 10_000

/** Mailboxes of one code: each gets a password of its own when it is handed out, which takes time. */
const maxPerCode = 50

function checkGiven(order: CardOrder): void {
  const { mailboxIds, count } = order
  if (mailboxIds.length === 0) throw invalidField('mailboxIds', '请选择邮箱')
  if (new Set(mailboxIds).size < mailboxIds.length) throw invalidField('mailboxIds', '有重复的邮箱')
  if (mailboxIds.length % count !== 0)
    throw invalidField('mailboxIds', `${mailboxIds.length} 个邮箱不能平均分给 ${count} 张卡密`)
  if (mailboxIds.length / count > maxPerCode)
    throw invalidField('mailboxIds', `一张卡密最多 ${maxPerCode} 个邮箱`)
  if (order.uses !== 1) throw invalidField('uses', '开指定邮箱的卡密只能用一次')
  if (order.domains.length > 0) throw invalidField('domains', '开指定邮箱的卡密不选域名')
  if (order.batchId !== undefined) throw invalidField('batchId', '开指定邮箱的卡密不能接着做')
}

function checkPaying(order: CardOrder): void {
  if (order.amount === undefined) throw invalidField('amount', '请填写金额')
  if (order.days !== null) throw invalidField('days', '付款卡没有天数')
  if (order.uses !== 1) throw invalidField('uses', '付款卡用完为止，不设次数')
  if (order.domains.length > 0) throw invalidField('domains', '付款卡不选域名')
}

/** Fields that belong to other kinds. */
function checkKind(order: CardOrder): void {
  const { kind } = order
  if (kind === 'given') checkGiven(order)
  else if (order.mailboxIds.length > 0) throw invalidField('mailboxIds', '这种卡密不指定邮箱')
  if (kind === 'pay') checkPaying(order)
  else if (order.amount !== undefined) throw invalidField('amount', '这种卡密没有金额')
  if (kind === 'open') return
  const name = kindNames[kind]
  if (kind === 'renew' && order.days === null) throw invalidField('days', '续期卡要写天数')
  if (order.quotaMb !== null) throw invalidField('quotaMb', `${name}卡不改容量`)
  if (order.maySend) throw invalidField('maySend', `${name}卡不改发信权限`)
}

/** Nobody gives away what they do not have. */
function checkRights(caller: AccountCaller, order: CardOrder): void {
  if (caller.role === 'admin') return
  if (order.kind === 'pay') throw invalidField('kind', '只有管理员能做付款卡')
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

const terms = [
  'owner_id',
  'by_admin',
  'kind',
  'days',
  'domain_ids',
  'quota_bytes',
  'may_send',
  'amount',
] as const

/** Codes of one batch are worth the same: more of them only by their maker, and only with the same terms. */
async function continuedBatch(
  tx: Tx,
  db: Db,
  wanted: CardBatchRow,
  { batchId, count }: { batchId: string; count: number },
): Promise<CardBatchRow> {
  const batch = await lockBatch(tx, db.kind, batchId)
  if (batch?.owner_id !== wanted.owner_id) throw new AppError('notFound')
  if (terms.some(name => batch[name] !== wanted[name]))
    throw new AppError('conflict', { msg: '内容和这一批不一样，请另做一批' })
  if ((await countInBatch(tx, batchId)) + count > maxInBatch)
    throw invalidField('count', `一批最多 ${maxInBatch} 张`)
  return batch
}

const worthText = ({ amount, days }: CardOrder): string =>
  amount === undefined ? (days === null ? '长期' : `${days} 天`) : yuan(amount)

/** Each code gets its share, in the order in which the mailboxes were named. */
async function bindGiven(tx: Tx, order: CardOrder, cards: readonly CardRow[]): Promise<void> {
  const share = order.mailboxIds.length / cards.length
  const pairs = order.mailboxIds.map((mailboxId, at) => ({
    card_id: cards[Math.floor(at / share)]?.id ?? '',
    mailbox_id: mailboxId,
  }))
  if (!(await bindMailboxes(tx, pairs)))
    throw invalidField('mailboxIds', '有邮箱已经在别的卡密里，请先删除那张卡密')
}

export async function makeCards(
  deps: MakeCardsDeps,
  caller: AccountCaller,
  order: CardOrder,
): Promise<{ batchId: string; codes: string[]; kept: boolean }> {
  const now = deps.clock.now()
  checkKind(order)
  checkRights(caller, order)
  if (order.expiresAt !== null && order.expiresAt <= now)
    throw invalidField('expiresAt', '截止时间要晚于现在')
  const { keepCardCodes } = await deps.site.read()
  if (
    order.kind === 'given' &&
    (await countAccounts(deps.db.query, cardScope(caller), order.mailboxIds)) < order.mailboxIds.length
  )
    throw invalidField('mailboxIds', '有的邮箱账号没有找到')
  const wanted = await checkDomains(
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
      amount: order.amount ?? 0,
      created_at: now,
    },
    order.domains,
  )
  const { batchId, count } = order
  return deps.db.transaction(async tx => {
    await checkRoom(tx, deps.db, caller, count)
    const batch =
      batchId === undefined ? wanted : await continuedBatch(tx, deps.db, wanted, { batchId, count })
    const codes = Array.from({ length: count }, drawCardCode)
    const cards = codes.map(
      (code): CardRow => ({
        ...newCardRow(batch, deps.hashCode, code, now),
        uses_left: order.uses,
        note: order.note,
        expires_at: order.expiresAt,
        code_sealed: keepCardCodes ? deps.secrets.seal(codePurpose, code) : '',
      }),
    )
    if (batchId === undefined) await insertBatch(tx, batch, cards)
    else await insertCards(tx, cards)
    if (order.kind === 'given') await bindGiven(tx, order, cards)
    if (caller.role === 'admin')
      await writeAudit(tx, caller, now, {
        action: 'createCard',
        target: batch.id,
        detail: `${count} 张${kindNames[order.kind]}，${worthText(order)}`,
      })
    return { batchId: batch.id, codes, kept: keepCardCodes }
  })
}
