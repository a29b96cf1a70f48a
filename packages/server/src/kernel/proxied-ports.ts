/**
 * Tells on which ports, and from whom, a connection begins with a PROXY header that names the client. There the header
 * is required: a proxy that sends none would pass on whatever header a client makes up.
 */
import type { Config, ProxiedPort } from './config/settings-table.ts'
import { networksOf } from './networks.ts'

export type ProxySettings = Pick<Config, 'proxyProtocol' | 'trustedProxies'>

/** Returns the networks from which connections to this port begin with a header. */
export const proxiesOf = (config: ProxySettings, port: ProxiedPort): readonly string[] =>
  config.proxyProtocol.includes(port) ? config.trustedProxies : []

const unnamed = 'PROXY UNKNOWN\r\n'

/** Returns what the program itself says first when it calls one of its own ports; empty where nothing is expected. */
export const ownHeader = (config: ProxySettings, port: ProxiedPort): string =>
  networksOf(proxiesOf(config, port))('127.0.0.1') ? unnamed : ''
