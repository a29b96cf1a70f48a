/**
 * Asks mailauth, always for what the RFCs say. Left to itself mailauth forgives: it says `neutral` of an altered
 * body, trusts rsa-sha1 (RFC 8301), and overlooks faults in SPF records and in the fields of a chain. A reader
 * must not be told that such things are proven.
 */
import { isIP } from 'node:net'
import {
  type ARCData,
  type ARCResult,
  arc,
  type DKIMVerifyResult,
  type DMARCOptions,
  type DMARCResult,
  type DNSResolver,
  dkimVerify,
  dmarc,
  type SPFResult,
  spf,
} from 'mailauth'
import type { Resolve } from './sender-resolver.ts'

export type EnvelopeFacts = { from: string; client: string; helo: string; host: string }

/** The types of mailauth know texts and addresses alone; mail servers come as objects there too. */
const asTyped = (resolve: Resolve): DNSResolver => resolve as DNSResolver

export function verifySpf(facts: EnvelopeFacts, resolve: Resolve): Promise<SPFResult> {
  const helo = facts.helo || facts.client
  return spf({
    sender: facts.from,
    ip: facts.client,
    helo: isIP(helo) ? `[${helo}]` : helo,
    mta: facts.host,
    resolver: asTyped(resolve),
    strict: true,
  })
}

/** The given sender, which no result depends on, keeps mailauth from reading a Return-Path of any length. */
const noSender = '<>'

/** Checks the DKIM signatures, and the message signature of the chain. */
export const verifySignatures = (bytes: Buffer, resolve: Resolve): Promise<DKIMVerifyResult> =>
  dkimVerify(bytes, { resolver: asTyped(resolve), sender: noSender, strict: true })

type Author = Pick<DMARCOptions, 'headerFrom' | 'fromFields'>
type Proofs = Pick<DMARCOptions, 'spfDomains' | 'dkimDomains'>

/**
 * Checks the author by what SPF and DKIM have proven. `unanswered` holds what they would have proven had the DNS
 * answered them: an author who might pass by one of these has not failed (RFC 7489, section 6.6.2).
 */
export async function verifyPolicy(
  author: Author,
  { proven, unanswered }: { proven: Proofs; unanswered: Proofs },
  resolve: Resolve,
): Promise<DMARCResult | false> {
  const check = (proofs: Proofs) => dmarc({ ...author, ...proofs, resolver: asTyped(resolve), strict: true })
  const found = await check(proven)
  if (found === false || found.status.result !== 'fail') return found
  if (Object.values(unanswered).every(list => list.length === 0)) return found
  const hoped = await check(unanswered)
  const isOpen = hoped !== false && hoped.status.result === 'pass'
  return isOpen ? { ...found, status: { ...found.status, result: 'temperror' } } : found
}

/** True when the last message signature does not say in which form it was made. */
function lacksForm({ arc: chain }: DKIMVerifyResult): boolean {
  const signature = chain?.lastEntry?.['arc-message-signature']?.parsed
  return signature !== undefined && !('c' in signature)
}

/**
 * Makes the second try for a message signature without c=. RFC 8617 reads it as simple, its drafts and programs
 * of their time as relaxed. mailauth tries both when it forgives, and names everything that it forgave.
 */
async function passesRelaxed(bytes: Buffer, resolver: DNSResolver): Promise<ARCResult | null> {
  const { arc: chain } = await dkimVerify(bytes, { resolver, sender: noSender })
  const found = await arc(chain as ARCData, { resolver })
  const forgaveNothingElse = (found.warnings ?? []).every(warning => warning === 'ams-c-default')
  return found.status.result === 'pass' && forgaveNothingElse ? found : null
}

/** Checks the chain (RFC 8617) of a message whose signatures were checked with the same resolver. */
export async function verifyChain(
  signatures: DKIMVerifyResult,
  bytes: Buffer,
  resolve: Resolve,
): Promise<ARCResult> {
  const resolver = asTyped(resolve)
  const found = await arc(signatures.arc as ARCData, { resolver, strict: true })
  if (found.status.result !== 'fail' || !lacksForm(signatures)) return found
  return (await passesRelaxed(bytes, resolver)) ?? found
}
