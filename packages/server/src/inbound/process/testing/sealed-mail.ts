/**
 * Signs and seals mail for tests of the sender checks (RFC 6376, RFC 8617), field by field, so that a test can
 * make any field wrong before it is signed. Written from the RFCs, and not from the code that is tested.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export type TestKey = { readonly privateKey: KeyObject; readonly record: string }

/** A key and its record in the DNS. OpenSSL makes none under 512 bits. */
export function makeKey(kind: 'ed25519' | number): TestKey {
  if (kind === 'ed25519') {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
    return { privateKey, record: `v=DKIM1; k=ed25519; p=${raw.toString('base64')}` }
  }
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: kind })
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return { privateKey, record: `v=DKIM1; k=rsa; p=${der.toString('base64')}` }
}

export type Mail = { readonly fields: readonly string[]; readonly body: string }
export const written = ({ fields, body }: Mail): string => `${fields.join('\r\n')}\r\n\r\n${body}`

const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase()
const afterName = (field: string): string => field.slice(field.indexOf(':') + 1)
const relaxed = (field: string): string =>
  `${nameOf(field)}:${afterName(field)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`

/** The body is taken as it is: the tests write it with one empty line at its end at the most. */
const hashOf = (body: string, algorithm: string): string =>
  createHash(algorithm).update(Buffer.from(body, 'latin1')).digest('base64')

function tagOf(field: string, tag: string): string {
  return new RegExp(`[:;]\\s*${tag}\\s*=([^;]*)`).exec(field)?.[1]?.replace(/\s/g, '') ?? ''
}

/** The fields that h= covers, from the last up (RFC 6376, section 5.4.2). */
function covered(field: string, fields: readonly string[]): string[] {
  const left = [...fields]
  return tagOf(field, 'h')
    .split(':')
    .flatMap(name => {
      const at = left.findLastIndex(one => nameOf(one) === name.toLowerCase())
      return at === -1 ? [] : left.splice(at, 1)
    })
}

function signed(text: string, { privateKey }: TestKey, algorithm: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const isRsa = privateKey.asymmetricKeyType === 'rsa'
  const by = isRsa
    ? sign(algorithm, bytes, privateKey)
    : sign(null, createHash('sha256').update(bytes).digest(), privateKey)
  return by.toString('base64')
}

/** Signs a field that ends in `b=`, over the fields that it names and itself. */
function signField(field: string, fields: readonly string[], key: TestKey, form: string): string {
  const canonical = form === 'relaxed' ? relaxed : (one: string) => one
  const text = [...covered(field, fields), field].map(canonical).join('\r\n')
  return `${field}${signed(text, key, tagOf(field, 'a').endsWith('sha1') ? 'sha1' : 'sha256')}`
}

/** Changes a field before it is signed; without an argument that matters it stays. */
type Edit = (field: string, instance: number) => string
const asItIs: Edit = field => field

export type Signing = {
  readonly key: TestKey
  readonly edit?: Edit
  readonly domain?: string
  readonly selector?: string
  readonly algorithm?: string
}

/** Puts a DKIM signature before the mail. */
export function signMail(mail: Mail, signing: Signing): Mail {
  const { key, edit = asItIs, domain = 'bank.test', selector = 'good', algorithm = 'rsa-sha256' } = signing
  const hash = hashOf(mail.body, algorithm.endsWith('sha1') ? 'sha1' : 'sha256')
  const tags = `v=1; a=${algorithm}; c=relaxed/simple; d=${domain}; s=${selector}; h=from:subject`
  const field = edit(`DKIM-Signature: ${tags}; bh=${hash}; b=`, 0)
  return { ...mail, fields: [signField(field, mail.fields, key, 'relaxed'), ...mail.fields] }
}

export type Sealing = Signing & {
  readonly hops?: number
  readonly results?: Edit
  readonly message?: Edit
  readonly seal?: Edit
  /** The form in which the message signature is made, whatever it says of itself. */
  readonly form?: 'relaxed' | 'simple'
}

type Link = { results: string; message: string; seal: string }

/** Puts a chain before the mail: for each hop its seal, its message signature and its results. */
export function sealMail(mail: Mail, sealing: Sealing): Mail {
  const { key, hops = 1, form = 'relaxed', domain = 'hop.test', selector = 'good' } = sealing
  const { results = asItIs, message = asItIs, seal = asItIs, algorithm = 'rsa-sha256' } = sealing
  const links: Link[] = []
  let fields = [...mail.fields]
  for (let i = 1; i <= hops; i++) {
    const by = `i=${i}; a=${algorithm}; d=${domain}; s=${selector}`
    const told = results(`ARC-Authentication-Results: i=${i}; hop.test; spf=pass`, i)
    const tags = `${by}; c=relaxed/simple; h=from:subject; bh=${hashOf(mail.body, 'sha256')}`
    const own = signField(message(`ARC-Message-Signature: ${tags}; b=`, i), fields, key, form)
    const bare = seal(`ARC-Seal: ${by}; cv=${i === 1 ? 'none' : 'pass'}; b=`, i)
    const before = links.flatMap(link => [link.results, link.message, link.seal])
    const text = [...before, told, own, bare].map(relaxed).join('\r\n')
    const link = { results: told, message: own, seal: `${bare}${signed(text, key, 'sha256')}` }
    links.push(link)
    fields = [link.seal, link.message, link.results, ...fields]
  }
  return { ...mail, fields }
}
