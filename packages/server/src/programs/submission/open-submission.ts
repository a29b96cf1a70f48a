/** Mail programs hand in mail on the ports of submission (RFC 6409, RFC 8314), when these are set. */
import type { Certificate } from '../../certificate/present/certificate.ts'
import { defaultSmtpLimits } from '../../inbound/receive/smtp/limits.ts'
import { createSmtpServer } from '../../inbound/receive/smtp/server.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { networksOf } from '../../kernel/networks.ts'
import { type ProxySettings, proxiesOf } from '../../kernel/proxied-ports.ts'
import { usableHost } from '../../kernel/usable-host.ts'
import { createSubmissionHandler, type SubmissionDeps } from './submission-handler.ts'

export type OpenSubmissionDeps = SubmissionDeps & {
  config: Pick<Config, 'submissionPort' | 'submissionsPort' | 'smtpHost'> & ProxySettings
  certificate: Certificate
}

export function openSubmission(deps: OpenSubmissionDeps) {
  const { config, certificate, hostname } = deps
  const handler = createSubmissionHandler(deps)
  const listener = (implicitTls: boolean) =>
    createSmtpServer({
      protocol: 'smtp',
      hostname,
      tls: certificate.current,
      implicitTls,
      limits: defaultSmtpLimits,
      handler,
      trustedProxies: networksOf(proxiesOf(config, implicitTls ? 'submissions' : 'submission')),
    })
  const submission = config.submissionPort > 0 ? listener(false) : null
  const submissions = config.submissionsPort > 0 ? listener(true) : null
  return {
    async start() {
      const host = await usableHost(config.smtpHost)
      await submission?.listen(config.submissionPort, host)
      await submissions?.listen(config.submissionsPort, host)
    },
    async stop(graceMs: number) {
      await Promise.all([submission?.close(graceMs), submissions?.close(graceMs)])
    },
  }
}
