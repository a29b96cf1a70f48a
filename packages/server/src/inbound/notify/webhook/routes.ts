import { AppError } from '../../../app-error.ts'
import { isoTime } from '../../../clock.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { asLoggedIn } from '../../../identity/access.ts'
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

    testWebhook: ({ body, caller }) => testHook(deps, asLoggedIn(caller), body.id),

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
        detail: row.detail,
        nextAttemptAt: row.state === 'waiting' ? isoTime(row.next_at) : null,
      }))
      return { list, total }
    },
  } satisfies Partial<Handlers>
}
