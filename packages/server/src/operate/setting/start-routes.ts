/** The start-up variables: what the browser asks for first. */
import type { PublicSettings } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { isLoggedIn } from '../../identity/access.ts'
import { encryptPermissions, permissionKeyBytes, permissionsOf } from '../../identity/permission-data.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import type { OwnValues } from '../../ledger/setting/own-table.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { picturesFor } from '../picture/routes.ts'
import type { ProgramFiles } from '../version/program-files.ts'
import { ownValues } from './shown-settings.ts'

const megabyte = 1_048_576

/** The offer of the store, from all its plans together. */
export type Offer = { any: boolean; forGood: boolean; maySend: boolean }

const publicSettingsOf = (
  site: SiteValues,
  own: OwnValues | null,
  version: string,
  offer: Offer,
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
  store: site.store && offer.any,
  storeForGood: offer.forGood,
  storeMaySend: offer.maySend,
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
  offer: () => Promise<Offer>
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
          await deps.offer(),
          await picturesFor(deps.db, caller),
        ),
      }
    },
  } satisfies Partial<Handlers>
}
