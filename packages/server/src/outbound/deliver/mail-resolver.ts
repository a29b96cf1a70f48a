/**
 * What the deliverer asks the name system. Answers are values: found, nothing of that kind, no such name, or trouble that
 * may pass. Every question has an end in time.
 */
import { Resolver } from 'node:dns/promises'

export type MxRecord = { readonly exchange: string; readonly priority: number }
export type Answer<T> =
  | { readonly kind: 'found'; readonly records: readonly T[] }
  | { readonly kind: 'nothing' | 'noSuchName' }
  | { readonly kind: 'trouble'; readonly why: string }

export type MailResolver = {
  mx(domain: string): Promise<Answer<MxRecord>>
  v4(host: string): Promise<Answer<string>>
  v6(host: string): Promise<Answer<string>>
  alias(host: string): Promise<Answer<string>>
  txt(name: string): Promise<Answer<string>>
}

const tryMs = 3000
const tries = 2
/** Also when answers are long, cut, or come from several servers one after the other. */
const wholeMs = 15_000

/** Servers as "address" or "address:port"; none for those of the machine. */
export function createMailResolver(servers: readonly string[]): MailResolver {
  const resolver = new Resolver({ timeout: tryMs, tries })
  if (servers.length > 0) resolver.setServers(servers)

  async function ask<T>(question: Promise<readonly T[]>): Promise<Answer<T>> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' })), wholeMs)
    })
    try {
      const records = await Promise.race([question, late])
      return records.length > 0 ? { kind: 'found', records } : { kind: 'nothing' }
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'EUNKNOWN'
      if (code === 'ENOTFOUND') return { kind: 'noSuchName' }
      if (code === 'ENODATA') return { kind: 'nothing' }
      return { kind: 'trouble', why: code }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    mx: domain => ask(resolver.resolveMx(domain)),
    v4: host => ask(resolver.resolve4(host)),
    v6: host => ask(resolver.resolve6(host)),
    alias: host => ask(resolver.resolveCname(host)),
    txt: async name => ask(resolver.resolveTxt(name).then(records => records.map(parts => parts.join('')))),
  }
}
