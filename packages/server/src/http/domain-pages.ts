/**
 * Serves documents for programs under the names of our domains: the MTA-STS policy (RFC 8461), and the
 * servers for fetching and sending mail, for Thunderbird (autoconfig) and Outlook (autodiscover). The host of
 * the request, or the address it asks about, tells the domain. For foreign domains the answer is that nothing
 * is there.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/types.ts'
import { type DomainRow, findDomainByName } from '../domain/domains.ts'
import { mailHostFor } from '../domain/mail-hosts.ts'
import type { StsPolicy } from '../domain/sts-policy.ts'
import { AppError } from '../kernel/app-error.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import type { ProgramServers, ServersAt } from '../mailbox/manage/program-servers.ts'
import { autoconfigXml, autodiscoverXml, readAutodiscoverAddress } from './mail-program-settings.ts'

export type ServedDomains = {
  db: Db
  programs: ServersAt
  names: Pick<SiteNames, 'publicUrl' | 'mailHost'>
  sts(mailHost: string): Promise<StsPolicy>
}

const maxXmlBytes = 16 * 1024

const hostOf = (request: FastifyRequest): string =>
  request.hostname.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Throws where there is nothing to tell a program. */
function offered(deps: ServedDomains, domain: DomainRow): ProgramServers {
  const programs = deps.programs(mailHostFor(deps.names, domain))
  if (!programs.imap && !programs.pop3 && !programs.outgoing) throw new AppError('notFound')
  return programs
}

async function ours(db: Db, name: string): Promise<DomainRow> {
  const domain = /^[a-z0-9.-]{1,253}$/.test(name) ? await findDomainByName(db.query, name) : undefined
  if (!domain) throw new AppError('notFound')
  return domain
}

const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
  reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(xml)

export function bindDomainPages(app: FastifyInstance, deps: ServedDomains): void {
  app.get('/.well-known/mta-sts.txt', async (request, reply) => {
    const host = hostOf(request)
    if (!host.startsWith('mta-sts.')) throw new AppError('notFound')
    const domain = await ours(deps.db, host.slice('mta-sts.'.length))
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send((await deps.sts(mailHostFor(deps.names, domain))).text)
  })

  const autoconfig = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Record<string, unknown>
    const asked = typeof query.emailaddress === 'string' ? domainOfAddress(query.emailaddress) : ''
    const host = hostOf(request)
    const domain = await ours(deps.db, asked || host.replace(/^autoconfig\./, ''))
    const xml = autoconfigXml({
      domain: domain.name,
      publicUrl: deps.names.publicUrl(),
      ...offered(deps, domain),
    })
    return sendXml(reply, xml)
  }
  app.get('/mail/config-v1.1.xml', autoconfig)
  app.get('/.well-known/autoconfig/mail/config-v1.1.xml', autoconfig)

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxXmlBytes }, (_request, body, parsed) =>
      parsed(null, body),
    )
    for (const path of ['/autodiscover/autodiscover.xml', '/Autodiscover/Autodiscover.xml']) {
      scope.post(path, { bodyLimit: maxXmlBytes }, async (request, reply) => {
        const address = readAutodiscoverAddress(typeof request.body === 'string' ? request.body : '')
        if (address === null) throw new AppError('badRequest')
        const domain = await ours(deps.db, domainOfAddress(address))
        return sendXml(reply, autodiscoverXml({ address, ...offered(deps, domain) }))
      })
    }
    done()
  })
}
