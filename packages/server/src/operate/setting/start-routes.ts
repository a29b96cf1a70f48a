/** The start-up variables: what the browser asks for first. */
import type { PublicSettings } from '@yanshu/contract'
import type { Config } from '../../config/settings-table.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { isLoggedIn } from '../../identity/access.ts'
import { encryptPermissions, permissionKeyBytes, permissionsOf } from '../../identity/permission-data.ts'
import { picturesFor } from '../picture/routes.ts'
import type { ProgramFiles } from '../version/program-files.ts'
import { ownValues } from './change-settings.ts'
import type { OwnValues } from './own-table.ts'
import type { SiteSettings } from './site-settings.ts'
import type { SiteValues } from './site-table.ts'

const megabyte = 1_048_576

const publicSettingsOf = (
  site: SiteValues,
  own: OwnValues | null,
  version: string,
  hasGoods: boolean,
  pictures: { logo: string; avatar: string },
): PublicSettings => ({
  siteName: site.siteName,
  ...pictures,
  notice: site.notice,
  homeText: site.homeText,
  registration: site.registration,
  temporary: site.temporary,
  lifetimes: [...site.lifetimes],
  defaultLifetime: site.defaultLifetime,
  store: site.store && hasGoods,
  card: site.cards,
  uploadLimit: site.uploadLimitMb * megabyte,
  legal: site.legal,
  complaint: site.complaint,
  complaintForm: site.complaintForm,
  icp: site.icp,
  mailTmApi: site.mailTmApi,
  dateStyle: own?.dateStyle ?? 'relative',
  displayName: own?.displayName ?? '',
  version,
})

export function startRoutes(deps: {
  db: Db
  config: Config
  site: SiteSettings
  program: ProgramFiles
  /** Whether the store has anything to sell. */
  hasGoods: () => Promise<boolean>
}) {
  const key = permissionKeyBytes(deps.config.permissionKey)
  return {
    async getVar({ caller }) {
      const site = await deps.site.read()
      const own = isLoggedIn(caller) ? await ownValues(deps.db.query, caller) : null
      return {
        permissionData: encryptPermissions(permissionsOf(caller), key),
        settings: publicSettingsOf(
          site,
          own,
          deps.program.version,
          await deps.hasGoods(),
          await picturesFor(deps.db, caller),
        ),
      }
    },
  } satisfies Partial<Handlers>
}
