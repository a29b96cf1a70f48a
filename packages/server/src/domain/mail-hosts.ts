/** The hosts that a domain's records name: where its mail comes in, where it goes out, where its pages are. */
import type { SiteNames } from '../ledger/setting/site-names.ts'
import { isPublicHost } from './dns/expected-records.ts'
import type { StsPolicy } from './sts-policy.ts'

export type Names = Pick<SiteNames, 'mailHost' | 'webHost'>

export type HostDeps = {
  names: Names
  /** The MTA-STS policy of the domains whose mail this host receives. */
  sts(mailHost: string): Promise<StsPolicy>
}

type WithHost = { readonly mail_host: string | null }

/** A domain may have a host of its own; the others share the host of the site. */
export const mailHostFor = (names: Pick<SiteNames, 'mailHost'>, domain: WithHost): string =>
  domain.mail_host ?? names.mailHost()

export type DomainHosts = {
  /** The host that receives the domain's mail. */
  readonly mailHost: string
  /** The host that sends for all domains, because it greets with one name. */
  readonly siteHost: string
  /** The host of the web pages, or null when no public one is known. */
  readonly webHost: string | null
  /** The MTA-STS policy as we publish it now. */
  readonly sts: StsPolicy
}

export async function hostsOf({ names, sts }: HostDeps, domain: WithHost): Promise<DomainHosts> {
  const webHost = names.webHost()
  const mailHost = mailHostFor(names, domain)
  return {
    mailHost,
    siteHost: names.mailHost(),
    webHost: webHost !== null && isPublicHost(webHost) ? webHost : null,
    sts: await sts(mailHost),
  }
}
