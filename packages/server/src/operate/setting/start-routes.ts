/** The start-up variables: what the browser asks for first. */
import type { PublicSettings } from '@yanshu/contract'
import type { Config } from '../../config/settings-table.ts'
import type { Handlers } from '../../http/handlers.ts'
import { encryptPermissions, permissionKeyBytes, permissionsOf } from '../../identity/permission-data.ts'
import type { ProgramFiles } from '../version/program-files.ts'
import type { SiteSettings } from './site-settings.ts'
import type { SiteValues } from './site-table.ts'

const megabyte = 1_048_576

const publicSettingsOf = (site: SiteValues, version: string, hasGoods: boolean): PublicSettings => ({
  siteName: site.siteName,
  logo: '',
  notice: site.notice,
  homeText: site.homeText,
  registration: site.registration,
  temporary: site.temporary,
  lifetimes: [...site.lifetimes],
  store: site.store && hasGoods,
  card: site.cards,
  uploadLimit: site.uploadLimitMb * megabyte,
  legal: site.legal,
  complaint: site.complaint,
  version,
})

export function startRoutes(deps: {
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
      return {
        permissionData: encryptPermissions(permissionsOf(caller), key),
        settings: publicSettingsOf(site, deps.program.version, await deps.hasGoods()),
      }
    },
  } satisfies Partial<Handlers>
}
