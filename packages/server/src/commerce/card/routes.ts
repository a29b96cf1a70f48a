import type { CardRow as ShownCard } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import { isoTime, isoTimeOrNull } from '../../clock.ts'
import type { Handlers } from '../../http/handlers.ts'
import { accountIdOf, asAccount } from '../../identity/access.ts'
import { domainIdsOf, worthOf } from './card.ts'
import { type MakeCardsDeps, makeCards } from './make-cards.ts'
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
import { type CardWithBatch, mailboxesOfCard } from './repository.ts'

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
  note: card.note,
  createdAt: isoTime(card.created_at),
  expiresAt: isoTimeOrNull(card.expires_at),
  usedAt: isoTimeOrNull(card.used_at),
  usedBy: card.used_by,
})

const timeOf = (text: string | null | undefined): number | null | undefined =>
  text == null ? text : Date.parse(text)

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
      if (card.kind === 'pay') throw new AppError('conflict', { msg: '这是付款卡密，请在商店下单时使用' })
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
      const { rows, names, total } = await listCards(deps, asAccount(caller), {
        q: query.q,
        state: query.state,
        batch: query.batch,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      const now = deps.clock.now()
      return { list: rows.map(row => shown(row, names, now)), total }
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
      list: await revealCards(deps, asAccount(caller), { ids: body.ids, batchId: body.batchId }),
    }),

    editCard: async ({ body, caller }) => ({
      changed: await editCards(deps, asAccount(caller), {
        ids: body.ids,
        batchId: body.batchId,
        state: body.state,
        note: body.note,
        expiresAt: timeOf(body.expiresAt),
      }),
    }),

    delCard: async ({ body, caller }) => ({
      deleted: await deleteCards(deps, asAccount(caller), { ids: body.ids, batchId: body.batchId }),
    }),
  } satisfies Partial<Handlers>
}
