/**
 * Seals mail that we pass on (ARC, RFC 8617): what our checks found when it came, a signature of it as it leaves,
 * and a seal over the whole chain, so that the next receiver can believe our checks although SPF no longer
 * matches. Only RSA, which is what verifiers know. It must not know how the chain was checked.
 */
import { withCrlf } from '../../mail/line-ends.ts'
import { type HeaderLine, relaxedHeader, splitMessage } from './canonical.ts'
import {
  bodyHashOf,
  coveredNames,
  coveredTags,
  coveredText,
  type SigningKey,
  signedField,
} from './signed-field.ts'

export type Seal = {
  readonly domain: string
  readonly key: SigningKey
  /** The results of our checks, in the form of RFC 8601: our name first. */
  readonly results: readonly string[]
  /** What our check found of the chain that the message brought; null when it found nothing out. */
  readonly chain: 'none' | 'pass' | 'fail' | null
  readonly at: number
}

const setNames = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'] as const
/** RFC 8617, section 4.2.1. */
const maxInstance = 50
/** Signatures of others that ours covers; honest mail has one or two. */
const maxSignatures = 10

const tagOf = ({ raw }: HeaderLine, tag: string): string | null =>
  new RegExp(`[:;]\\s*${tag}\\s*=\\s*([^;\\s]+)`).exec(raw.slice(0, 4096))?.[1] ?? null

const instanceOf = (header: HeaderLine): number => {
  const text = tagOf(header, 'i') ?? ''
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

/** Returns the sets in the order in which a seal covers them (section 5.1.1), without line ends after the last. */
function chainText(headers: readonly HeaderLine[], upTo: number): string {
  const lines: string[] = []
  for (let instance = 1; instance <= upTo; instance++)
    for (const name of setNames) {
      const header = headers.find(one => one.key === name && instanceOf(one) === instance)
      if (header) lines.push(`${relaxedHeader(header)}\r\n`)
    }
  return lines.join('')
}

const asLine = (field: string): HeaderLine => ({
  key: field.slice(0, field.indexOf(':')).toLowerCase(),
  raw: field.replace(/\r\n$/, ''),
})

/** Returns the message with another set in front; unchanged where the chain may not be continued. */
export async function sealMessage(message: Buffer, seal: Seal): Promise<Buffer> {
  const lines = withCrlf(message)
  const { headers, body } = splitMessage(lines)
  const chain = headers.filter(({ key }) => setNames.some(name => name === key))
  const instance = Math.max(0, ...chain.map(instanceOf)) + 1
  // A chain that somebody found broken stays as it is (section 5.1, point 2).
  const isBroken = chain.some(header => header.key === 'arc-seal' && tagOf(header, 'cv') === 'fail')
  if (isBroken || instance > maxInstance) return message
  // Whoever comes next may find out what we could not.
  if (chain.length > 0 && seal.chain === null) return message
  const found = chain.length === 0 ? 'none' : seal.chain === 'pass' ? 'pass' : 'fail'

  const { domain, key } = seal
  const results = `ARC-Authentication-Results: i=${instance}; ${seal.results.join(';\r\n ')}\r\n`
  const signer = [`a=${key.algorithm}-sha256;`, `d=${domain};`, `s=${key.selector};`]
  const time = `t=${Math.floor(seal.at / 1000)};`
  const signatures = headers.filter(header => header.key === 'dkim-signature').length
  const names = [
    ...coveredNames(headers),
    // No more than there are: the message will be signed once more as it leaves.
    ...Array<string>(Math.min(signatures, maxSignatures)).fill('dkim-signature'),
  ]
  const signature = await signedField(
    key,
    'ARC-Message-Signature',
    [
      `i=${instance};`,
      ...signer,
      'c=relaxed/relaxed;',
      time,
      ...coveredTags(names),
      `bh=${bodyHashOf(body)};`,
    ],
    coveredText(headers, names),
  )
  // Section 5.1.2: the seal of a broken chain covers nothing but its own set.
  const before = found === 'pass' ? chainText(chain, instance - 1) : ''
  const ownSet = [results, signature].map(field => `${relaxedHeader(asLine(field))}\r\n`).join('')
  const sealing = await signedField(
    key,
    'ARC-Seal',
    [`i=${instance};`, ...signer, time, `cv=${found};`],
    before + ownSet,
  )
  return Buffer.concat([Buffer.from(sealing + signature + results, 'latin1'), lines])
}
