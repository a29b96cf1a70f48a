/** Making a batch of codes. They are shown to their maker once and are not kept, unless the site wants them readable. */
import type { CardKind } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import { type DomainRow, findDomainsByNames } from '../../domain/domains.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { commerceWords } from '../words/words.ts'
import { countInBatch, insertBatch, lockBatch, recount, setBatch } from './batch-repository.ts'
import { bytesOf, cardScope, newCardRow, reaches } from './card.ts'
import { codePurpose, drawCardCode, type HashCode } from './card-code.ts'
import { checkRoom } from './card-limit.ts'
import { bindMailboxes, countAccounts } from './given-repository.ts'
import { type CardBatchRow, type CardRow, insertCards } from './repository.ts'

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

/** So many in one piece of work that a person waits for. */
const maxInBatch = 10_000

/** Mailboxes of one code: each gets a password of its own when it is handed out, which takes time. */
const maxPerCode = 50

function checkGiven(order: CardOrder): void {
  const { mailboxIds, count } = order
  if (mailboxIds.length === 0) throw invalidField('mailboxIds', commerceWords.chooseMailboxes)
  if (new Set(mailboxIds).size < mailboxIds.length)
    throw invalidField('mailboxIds', commerceWords.mailboxTwice)
  if (mailboxIds.length % count !== 0)
    throw invalidField('mailboxIds', commerceWords.unevenShares(mailboxIds.length, count))
  if (mailboxIds.length / count > maxPerCode)
    throw invalidField('mailboxIds', commerceWords.mailboxesPerCard(maxPerCode))
  if (order.uses !== 1) throw invalidField('uses', commerceWords.givenOnce)
  if (order.domains.length > 0) throw invalidField('domains', commerceWords.givenWithoutDomain)
  if (order.batchId !== undefined) throw invalidField('batchId', commerceWords.givenNotContinued)
}

function checkPaying(order: CardOrder): void {
  if (order.amount === undefined) throw invalidField('amount', commerceWords.giveAmount)
  if (order.days !== null) throw invalidField('days', commerceWords.payWithoutDays)
  if (order.uses !== 1) throw invalidField('uses', commerceWords.payWithoutUses)
  if (order.domains.length > 0) throw invalidField('domains', commerceWords.payWithoutDomain)
}

/** Fields that belong to other kinds. */
function checkKind(order: CardOrder): void {
  const { kind } = order
  if (kind === 'given') checkGiven(order)
  else if (order.mailboxIds.length > 0) throw invalidField('mailboxIds', commerceWords.kindWithoutMailboxes)
  if (kind === 'pay') checkPaying(order)
  else if (order.amount !== undefined) throw invalidField('amount', commerceWords.kindWithoutAmount)
  if (kind === 'open') return
  if (kind === 'renew' && order.days === null) throw invalidField('days', commerceWords.renewNeedsDays)
  if (order.quotaMb !== null) throw invalidField('quotaMb', commerceWords.kindWithoutQuota(kind))
  if (order.maySend) throw invalidField('maySend', commerceWords.kindWithoutSending(kind))
}

/** Nobody gives away what they do not have. */
function checkRights(caller: AccountCaller, order: CardOrder): void {
  if (caller.role === 'admin') return
  if (order.kind === 'pay') throw invalidField('kind', commerceWords.onlyAdminsPay)
  if (order.maySend && !caller.can.send) throw invalidField('maySend', commerceWords.cardMayNotSend)
  const { storageMb } = caller.limits
  if (order.kind !== 'open' || storageMb === null) return
  if (order.quotaMb === null) throw invalidField('quotaMb', commerceWords.quotaNeeded(storageMb))
  if (order.quotaMb > storageMb) throw invalidField('quotaMb', commerceWords.quotaAtMost(storageMb))
}

/** Every named domain must be there and within the maker's reach; otherwise it is as if it were not there. */
async function checkDomains(deps: MakeCardsDeps, batch: CardBatchRow, names: readonly string[]) {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return batch
  const found = await findDomainsByNames(deps.db.query, wanted)
  const named = { ...batch, domain_ids: JSON.stringify(found.map(domain => domain.id)) }
  const isGiven = (domain: DomainRow | undefined) => domain !== undefined && reaches(named, domain)
  const missing = wanted.filter(name => !isGiven(found.find(domain => domain.name === name)))
  if (missing.length > 0) throw invalidField('domains', commerceWords.noSuchDomains(missing.slice(0, 3)))
  return named
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
    throw new AppError('conflict', { msg: commerceWords.otherTerms })
  if ((await countInBatch(tx, batchId)) + count > maxInBatch)
    throw invalidField('count', commerceWords.batchLimit(maxInBatch))
  return batch
}

/** Each code gets its share, in the order in which the mailboxes were named. */
async function bindGiven(tx: Tx, order: CardOrder, cards: readonly CardRow[]): Promise<void> {
  const share = order.mailboxIds.length / cards.length
  const pairs = order.mailboxIds.map((mailboxId, at) => ({
    card_id: cards[Math.floor(at / share)]?.id ?? '',
    mailbox_id: mailboxId,
  }))
  if (!(await bindMailboxes(tx, pairs))) throw invalidField('mailboxIds', commerceWords.mailboxInOther)
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
    throw invalidField('expiresAt', commerceWords.endsTooEarly)
  const { keepCardCodes } = await deps.site.read()
  if (
    order.kind === 'given' &&
    (await countAccounts(deps.db.query, cardScope(caller), order.mailboxIds)) < order.mailboxIds.length
  )
    throw invalidField('mailboxIds', commerceWords.noSuchMailboxes)
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
      note: order.note,
      for_order: '',
      kept: flag(keepCardCodes),
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
        note: order.note === batch.note ? '' : order.note,
        expires_at: order.expiresAt,
        code_sealed: keepCardCodes ? deps.secrets.seal(codePurpose, code) : '',
      }),
    )
    if (batchId === undefined) await insertBatch(tx, batch, cards)
    else {
      await insertCards(tx, cards)
      if (keepCardCodes) await setBatch(tx, batchId, { kept: 1 })
    }
    if (order.kind === 'given') await bindGiven(tx, order, cards)
    await recount(tx, [batch.id])
    if (caller.role === 'admin')
      await writeAudit(tx, caller, now, {
        action: 'createCard',
        target: fact('cardBatch', { id: batch.id, note: batch.note }),
        detail: fact('cardsMade', { kind: order.kind, count, days: order.days, amount: order.amount }),
      })
    return { batchId: batch.id, codes, kept: keepCardCodes }
  })
}
