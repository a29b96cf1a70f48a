import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { asAccount } from '../access.ts'
import { type AccountWithCounts, listAccounts } from '../sys-account/repository.ts'
import { lostRights, readRights } from '../sys-account/sys-account.ts'
import { createSysAccount, deleteSysAccount, editSysAccount, type ManageDeps } from './manage-sys-account.ts'
import { type AnyFacts, shownAudit } from './show-audit.ts'

const shown = (row: AccountWithCounts, sendingStopped: string | null) => ({
  id: row.id,
  username: row.username,
  role: row.role,
  status: row.status,
  sendingStopped,
  note: row.note,
  ...readRights(row),
  rightsLost: lostRights(row),
  twoFactor: row.totp_on === 1,
  sessions: Number(row.sessions),
  mailboxes: Number(row.mailboxes),
  domains: Number(row.domains) + Number(row.claims),
  createdAt: isoTime(row.created_at),
  lastLoginAt: isoTimeOrNull(row.last_login_at),
})

export type SysAccountDeps = ManageDeps &
  AnyFacts & {
    /** Why accounts were stopped from sending, in words, by their id. */
    sendingStops(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  }

export function sysAccountRoutes(deps: SysAccountDeps) {
  async function shownAll(rows: readonly AccountWithCounts[]) {
    const stops = await deps.sendingStops(rows.map(row => row.id))
    return rows.map(row => shown(row, stops.get(row.id) ?? null))
  }
  const shownOne = async (row: AccountWithCounts) =>
    shown(row, (await deps.sendingStops([row.id])).get(row.id) ?? null)
  return {
    async getSysAccount({ query }) {
      const { rows, total } = await listAccounts(
        deps.db.query,
        {
          q: query.q,
          role: query.role,
          status: query.status,
          ids: query.ids,
          sort: query.sort ?? 'createdAt',
          order: query.order ?? 'desc',
          page: query.page ?? 1,
          pageSize: query.pageSize ?? 20,
        },
        deps.clock.now(),
      )
      return { list: await shownAll(rows), total }
    },

    async createSysAccount({ body, caller }) {
      const { account, password } = await createSysAccount(deps, asAccount(caller), body)
      return { account: await shownOne(account), password }
    },

    async editSysAccount({ body, caller }) {
      const { account, password } = await editSysAccount(deps, asAccount(caller), body)
      return { account: await shownOne(account), password }
    },

    delSysAccount: ({ body, caller }) =>
      deleteSysAccount(deps, asAccount(caller), { id: body.id, owned: body.owned ?? 'refuse' }),

    getAuditLog: ({ query }) =>
      shownAudit(deps, { q: query.q, page: query.page ?? 1, pageSize: query.pageSize ?? 20 }),
  } satisfies Partial<Handlers>
}
