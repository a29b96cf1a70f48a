import { accountIdOf, asLoggedIn } from '../../identity/access.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SiteNames } from '../../ledger/setting/site-names.ts'
import {
  createAppPassword,
  endAppPassword,
  listAppPasswords,
  requireAppPasswords,
} from '../program/app-passwords.ts'
import { changePassword } from './change-password.ts'
import { type DeleteOwnDeps, deleteOwn } from './delete-own.ts'
import { logInByTicket, makeTicket } from './go-on-elsewhere.ts'
import { logInMailbox } from './log-in-mailbox.ts'

type Deps = DeleteOwnDeps & { log: Log; proofs: Proofs; names: Pick<SiteNames, 'publicUrl'> }

export function loginRoutes(deps: Deps) {
  return {
    loginEmail: ({ body, caller: { client, agent } }) =>
      logInMailbox(deps, {
        address: body.address,
        password: body.password,
        proof: body.proof,
        client,
        agent,
      }),

    async makeTicket({ body, caller }) {
      const { ticket, expiresAt } = await makeTicket(deps, asLoggedIn(caller), body.id)
      // In the fragment, which no browser sends: no log and no Referer ever has it.
      const url = `${deps.names.publicUrl()}/use#${new URLSearchParams({ ticket })}`
      return { ticket, url, expiresAt: isoTime(expiresAt) }
    },

    loginTicket: ({ body, caller }) =>
      logInByTicket(deps, {
        ticket: body.ticket,
        proof: body.proof,
        client: caller.client,
        agent: caller.agent,
        accountId: accountIdOf(caller),
      }),

    deleteOwnAccount: ({ body, caller }) =>
      deleteOwn(deps, asLoggedIn(caller), { password: body.password, name: body.name }),

    async getAppPasswords({ query, caller }) {
      const { list, only } = await listAppPasswords(deps, asLoggedIn(caller), query.id)
      return {
        list: list.map(row => ({
          id: row.id,
          name: row.name,
          createdAt: isoTime(row.created_at),
          lastUsedAt: isoTimeOrNull(row.last_used_at),
          lastClient: row.last_client,
          lastChannel: row.last_channel === '' ? null : row.last_channel,
        })),
        only,
      }
    },

    createAppPassword: ({ body, caller }) => createAppPassword(deps, asLoggedIn(caller), body),

    async delAppPassword({ body, caller }) {
      await endAppPassword(deps, asLoggedIn(caller), body.id)
      return {}
    },

    async requireAppPasswords({ body, caller }) {
      await requireAppPasswords(deps, asLoggedIn(caller), body)
      return {}
    },

    async changePassword({ body, caller }) {
      const ended = await changePassword(deps, asLoggedIn(caller), {
        oldPassword: body.oldPassword,
        newPassword: body.newPassword,
      })
      return { ended }
    },
  } satisfies Partial<Handlers>
}
