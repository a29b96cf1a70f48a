/** Opens the port for HTTPS where it is set. */
import type { Server } from 'node:http'
import type { Certificate } from '../certificate/present/certificate.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import { networksOf } from '../kernel/networks.ts'
import { type ProxySettings, proxiesOf } from '../kernel/proxied-ports.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import { createHttpsListener, type HttpsListener } from './https-listener.ts'

type HttpsConfig = ProxySettings & Pick<Config, 'httpsPort'>

/** What `server` does with its own connections is done with those of the other port. */
export async function openHttps(
  server: Server,
  config: HttpsConfig,
  { certificate, names }: { certificate: Certificate; names: SiteNames },
  host: string,
): Promise<HttpsListener | null> {
  if (config.httpsPort === 0) return null
  const proxies = proxiesOf(config, 'https')
  const https = createHttpsListener({
    certificate,
    defaultName: () => names.webHost() ?? names.mailHost(),
    isProxy: proxies.length > 0 ? networksOf(proxies) : null,
    serve: socket => void server.emit('connection', socket),
  })
  await https.listen(config.httpsPort, host)
  return https
}
