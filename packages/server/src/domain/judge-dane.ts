/** Looks whether the TLSA records of our mail host (RFC 7672) name the key that its port really has. */
import type { DnsState } from '@yanshu/contract'
import type { Tlsa } from '../outside/resolver.ts'
import type { AskDns } from './dns/ask-dns.ts'
import type { TlsProbe } from './probe-tls.ts'
import { domainWords } from './words/words.ts'

const words = domainWords.arriving

type Judged = { state: DnsState; found: readonly string[]; advice: string }

const textOf = ({ usage, selector, matching, data }: Tlsa): string =>
  `${usage} ${selector} ${matching} ${data.toString('hex')}`

/** "3 1 1": this very key, by its SHA-256, which is what RFC 7671, section 5.1 recommends. */
const wanted = (keyDigest: string): string => `3 1 1 ${keyDigest}`

/** Other forms may be right too; of these nothing is said. */
const isPlainForm = (text: string): boolean => text.startsWith('3 1 1 ')

export async function judgeDane(dns: AskDns, mailHost: string, probe: TlsProbe): Promise<Judged> {
  const digest = 'keyDigest' in probe ? probe.keyDigest : null
  if (digest === null) return { state: 'unknown', found: [], advice: words.tlsUnreachable }
  const name = `_25._tcp.${mailHost}`
  const answer = await dns.tlsa(name)
  if (answer.state === 'unknown') return { state: 'unknown', found: [], advice: words.dnsSilent }
  if (answer.state === 'none')
    return { state: 'ok', found: [`${name} TLSA ${wanted(digest)}`], advice: words.daneNone }
  const found = answer.values.map(textOf)
  if (found.includes(wanted(digest)))
    return { state: 'ok', found, advice: answer.isAuthentic ? words.daneRight : words.daneUnsigned }
  if (!found.every(isPlainForm)) return { state: 'unknown', found, advice: words.daneOtherForm }
  return { state: 'wrong', found: [...found, wanted(digest)], advice: words.daneWrong }
}
