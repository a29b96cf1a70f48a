import { isoTime } from '../../clock.ts'
import type { Config } from '../../config/settings-table.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { asLoggedIn, type LoggedIn } from '../../identity/access.ts'
import { findMailbox } from '../../identity/email-account/repository.ts'
import { findAccount } from '../../identity/sys-account/repository.ts'
import { changeSettings, type SettingDeps, shownSettings } from './change-settings.ts'
import { shownEnvironment } from './environment.ts'
import { listChanges } from './repository.ts'
import type { Entry } from './setting-entry.ts'
import { siteScope } from './site-settings.ts'
import { siteTable } from './site-table.ts'

type Deps = SettingDeps & { config: Config }

/** A setting of an earlier version is told by its name. */
const labelOf = (name: string): string =>
  (siteTable as Readonly<Record<string, Entry | undefined>>)[name]?.label ?? name

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
        list: await shownSettings(deps, me),
        environment: me.role === 'admin' ? shownEnvironment(deps.config) : [],
        ...(await protection(deps.db, me)),
      }
    },

    async updateSetting({ body, caller }) {
      const me = asLoggedIn(caller)
      await changeSettings(deps, me, body.values)
      return { list: await shownSettings(deps, me) }
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
        label: labelOf(row.name),
        actorName: row.actor_name,
        before: row.before,
        after: row.after,
      }))
      return { list, total }
    },
  } satisfies Partial<Handlers>
}
