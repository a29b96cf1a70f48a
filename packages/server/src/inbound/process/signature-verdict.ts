/** Says what the checks found of the signatures of a message: those of DKIM, and the chain of forwarders. */
import type { ARCResult, DKIMResult, DMARCResult } from 'mailauth'
import { type Said, saidBy } from '../../mail/sender-verdict.ts'

const nothing: Said = { result: 'none', domain: '' }

/** A signature over a part of the body says nothing of what follows, which anyone may have added (RFC 6376, section 8.2). */
const partial = { result: 'neutral', note: 'partial' } as const
const isPartial = (signature: DKIMResult): boolean => (signature.status.underSized ?? 0) > 0

/**
 * mailauth says `neutral` of all signatures that cannot be checked, with the reason in its comment. Nothing but
 * the time has passed in one that expired; for the others the fault is in the signature or its key, which no
 * later try would mend (RFC 6376, section 6.1).
 */
const unusable: Readonly<Record<string, Pick<Said, 'result' | 'note'>>> = {
  expired: { result: 'neutral', note: 'expired' },
  'no key': { result: 'permerror', note: 'noKey' },
}

function saidOf(signature: DKIMResult): Said {
  const { status, signingDomain = '' } = signature
  if (status.result === 'pass' && isPartial(signature)) return { domain: signingDomain, ...partial }
  if (status.result !== 'neutral') return saidBy({ status, domain: signingDomain })
  return { domain: signingDomain, ...(unusable[status.comment ?? ''] ?? { result: 'permerror' }) }
}

/** From what says most of a message to what says least: a broken signature counts only where none holds. */
const ranks: readonly Said['result'][] = ['pass', 'neutral', 'temperror', 'fail', 'policy', 'permerror']
const rankOf = ({ result, note }: Said): number =>
  result === 'neutral' && note !== 'partial' ? ranks.length : ranks.indexOf(result)

/** Returns the signature that says most; among equals the author's own, then the first. */
export function signedBy(signatures: readonly DKIMResult[]): Said {
  const [best] = signatures
    .map(signature => ({ said: saidOf(signature), isAuthors: Boolean(signature.status.aligned) }))
    .sort((a, b) => rankOf(a.said) - rankOf(b.said) || Number(b.isAuthors) - Number(a.isAuthors))
  return best?.said ?? nothing
}

/** The signatures that DMARC may go by, or might had the DNS answered: none that is broken, weak or unusable. */
export function dkimProofs(signatures: readonly DKIMResult[]) {
  const by = (wanted: Said['result']) =>
    signatures.flatMap(({ signingDomain: domain, status: { result, underSized } }) =>
      result === wanted && domain !== undefined
        ? [{ domain, ...(underSized !== undefined && { underSized }) }]
        : [],
    )
  return { proven: by('pass'), unanswered: by('temperror') }
}

/** mailauth names the signature over the whole body where one is aligned; if it names a partial one, there is no other. */
export function alignedBy(found: DMARCResult | false): Said {
  const said = saidBy(found)
  if (!found || said.result !== 'pass') return said
  const { spf, dkim } = found.alignment
  return spf.result === undefined && dkim.underSized ? { ...said, ...partial, result: 'fail' } : said
}

/** A chain is not broken because the DNS is silent about one of its keys. */
export function chainedBy(found: ARCResult, wasSilent: boolean): Said {
  const { result, domain } = saidBy({ status: found.status })
  if (result === 'fail' && wasSilent) return { result: 'temperror', domain }
  if (result === 'pass' && found.signature && isPartial(found.signature)) return { domain, ...partial }
  return { result, domain }
}
