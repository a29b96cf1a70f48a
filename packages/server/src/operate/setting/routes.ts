import type { Db } from '../../database/types.ts'
import { asLoggedIn } from '../../identity/access.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTime } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { shownEnvironment } from '../../ledger/setting/environment.ts'
import { listChanges } from '../../ledger/setting/kept-settings.ts'
import type { Entry } from '../../ledger/setting/setting-entry.ts'
import { siteScope } from '../../ledger/setting/site-settings.ts'
import { siteTable } from '../../ledger/setting/site-table.ts'
import { siteSettingLabel } from '../../ledger/words/settings.ts'
import { findMailbox } from '../../mailbox/account/mailboxes.ts'
import { changeSettings, type SettingDeps } from './change-settings.ts'
import { type ShownSettingDeps, shownSettings } from './shown-settings.ts'

type Deps = SettingDeps & ShownSettingDeps & { config: Config }

/** In place of a secret, of which the history knows only that there is one. */
const mark = '••••••'

const isSecret = (name: string): boolean =>
  (siteTable as Readonly<Record<string, Entry | undefined>>)[name]?.kind === 'secret'

const shownValue = (name: string, value: string | null): string | null =>
  value !== null && isSecret(name) ? mark : value

async function protection(db: Db, caller: LoggedIn): Promise<{ twoFactor: boolean; hasPassword: boolean }> {
  if (caller.role === 'mailbox') {
    const mailbox = await findMailbox(db.query, caller.mailboxId)
    return { twoFactor: false, hasPassword: mailbox?.password_hash != null }
  }
  const account = await findAccount(db.query, caller.accountId)
  return { twoFactor: account?.totp_on === 1, hasPassword: true }
}

export function settingRoutes(deps: Deps) {
  return {
    async getSetting({ caller }) {
      const me = asLoggedIn(caller)
      return {
        ...(await shownSettings(deps, me)),
        environment: me.role === 'admin' ? shownEnvironment(deps.config) : [],
        ...(await protection(deps.db, me)),
      }
    },

    async updateSetting({ body, caller }) {
      const me = asLoggedIn(caller)
      await changeSettings(deps, me, body)
      return shownSettings(deps, me)
    },

    async getSettingLog({ query }) {
      const { rows, total } = await listChanges(deps.db.query, siteScope, {
        name: query.name,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      const list = rows.map(row => ({
        id: row.id,
        at: isoTime(row.at),
        name: row.name,
        label: siteSettingLabel(row.name),
        actorName: row.actor_name,
        before: shownValue(row.name, row.before),
        after: shownValue(row.name, row.after),
      }))
      return { list, total }
    },
  } satisfies Partial<Handlers>
}
