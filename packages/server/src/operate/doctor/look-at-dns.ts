/** Whether the world finds its way here: the mail host has an address, and the domain names it. */
import { hostname } from 'node:os'
import type { Config } from '../../kernel/config/settings-table.ts'
import { createResolver } from '../../outside/resolver.ts'
import { dnsPatience } from '../../outside/time-outs.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type DnsConfig = Pick<Config, 'dnsServers' | 'localDomain' | 'mailHost' | 'publicUrl'>

const hostOf = ({ mailHost, publicUrl }: DnsConfig): string =>
  mailHost || (publicUrl === '' ? hostname() : new URL(publicUrl).hostname)

/** Names that exist in no public DNS (RFC 6761). */
const isPrivateName = (name: string): boolean =>
  /(?:^|\.)(?:test|example|invalid|localhost|local)$/i.test(name)

/** No answer says nothing about the records. */
const unanswered = (name: string, why: string): Finding =>
  fail(
    `DNS does not answer when asked for ${name} (${why})`,
    'look at YANSHU_DNS_SERVERS and the network; whether the records are right is not known',
  )

export async function lookAtDns(config: DnsConfig): Promise<Finding[]> {
  const { localDomain } = config
  if (isPrivateName(localDomain))
    return [
      warn(
        `${localDomain} is a name for trying out`,
        'set YANSHU_LOCAL_DOMAIN to your domain to receive from the world',
      ),
    ]
  const resolve = createResolver(config.dnsServers, dnsPatience.doctor)
  const host = hostOf(config)
  const [four, six, mx] = await Promise.all([
    resolve('A', host),
    resolve('AAAA', host),
    resolve('MX', localDomain),
  ])
  const addresses = [four, six].flatMap(answer => (answer.kind === 'found' ? answer.records : []))
  const silent = [four, six].find(answer => answer.kind === 'trouble')
  const found =
    addresses.length > 0
      ? [ok(`${host} is ${addresses.join(', ')}`)]
      : silent
        ? [unanswered(host, silent.why)]
        : [
            fail(
              `${host} has no address in DNS`,
              `add an A or AAAA record for ${host}, or set YANSHU_MAIL_HOST`,
            ),
          ]
  switch (mx.kind) {
    case 'found': {
      const hosts = mx.records.map(({ exchange }) => exchange.toLowerCase())
      return [
        ...found,
        hosts.includes(host.toLowerCase())
          ? ok(`mail for ${localDomain} comes to ${host}`)
          : fail(`mail for ${localDomain} goes to ${hosts.join(', ')}`, `set its MX record to ${host}`),
      ]
    }
    case 'nothing':
    case 'noSuchName':
      return [...found, fail(`${localDomain} has no MX record`, `add: ${localDomain} MX 10 ${host}`)]
    case 'trouble':
      return [...found, unanswered(localDomain, mx.why)]
  }
}
