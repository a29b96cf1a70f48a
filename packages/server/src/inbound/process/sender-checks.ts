/**
 * SPF, DKIM, DMARC and ARC by mailauth, within a time that a reader does not notice. A DNS that does not answer must not
 * hold up a verification code: after the time is over the result is `temperror`.
 */
import { authorDomain, type KeptChecks, type Said, uncheckedSender } from '../../mail/sender-verdict.ts'
import { judgeableMessage, type Unread } from './judgeable-message.ts'
import { plainAuthor } from './plain-author.ts'
import type { Resolve } from './sender-resolver.ts'
import { alignedBy, chainedBy, dkimProofs, signedBy } from './signature-verdict.ts'
import { type EnvelopeFacts, verifyChain, verifyPolicy, verifySignatures } from './strict-checks.ts'
import { judgeSpf, judgeUnsigned, recallUnsigned, spfProofs, type Unsigned } from './unsigned-sender.ts'
import { watchResolver } from './watched-resolver.ts'

const totalMs = 2500
/** A longer header is read thoroughly: we do not keep fields of any length. */
const maxHeaderBytes = 64 * 1024

/** The header with the empty line after it, or null where there is none to be seen. */
function headerOf(raw: Buffer): Buffer | null {
  const end = raw.subarray(0, maxHeaderBytes).indexOf('\r\n\r\n')
  return end === -1 ? null : raw.subarray(0, end + 4)
}

/** Null where there are signatures, or the header is less than plain. */
function unsignedAuthor(raw: Buffer): string | null {
  const header = headerOf(raw)?.toString('latin1') ?? ''
  return /^(?:dkim-signature|arc-[a-z-]+)[ \t]*:/im.test(header) ? null : plainAuthor(header)
}

type Found = Unsigned & { dkim: Said; arc: Said; author: string }

/** The results of the checks, and the domain of the checked author; empty when no author was checked. */
export type CheckedSender = { readonly checks: KeptChecks; readonly author: string }

const nothing: Said = { result: 'none', domain: '' }
const withoutSignatures = (found: Unsigned, author: string): Found => ({
  ...found,
  dkim: nothing,
  arc: nothing,
  author: authorDomain(author),
})

async function readThoroughly(bytes: Buffer, facts: EnvelopeFacts, resolver: Resolve): Promise<Found> {
  const watched = watchResolver(resolver)
  const [signed, spf] = await Promise.all([
    verifySignatures(bytes, watched.resolve),
    judgeSpf(facts, resolver),
  ])
  const chain = await verifyChain(signed, bytes, watched.resolve)
  const arc = chainedBy(chain, watched.wasSilent())
  const bySpf = spfProofs(spf)
  const byDkim = dkimProofs(signed.results)
  const policy = await verifyPolicy(
    { headerFrom: signed.headerFrom, fromFields: signed.fromFields },
    {
      proven: { spfDomains: bySpf.proven, dkimDomains: byDkim.proven },
      unanswered: { spfDomains: bySpf.unanswered, dkimDomains: byDkim.unanswered },
    },
    resolver,
  )
  return {
    spf,
    dkim: signedBy(signed.results),
    dmarc: alignedBy(policy),
    arc,
    // Without a verdict there were several authors, or none.
    author: policy ? authorDomain(signed.headerFrom[0] ?? '') : '',
  }
}

const unclear = { result: 'neutral', note: 'unclear' } as const

/** Whatever the signatures sign, it may not be what we show. */
async function readWithDoubt(author: string, facts: EnvelopeFacts, resolver: Resolve): Promise<Found> {
  const { spf, dmarc } = await judgeUnsigned(author, facts, resolver)
  return {
    ...withoutSignatures({ spf, dmarc: dmarc.result === 'pass' ? { ...dmarc, ...unclear } : dmarc }, author),
    dkim: { ...nothing, ...unclear },
  }
}

const unconfirmed: Said = { result: 'neutral', domain: '' }

/** A signature too long to be read exists all the same, and a chain without it is broken by us alone. */
const withUnread = (found: Found, { dkim, arc }: Unread): Found => ({
  ...found,
  dkim: dkim && found.dkim.result === 'none' ? unconfirmed : found.dkim,
  arc: arc ? unconfirmed : found.arc,
})

async function judge(raw: Buffer, plain: string | null, facts: EnvelopeFacts, resolver: Resolve) {
  if (plain !== null) return withoutSignatures(await judgeUnsigned(plain, facts, resolver), plain)
  const judgeable = judgeableMessage(raw)
  if ('author' in judgeable) return readWithDoubt(judgeable.author, facts, resolver)
  return withUnread(await readThoroughly(judgeable.bytes, facts, resolver), judgeable.unread)
}

const checkedBy = ({ author, ...checks }: Found): CheckedSender => ({ checks, author })

const unchecked: CheckedSender = { checks: uncheckedSender, author: '' }

async function inTime(checking: Promise<CheckedSender>): Promise<CheckedSender> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<CheckedSender>(resolve => {
    timer = setTimeout(() => resolve(unchecked), totalMs)
  })
  try {
    return await Promise.race([checking, late])
  } finally {
    clearTimeout(timer)
  }
}

export async function checkSender(
  raw: Buffer,
  facts: EnvelopeFacts,
  resolver: Resolve,
): Promise<CheckedSender> {
  const plain = unsignedAuthor(raw)
  // A sender known from a moment ago has no one wait, so nothing needs to be timed.
  const known = plain === null ? null : recallUnsigned(plain, facts, resolver)
  if (plain !== null && known !== null) return checkedBy(withoutSignatures(known, plain))
  return inTime(
    judge(raw, plain, facts, resolver)
      .then(checkedBy)
      .catch(() => unchecked),
  )
}
