/**
 * Starts the built product with everything that samples need: a name server that accepts updates, a relay
 * that accepts mail, a payment gateway, mail programs. Everything is on this machine.
 */
import { type DnsServer, startDnsServer } from '../../packages/server/src/testing/dns-server.ts'
import { type EpayGateway, startEpayGateway } from '../../packages/server/src/testing/epay-gateway.ts'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import {
  type ScriptedSmtpServer,
  startScriptedSmtp,
} from '../../packages/server/src/testing/scripted-smtp-server.ts'
import { type Site, startSite } from '../site.ts'

export const localDomain = 'yanshu.test'
/** A domain whose records the name server lets us change. */
export const updatedDomain = 'hongyan.test'

export const tsig = {
  name: 'owner',
  algorithm: 'hmac-sha256',
  secret: Buffer.from('a secret that only the owner has!').toString('base64'),
}

/** Recipients with special answers from the relay; it accepts mail for everybody else. */
export const strangers = {
  taken: 'taken@elsewhere.test',
  dead: 'nobody@elsewhere.test',
  later: 'later@elsewhere.test',
}

export type SampleSite = {
  readonly site: Site
  readonly dns: DnsServer
  readonly gateway: EpayGateway
  readonly admin: string
  stop(): Promise<void>
}

export async function startSampleSite(): Promise<SampleSite> {
  const dns = await startDnsServer({ zones: { [updatedDomain]: [], 'bl.test': [] }, key: tsig })
  const gateway = await startEpayGateway()
  const relay: ScriptedSmtpServer = await startScriptedSmtp({
    rcpt: address =>
      address.startsWith('nobody@')
        ? '550 5.1.1 no such user'
        : address.startsWith('later@')
          ? '451 4.3.0 try again'
          : undefined,
  })
  const [pop3s, submissions] = [await freePort(), await freePort()]
  const site = await startSite(port => ({
    YANSHU_PUBLIC_URL: `http://localhost:${port}`,
    YANSHU_DNS_SERVERS: dns.address,
    YANSHU_PRIVATE_NAME_SERVERS: '127.0.0.1',
    YANSHU_PRIVATE_GATEWAYS: '127.0.0.1',
    YANSHU_MAIL_HOST: 'mx.mailhost.test',
    YANSHU_POP3S_PORT: String(pop3s),
    YANSHU_SUBMISSIONS_PORT: String(submissions),
  }))
  const admin = await site.adminToken()
  const me = site.as(admin)
  await me.updateSetting({
    body: {
      values: {
        ...{ epayUrl: gateway.url, epayPid: gateway.pid, epayKey: gateway.key, payByHand: true },
        ...{ payByHandText: '付到 6222 0000 1111', payByHandContact: '微信 yanshu-shop' },
        ...{ blocklists: ['bl.test'], portProbes: [], undoSeconds: 0, freeCreationsPerHour: 1000 },
      },
    },
  })
  await me.setRelay({
    body: { domain: localDomain, host: '127.0.0.1', port: relay.port, security: 'none', username: '' },
  })
  return {
    site,
    dns,
    gateway,
    admin,
    async stop() {
      await site.stop()
      await Promise.all([dns.stop(), gateway.stop(), relay.stop()])
    },
  }
}
