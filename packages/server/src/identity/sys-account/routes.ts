import { isoTime, isoTimeOrNull } from '../../clock.ts'
import type { Handlers } from '../../http/handlers.ts'
import { listAudit } from '../../operate/audit/repository.ts'
import { stoppedAccounts, stoppedWords } from '../../outbound/stop/stopped-senders.ts'
import { asAccount } from '../access.ts'
import { createSysAccount, deleteSysAccount, editSysAccount, type ManageDeps } from './manage-sys-account.ts'
import { type AccountWithCounts, listAccounts } from './repository.ts'
import { readRights } from './sys-account.ts'

const shown = (row: AccountWithCounts, sendingStopped: string | null) => ({
  id: row.id,
  username: row.username,
  role: row.role,
  status: row.status,
  sendingStopped,
  note: row.note,
  ...readRights(row),
  twoFactor: row.totp_on === 1,
  sessions: Number(row.sessions),
  mailboxes: Number(row.mailboxes),
  domains: Number(row.domains),
  createdAt: isoTime(row.created_at),
  lastLoginAt: isoTimeOrNull(row.last_login_at),
})

export function sysAccountRoutes(deps: ManageDeps) {
  async function shownAll(rows: readonly AccountWithCounts[]) {
    const stops = await stoppedAccounts(
      deps.db.query,
      rows.map(row => row.id),
    )
    return rows.map(row => shown(row, stoppedWords(stops.get(row.id))))
  }
  const shownOne = async (row: AccountWithCounts) =>
    shown(row, stoppedWords((await stoppedAccounts(deps.db.query, [row.id])).get(row.id)))
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

    async getAuditLog({ query }) {
      const { rows, total } = await listAudit(deps.db.query, {
        q: query.q,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      return {
        list: rows.map(row => ({
          id: row.id,
          at: isoTime(row.at),
          actorName: row.actor_name,
          action: row.action,
          target: row.target,
          detail: row.detail,
          client: row.client,
        })),
        total,
      }
    },
  } satisfies Partial<Handlers>
}
