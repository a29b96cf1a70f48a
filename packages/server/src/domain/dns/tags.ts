/**
 * Reads tag lists, the common form of DKIM, DMARC, MTA-STS and TLS reporting: `v=…; p=…` (RFC 6376, section
 * 3.2).
 */
export type Tags = Readonly<Record<string, string | undefined>>

const maxTags = 50

/** Names become lower case; the first of a repeated name counts. It never throws. */
export function readTags(text: string): Tags {
  const tags: Record<string, string> = Object.create(null)
  for (const part of text.split(';').slice(0, maxTags)) {
    const at = part.indexOf('=')
    if (at < 0) continue
    const name = part.slice(0, at).trim().toLowerCase()
    if (/^[a-z][a-z0-9_]*$/.test(name) && !(name in tags)) tags[name] = part.slice(at + 1).trim()
  }
  return tags
}
