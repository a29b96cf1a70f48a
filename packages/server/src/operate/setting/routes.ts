import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { asLoggedIn, type LoggedIn } from '../../identity/access.ts'
import { findMailbox } from '../../identity/email-account/repository.ts'
import { findAccount } from '../../identity/sys-account/repository.ts'
import type { Secrets } from '../../secrets.ts'
import { changeSettings, shownSettings } from './change-settings.ts'
import type { SiteSettings } from './site-settings.ts'

type Deps = { db: Db; clock: Clock; site: SiteSettings; secrets: Secrets }

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
      return { list: await shownSettings(deps, me), ...(await protection(deps.db, me)) }
    },

    async updateSetting({ body, caller }) {
      const me = asLoggedIn(caller)
      await changeSettings(deps, me, body.values)
      return { list: await shownSettings(deps, me) }
    },
  } satisfies Partial<Handlers>
}
