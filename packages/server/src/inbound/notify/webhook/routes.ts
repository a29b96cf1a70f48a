import { asLoggedIn } from '../../../identity/access.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { Handlers } from '../../../kernel/call/handlers.ts'
import { isoTime } from '../../../kernel/clock.ts'
import { storedFact } from '../../../ledger/fact/fact.ts'
import { sayInbound } from '../../words/say-inbound.ts'
import { listDeliveries } from './delivery-repository.ts'
import { addHook, editHook, type HookDeps, removeHooks } from './manage-webhooks.ts'
import { replayDelivery } from './replay-delivery.ts'
import { findOwnHook, listHooks } from './repository.ts'
import type { SendDeps } from './send-notice.ts'
import { testHook } from './test-webhook.ts'
import { ownerOf, shownHook } from './webhook.ts'

export type WebhookDeps = HookDeps & SendDeps & { kick: () => void }

export function webhookRoutes(deps: WebhookDeps) {
  return {
    async getWebhooks({ caller }) {
      const rows = await listHooks(deps.db.query, ownerOf(asLoggedIn(caller)))
      return { list: rows.map(shownHook) }
    },

    async addWebhook({ body, caller }) {
      const { hook, secret } = await addHook(deps, asLoggedIn(caller), body)
      return { webhook: shownHook(hook), secret }
    },

    async editWebhook({ body, caller }) {
      const { hook, secret } = await editHook(deps, asLoggedIn(caller), body)
      return { webhook: shownHook(hook), secret }
    },

    delWebhook: async ({ body, caller }) => ({
      deleted: await removeHooks(deps, asLoggedIn(caller), body.ids),
    }),

    async testWebhook({ body, caller }) {
      const { detail, ...result } = await testHook(deps, asLoggedIn(caller), body.id)
      return { ...result, detail: sayInbound(storedFact(detail)) }
    },

    async replayWebhook({ body, caller }) {
      await replayDelivery(deps, asLoggedIn(caller), body.id)
      return {}
    },

    async getWebhookLog({ query, caller }) {
      const hook = await findOwnHook(deps.db.query, ownerOf(asLoggedIn(caller)), query.id)
      if (!hook) throw new AppError('notFound')
      const { rows, total } = await listDeliveries(
        deps.db.query,
        hook.id,
        query.page ?? 1,
        query.pageSize ?? 20,
      )
      const list = rows.map(row => ({
        id: row.id,
        createdAt: isoTime(row.created_at),
        state: row.state,
        attempts: row.attempts,
        status: row.status,
        detail: sayInbound(row.detail),
        nextAttemptAt: row.state === 'waiting' ? isoTime(row.next_at) : null,
      }))
      return { list, total }
    },
  } satisfies Partial<Handlers>
}
