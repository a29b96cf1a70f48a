/**
 * SPF, DKIM, DMARC and ARC by mailauth, within a time that a reader does not notice. A DNS that does not answer must not
 * hold up a verification code: after the time is over the result is `temperror`.
 */
import { type ARCResult, authenticate, type DKIMResult, type DMARCResult } from 'mailauth'
import {
  asResult,
  authorDomain,
  type KeptChecks,
  type Said,
  saidBy,
  uncheckedSender,
} from '../../mail/sender-verdict.ts'
import { judgeableMessage } from './judgeable-message.ts'
import { plainAuthor } from './plain-author.ts'
import type { Resolve } from './sender-resolver.ts'
import { type EnvelopeFacts, judgeUnsigned, recallUnsigned, type Unsigned } from './unsigned-sender.ts'

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

/** A signature over a part of the body says nothing of what follows, which anyone may have added (RFC 6376, section 8.2). */
const partial = { result: 'neutral', note: 'partial' } as const
const isPartial = (signature: DKIMResult): boolean => (signature.status.underSized ?? 0) > 0

function signedBy(signatures: readonly DKIMResult[]): Said {
  const valid = signatures.filter(({ status }) => status.result === 'pass')
  const best = valid.find(signature => !isPartial(signature)) ?? valid[0] ?? signatures[0]
  if (best === undefined) return nothing
  const said: Said = { result: asResult(best.status.result), domain: best.signingDomain ?? '' }
  return said.result === 'pass' && isPartial(best) ? { ...said, ...partial } : said
}

function chainedBy(found: ARCResult | false): Said {
  if (!found) return nothing
  const result = asResult(found.status.result)
  const isWhole = !found.signature || !isPartial(found.signature)
  return result === 'pass' && !isWhole ? { ...nothing, ...partial } : { ...nothing, result }
}

/** mailauth names the signature over the whole body where one is aligned; if it names a partial one, there is no other. */
function alignedBy(found: DMARCResult | false): Said {
  const said = saidBy(found)
  if (!found || said.result !== 'pass') return said
  const { spf, dkim } = found.alignment
  return spf.result === undefined && dkim.underSized ? { ...said, ...partial, result: 'fail' } : said
}

async function readThoroughly(bytes: Buffer, facts: EnvelopeFacts, resolver: Resolve): Promise<Found> {
  const found = await authenticate(bytes, {
    sender: facts.from,
    ip: facts.client,
    helo: facts.helo || facts.client,
    mta: facts.host,
    resolver: resolver as never,
    disableBimi: true,
  })
  return {
    spf: saidBy(found.spf),
    dkim: signedBy(found.dkim.results),
    dmarc: alignedBy(found.dmarc),
    arc: chainedBy(found.arc),
    // Without a verdict there were several authors, or none.
    author: found.dmarc ? authorDomain(found.dkim.headerFrom[0] ?? '') : '',
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

async function judge(raw: Buffer, plain: string | null, facts: EnvelopeFacts, resolver: Resolve) {
  if (plain !== null) return withoutSignatures(await judgeUnsigned(plain, facts, resolver), plain)
  const judgeable = judgeableMessage(raw)
  return 'bytes' in judgeable
    ? readThoroughly(judgeable.bytes, facts, resolver)
    : readWithDoubt(judgeable.author, facts, resolver)
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
