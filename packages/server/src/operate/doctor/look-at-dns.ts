/** Whether the world finds its way here: the mail host has an address, and the domain names it. */
import { Resolver } from 'node:dns/promises'
import { hostname } from 'node:os'
import type { Config } from '../../config/settings-table.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type DnsConfig = Pick<Config, 'dnsServers' | 'localDomain' | 'mailHost' | 'publicUrl'>

const hostOf = ({ mailHost, publicUrl }: DnsConfig): string =>
  mailHost || (publicUrl === '' ? hostname() : new URL(publicUrl).hostname)

/** Names that exist in no public DNS (RFC 6761). */
const isPrivateName = (name: string): boolean =>
  /(?:^|\.)(?:test|example|invalid|localhost|local)$/i.test(name)

export async function lookAtDns(config: DnsConfig): Promise<Finding[]> {
  const { localDomain } = config
  if (isPrivateName(localDomain))
    return [
      warn(
        `${localDomain} is a name for trying out`,
        'set YANSHU_LOCAL_DOMAIN to your domain to receive from the world',
      ),
    ]
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (config.dnsServers.length > 0) resolver.setServers([...config.dnsServers])
  const host = hostOf(config)
  const addresses = (
    await Promise.all([resolver.resolve4(host).catch(() => []), resolver.resolve6(host).catch(() => [])])
  ).flat()
  const found = [
    addresses.length > 0
      ? ok(`${host} is ${addresses.join(', ')}`)
      : fail(`${host} has no address in DNS`, `add an A or AAAA record for ${host}, or set YANSHU_MAIL_HOST`),
  ]
  try {
    const mx = (await resolver.resolveMx(localDomain)).map(({ exchange }) => exchange.toLowerCase())
    found.push(
      mx.includes(host.toLowerCase())
        ? ok(`mail for ${localDomain} comes to ${host}`)
        : fail(`mail for ${localDomain} goes to ${mx.join(', ')}`, `set its MX record to ${host}`),
    )
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? ''
    const none = code === 'ENODATA' || code === 'ENOTFOUND'
    found.push(
      none
        ? fail(`${localDomain} has no MX record`, `add: ${localDomain} MX 10 ${host}`)
        : fail(`DNS does not answer (${code})`, 'look at YANSHU_DNS_SERVERS and the network'),
    )
  }
  return found
}
