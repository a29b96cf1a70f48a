/**
 * Reads the machine-readable part of a report (RFC 3464, sections 2.1 to 2.3; RFC 6533 for addresses outside
 * ASCII).
 */
import { decodeEncodedWords } from '../text/encoded-word.ts'
import { type BounceFinding, cleanDiagnostic, cleanRecipient, maxEntries, statusIn } from './bounce.ts'

type Fields = ReadonlyMap<string, string>

/**
 * Reads groups of fields that are separated by empty lines, and joins folded lines. The first field of a name
 * counts.
 */
function readGroups(text: string): Fields[] {
  const groups: Map<string, string>[] = []
  let group = new Map<string, string>()
  let last = ''
  const flush = () => {
    if (group.size > 0) groups.push(group)
    group = new Map()
    last = ''
  }
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') flush()
    else if (/^[ \t]/.test(line)) {
      const value = group.get(last) ?? ''
      if (last !== '' && value.length < 4000) group.set(last, `${value} ${line.trim().slice(0, 1000)}`)
    } else {
      const colon = line.indexOf(':')
      last = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : ''
      if (last !== '' && group.has(last)) last = ''
      if (last !== '')
        group.set(
          last,
          line
            .slice(colon + 1)
            .trim()
            .slice(0, 4000),
        )
    }
    if (groups.length > maxEntries) break
  }
  flush()
  return groups
}

/** Reads "rfc822; a@b", also without its type, in angle brackets, or with the escapes of RFC 6533. */
function addressOf(value: string | undefined): string | null {
  if (value === undefined) return null
  const bare = value.replace(/^[a-z0-9-]{1,20}\s{0,9};/i, '')
  const plain = bare.replace(/\\x\{([0-9a-f]{1,6})\}/gi, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
  return cleanRecipient(plain)
}

const actions = {
  failed: 'failed',
  failure: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
} as const

function actionOf(fields: Fields, status: string | null): BounceFinding['action'] | null {
  const [word = ''] = /^[a-z]{1,20}/.exec((fields.get('action') ?? '').toLowerCase()) ?? []
  const named = Object.entries(actions).find(([name]) => name === word)?.[1]
  if (named !== undefined) return named
  if (status === null) return null
  return status.startsWith('5') ? 'failed' : status.startsWith('4') ? 'delayed' : 'delivered'
}

export function readDeliveryStatus(text: string): BounceFinding[] {
  return readGroups(text).flatMap(fields => {
    const original = addressOf(fields.get('original-recipient'))
    const recipient = addressOf(fields.get('final-recipient')) ?? original
    if (recipient === null) return []
    const said = decodeEncodedWords(fields.get('diagnostic-code') ?? '').replace(
      /^(?:smtp|x-[a-z0-9-]{1,30})\s{0,9};/i,
      '',
    )
    const given = statusIn(fields.get('status') ?? '')
    // "5.0.0" is vague, so a code in the other side's words counts instead.
    const spoken = statusIn(said)
    const isVague = given === null || /^[245]\.0\.0$/.test(given)
    const status = isVague && spoken !== null && (given === null || spoken[0] === given[0]) ? spoken : given
    const action = actionOf(fields, status)
    if (action === null) return []
    return [{ recipient, action, status, diagnostic: cleanDiagnostic(said), originalRecipient: original }]
  })
}
