/**
 * Asking the DNS. Each question has a time of its own and always gets one of three answers: values, nothing there, or
 * not known. What comes back was written by strangers: it is cut to a length that can be kept and shown, and control
 * characters are taken out. Values are only ever compared or shown as text.
 */
import { Resolver } from 'node:dns/promises'

export type DnsAnswer<T> =
  | { readonly state: 'found'; readonly values: readonly T[] }
  | { readonly state: 'none' }
  | { readonly state: 'unknown'; readonly reason: 'timeout' | 'server' }

export type Mx = { readonly exchange: string; readonly priority: number }
export type Srv = {
  readonly name: string
  readonly port: number
  readonly priority: number
  readonly weight: number
}

export type AskDns = {
  txt(name: string): Promise<DnsAnswer<string>>
  mx(name: string): Promise<DnsAnswer<Mx>>
  a(name: string): Promise<DnsAnswer<string>>
  aaaa(name: string): Promise<DnsAnswer<string>>
  cname(name: string): Promise<DnsAnswer<string>>
  srv(name: string): Promise<DnsAnswer<Srv>>
  ptr(address: string): Promise<DnsAnswer<string>>
}

const defaultQuestionMs = 4000
const maxValues = 50
/** Longer than any record we ask for; a key of 4096 bits takes 750 characters. */
const maxText = 2000

const none = { state: 'none' } as const
const absent: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN'])

/** Controls and marks that hide or turn text around would make a value look like another on the page. */
const clean = (text: string): string =>
  text.slice(0, maxText).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')

const host = (name: string): string => clean(name).toLowerCase().replace(/\.$/, '')

export function createAskDns(servers: readonly string[], questionMs = defaultQuestionMs): AskDns {
  /** A resolver for each question: one that hangs is cancelled without harm to the others. */
  async function ask<T, R>(
    question: (resolver: Resolver) => Promise<readonly T[]>,
    read: (value: T) => R,
  ): Promise<DnsAnswer<R>> {
    const resolver = new Resolver({ timeout: Math.ceil(questionMs / 2), tries: 2 })
    if (servers.length > 0) resolver.setServers([...servers])
    const late = setTimeout(() => resolver.cancel(), questionMs)
    try {
      const values = await question(resolver)
      return values.length === 0
        ? none
        : { state: 'found', values: values.slice(0, maxValues).map(value => read(value)) }
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? ''
      if (absent.has(code)) return none
      const timedOut = code === 'ETIMEOUT' || code === 'ECANCELLED'
      return { state: 'unknown', reason: timedOut ? 'timeout' : 'server' }
    } finally {
      clearTimeout(late)
    }
  }

  return {
    txt: name =>
      ask(
        dns => dns.resolveTxt(name),
        // RFC 7208, section 3.3, and RFC 6376, section 3.6.2.2: strings of one record are joined without a space.
        parts => clean(parts.join('')),
      ),
    mx: name =>
      ask(
        dns => dns.resolveMx(name),
        ({ exchange, priority }) => ({ exchange: host(exchange), priority }),
      ),
    a: name =>
      ask(
        dns => dns.resolve4(name),
        address => address,
      ),
    aaaa: name =>
      ask(
        dns => dns.resolve6(name),
        address => address,
      ),
    cname: name => ask(dns => dns.resolveCname(name), host),
    srv: name =>
      ask(
        dns => dns.resolveSrv(name),
        record => ({ ...record, name: host(record.name) }),
      ),
    ptr: address => ask(dns => dns.reverse(address), host),
  }
}

export const valuesOf = <T>(answer: DnsAnswer<T>): readonly T[] =>
  answer.state === 'found' ? answer.values : []
