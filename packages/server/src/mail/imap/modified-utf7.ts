/** The form of folder names before UTF-8 was allowed (RFC 3501, section 5.1.3). */

const PRINTABLE = /^[\x20-\x7e]*$/

export function encodeModifiedUtf7(name: string): string {
  return name.replace(/&|[^\x20-\x7e]+/g, run => (run === '&' ? '&-' : `&${encodeRun(run)}-`))
}

/**
 * Returns null for text that is not in this form. Every name has one form only, so that two texts never mean the same
 * folder.
 */
export function decodeModifiedUtf7(text: string): string | null {
  if (!PRINTABLE.test(text)) return null
  const name = text.replace(/&([^-]*)-/g, (_all, run: string) => (run === '' ? '&' : decodeRun(run)))
  return name.isWellFormed() && encodeModifiedUtf7(name) === text ? name : null
}

function encodeRun(run: string): string {
  return Buffer.from(run, 'utf16le').swap16().toString('base64').replaceAll('/', ',').replace(/=+$/, '')
}

function decodeRun(run: string): string {
  const octets = Buffer.from(run.replaceAll(',', '/'), 'base64')
  return octets
    .subarray(0, octets.length & ~1)
    .swap16()
    .toString('utf16le')
}
