import { listOpenDomains } from '../../domain/domains.ts'
import { accountIdOf, asAccount, asLoggedIn, mailboxScope } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTimeOrNull } from '../../kernel/clock.ts'
import type { BlockList } from '../../ledger/block/block-list.ts'
import { shownMailbox } from '../account/mailbox.ts'
import { findScopedMailboxes, listMailboxes, searchMailboxes } from '../account/repository.ts'
import { createTemporary, type MakeDeps, registerMailbox } from '../make/make-mailbox.ts'
import { mailboxWords } from '../words/words.ts'

const maxSuggestions = 20

/** Opens an account with a card code; given from outside, since accounts know nothing of cards. */
export type OpenWithCard = (
  presented: {
    code: string
    field: 'cardCode'
    client: string
    agent: string
    proof: string | undefined
    accountId: string | undefined
  },
  choice: { domain: string; localPart: string | undefined; password: string },
) => Promise<{ address: string; token: string; expiresAt: number | null }>

type Deps = MakeDeps & { openWithCard: OpenWithCard; blocks: Pick<BlockList, 'blocksClient'> }

export function emailAccountRoutes(deps: Deps) {
  return {
    getArrDomains: async () => ({ list: await listOpenDomains(deps.db.query) }),

    async regEmail({ body, caller }) {
      const { client, agent } = caller
      if (await deps.blocks.blocksClient(client)) {
        throw new AppError('forbidden', { msg: mailboxWords.networkBlocked })
      }
      if (body.cardCode) {
        const { cardCode: code, password, domain, localPart, proof } = body
        if (body.lifetime !== undefined) throw invalidField('lifetime', mailboxWords.cardHasLifetime)
        if (password === undefined) throw invalidField('password', mailboxWords.cardNeedsPassword)
        const opened = await deps.openWithCard(
          { code, field: 'cardCode', client, agent, proof, accountId: accountIdOf(caller) },
          { domain, localPart, password },
        )
        const { address, token, expiresAt } = opened
        return { address, token, expiresAt: isoTimeOrNull(expiresAt) }
      }
      const { mailbox, token } = await registerMailbox(deps, {
        domain: body.domain,
        localPart: body.localPart,
        password: body.password,
        lifetime: body.lifetime,
        proof: body.proof,
        client,
        agent,
      })
      return { address: mailbox.address, token, expiresAt: isoTimeOrNull(mailbox.expires_at) }
    },

    async createEmail({ body, caller }) {
      const mailbox = await createTemporary(deps, asAccount(caller), {
        domain: body.domain,
        localPart: body.localPart,
        style: body.style,
        lifetime: body.lifetime,
        note: body.note,
      })
      return { mailbox: shownMailbox(mailbox, asAccount(caller)) }
    },

    async emailList({ query, caller }) {
      const me = asLoggedIn(caller)
      const scope = mailboxScope(me)
      if (query.ids) {
        const found = await findScopedMailboxes(deps.db.query, scope, query.ids)
        return { list: found.map(row => shownMailbox(row, me)), total: found.length }
      }
      const { rows, total } = await listMailboxes(
        deps.db.query,
        scope,
        query.page ?? 1,
        query.pageSize ?? 100,
      )
      return { list: rows.map(row => shownMailbox(row, me)), total }
    },

    async searchEmailAccount({ query, caller }) {
      const me = asLoggedIn(caller)
      const rows = await searchMailboxes(deps.db.aside, mailboxScope(me), query.content, maxSuggestions)
      return { list: rows.map(row => shownMailbox(row, me)) }
    },
  } satisfies Partial<Handlers>
}
