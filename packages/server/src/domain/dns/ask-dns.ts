/**
 * Asks the DNS. Each question has a time limit and always gets one of three answers: values, nothing there,
 * or unknown. Strangers write the values, so they are cut to a length that can be stored and shown, and
 * control characters are removed. Values are only compared or shown as text.
 */
import {
  type Asked,
  createResolver,
  type Mx,
  type Records,
  type Srv,
  type Tlsa,
} from '../../outside/resolver.ts'
import { reverseName } from '../../outside/reverse-name.ts'
import { dnsPatience } from '../../outside/time-outs.ts'

export type DnsAnswer<T> =
  | { readonly state: 'found'; readonly values: readonly T[]; readonly isAuthentic?: boolean }
  | { readonly state: 'none' }
  | { readonly state: 'unknown'; readonly reason: 'timeout' | 'server' }

export type AskDns = {
  txt(name: string): Promise<DnsAnswer<string>>
  mx(name: string): Promise<DnsAnswer<Mx>>
  a(name: string): Promise<DnsAnswer<string>>
  aaaa(name: string): Promise<DnsAnswer<string>>
  cname(name: string): Promise<DnsAnswer<string>>
  srv(name: string): Promise<DnsAnswer<Srv>>
  ptr(address: string): Promise<DnsAnswer<string>>
  tlsa(name: string): Promise<DnsAnswer<Tlsa>>
}

const maxValues = 50
/** This is longer than any record that we ask for; a key of 4096 bits takes 750 characters. */
const maxText = 2000

const none = { state: 'none' } as const

/**
 * Control characters and marks that hide or reverse text would make a value look like another on the page.
 */
const clean = (text: string): string =>
  text.slice(0, maxText).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')

const host = (name: string): string => clean(name).toLowerCase()

/** The time covers one question with all its tries. */
export function createAskDns(
  servers: readonly string[],
  questionMs: number = dnsPatience.check.wholeMs,
): AskDns {
  const resolve = createResolver(servers, { ...dnsPatience.check, wholeMs: questionMs })

  async function ask<T extends Asked>(
    type: T,
    name: string,
    read: (value: Records[T]) => Records[T],
  ): Promise<DnsAnswer<Records[T]>> {
    const answer = await resolve(type, name)
    switch (answer.kind) {
      case 'found':
        return {
          state: 'found',
          values: answer.records.slice(0, maxValues).map(read),
          ...(answer.isAuthentic && { isAuthentic: true }),
        }
      case 'nothing':
      case 'noSuchName':
        return none
      case 'trouble':
        return { state: 'unknown', reason: answer.why === 'timeout' ? 'timeout' : 'server' }
    }
  }

  return {
    txt: name => ask('TXT', name, clean),
    mx: name => ask('MX', name, record => ({ ...record, exchange: host(record.exchange) })),
    a: name => ask('A', name, address => address),
    aaaa: name => ask('AAAA', name, address => address),
    cname: name => ask('CNAME', name, host),
    srv: name => ask('SRV', name, record => ({ ...record, name: host(record.name) })),
    ptr: address => ask('PTR', reverseName(address), host),
    tlsa: name =>
      ask('TLSA', name, ({ data, ...kind }) => ({ ...kind, data: data.subarray(0, maxText / 2) })),
  }
}

/** Whether some of what was asked has no answer. */
export const isSilent = (answers: readonly DnsAnswer<unknown>[]): boolean =>
  answers.some(answer => answer.state === 'unknown')

export const valuesOf = <T>(answer: DnsAnswer<T>): readonly T[] =>
  answer.state === 'found' ? answer.values : []
