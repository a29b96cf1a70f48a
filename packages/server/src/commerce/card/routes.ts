import type { CardStep, CardRow as ShownCard } from '@yanshu/contract'
import { accountIdOf, asAccount } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import { tableHeaders } from '../../kernel/call/file-headers.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { commerceWords } from '../words/words.ts'
import { domainIdsOf, stepOf, worthOf } from './card.ts'
import { mailboxesOfCard } from './given-repository.ts'
import { type MakeCardsDeps, makeCards } from './make-cards.ts'
import { exportCards, listBatches } from './manage-batches.ts'
import { deleteCards, editCards, listCards, revealCards } from './manage-cards.ts'
import {
  domainChoices,
  findPresented,
  type Opened,
  openGiven,
  openWithCard,
  type RedeemDeps,
  renewWithCard,
} from './redeem-card.ts'
import type { CardWithBatch } from './repository.ts'

const shown = (card: CardWithBatch, names: ReadonlyMap<string, string>, now: number): ShownCard => ({
  ...worthOf(
    card,
    domainIdsOf(card).flatMap(id => names.get(id) ?? []),
    now,
  ),
  id: card.id,
  batchId: card.batch_id,
  kept: card.code_sealed !== '',
  tail: card.tail,
  note:
    card.note || card.batch_note || (card.for_order === '' ? '' : commerceWords.creditNote(card.for_order)),
  step: stepOf(card, now),
  soldAt: isoTimeOrNull(card.sold_at),
  soldTo: card.sold_to,
  createdAt: isoTime(card.created_at),
  expiresAt: isoTimeOrNull(card.expires_at),
  usedAt: isoTimeOrNull(card.used_at),
  usedBy: commerceWords.cardUsedBy(card.used_by, card.used_mailboxes),
})

const timeOf = (text: string | null | undefined): number | null | undefined =>
  text == null ? text : Date.parse(text)

const pageOf = ({
  page = 1,
  pageSize = 20,
}: {
  page?: number | undefined
  pageSize?: number | undefined
}) => ({
  page,
  pageSize,
})

type Chosen = { ids?: string[] | undefined; batchId?: string | undefined; step?: CardStep | undefined }
const chosen = ({ ids, batchId, step }: Chosen) => ({ ids, batchId, step })

export function cardRoutes(deps: RedeemDeps & MakeCardsDeps) {
  const worth = async (card: CardWithBatch) => {
    const given = card.kind === 'given' ? await mailboxesOfCard(deps.db.query, card.id) : []
    const addresses = given.map(mailbox => mailbox.address)
    return worthOf(card, await domainChoices(deps, card), deps.clock.now(), addresses)
  }
  const shownOpened = ({ token, address, password, expiresAt }: Opened) => ({
    token,
    address,
    password,
    expiresAt: isoTimeOrNull(expiresAt),
  })

  return {
    async verCard({ body, caller }) {
      const { client, agent } = caller
      const { code, proof, domain, localPart } = body
      const card = await findPresented(deps, {
        code,
        field: 'code',
        client,
        agent,
        proof,
        accountId: accountIdOf(caller),
      })
      if (!body.redeem) return { card: await worth(card) }
      if (card.kind === 'renew') {
        const renewed = await renewWithCard(deps, card, body.address)
        const { address, expiresAt } = renewed
        return { card: await worth(renewed.card), address, expiresAt: isoTimeOrNull(expiresAt) }
      }
      if (card.kind === 'pay') throw new AppError('conflict', { msg: commerceWords.cardPaysOrders })
      if (card.kind === 'given') {
        const given = await openGiven(deps, card, { client, agent })
        const opened = given.opened.map(shownOpened)
        return { card: await worth(given.card), ...opened[0], opened }
      }
      const opened = await openWithCard(
        deps,
        card,
        { domain, localPart, password: undefined },
        { client, agent },
      )
      const shown = shownOpened(opened)
      return { card: await worth(opened.card), ...shown, opened: [shown] }
    },

    async getCard({ query, caller }) {
      const { q, state, step, batch } = query
      const asked = { q, state, step, batch }
      const { rows, names, total } = await listCards(deps, asAccount(caller), asked, pageOf(query))
      const now = deps.clock.now()
      return { list: rows.map(row => shown(row, names, now)), total }
    },

    getCardBatches: ({ query, caller }) =>
      listBatches(deps, asAccount(caller), { q: query.q, kind: query.kind, left: query.left }, pageOf(query)),

    async exportCards({ query, caller }) {
      const { batch, q, step } = query
      const text = await exportCards(deps, asAccount(caller), { batch, q, step })
      return new RawAnswer(tableHeaders('cards.csv'), Buffer.from(text))
    },

    createCard: ({ body, caller }) =>
      makeCards(deps, asAccount(caller), {
        kind: body.kind,
        count: body.count,
        days: body.days,
        uses: body.uses ?? 1,
        domains: body.domains ?? [],
        mailboxIds: body.mailboxIds ?? [],
        quotaMb: body.quotaMb ?? null,
        maySend: body.maySend ?? false,
        amount: body.amount,
        expiresAt: timeOf(body.expiresAt) ?? null,
        note: body.note ?? '',
        batchId: body.batchId,
      }),

    revealCard: async ({ body, caller }) => ({
      list: await revealCards(deps, asAccount(caller), chosen(body)),
    }),

    editCard: async ({ body, caller }) => ({
      changed: await editCards(deps, asAccount(caller), {
        ...chosen(body),
        state: body.state,
        sold: body.sold,
        soldTo: body.soldTo,
        note: body.note,
        expiresAt: timeOf(body.expiresAt),
      }),
    }),

    delCard: async ({ body, caller }) => ({
      deleted: await deleteCards(deps, asAccount(caller), chosen(body)),
    }),
  } satisfies Partial<Handlers>
}
