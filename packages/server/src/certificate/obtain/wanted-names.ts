/**
 * Names for which we want a certificate of an authority: the site's, the mail host's, and hosts of customers' domains
 * whose records point at us. Nothing that a stranger does adds a name: the domain is proved, and its records were looked up.
 */
import type { Query } from '../../database/types.ts'
import { isPublicHost } from '../../domain/dns/expected-records.ts'
import { listServedHosts } from '../../domain/domains.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import type { SiteNames } from '../../ledger/setting/site-names.ts'

export type WantedName = {
  readonly name: string
  readonly purpose: 'site' | 'mail' | 'domain'
  readonly domainId: string | null
  /** The customer's domain. */
  readonly domain: string
}

export type NameDeps = {
  names: Pick<SiteNames, 'mailHost' | 'webHost'>
  config: Pick<Config, 'httpsPort'>
}

/** Names of the machine itself; without a port for HTTPS nobody would see a certificate of the site. */
export function ownNames({ names, config }: NameDeps): WantedName[] {
  const site = names.webHost()
  const mail = names.mailHost()
  const own = (name: string, purpose: 'site' | 'mail') => ({ name, purpose, domainId: null, domain: '' })
  return [
    ...(config.httpsPort > 0 && site !== null ? [own(site, 'site')] : []),
    ...(config.httpsPort > 0 && mail === site ? [] : [own(mail, 'mail')]),
  ].filter(({ name }) => isPublicHost(name))
}

export async function wantedNames(query: Query, deps: NameDeps, alsoDomains: boolean): Promise<WantedName[]> {
  const own = ownNames(deps)
  if (!alsoDomains || deps.config.httpsPort === 0) return own
  const hosts = await listServedHosts(query)
  const taken = new Set(own.map(({ name }) => name))
  return [
    ...own,
    ...hosts
      .map(({ id, domain, label }) => ({
        ...{ name: `${label}.${domain}`, purpose: 'domain' as const, domainId: id, domain },
      }))
      .filter(({ name }) => !taken.has(name)),
  ]
}
