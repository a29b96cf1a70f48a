/**
 * Detects mail that goes in circles (RFC 5321 section 6.3): too many servers have already added a Received
 * line.
 */
const maxReceived = 50
const maxHeaderBytes = 512 * 1024

export function isLooping(raw: Buffer): boolean {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.subarray(0, Math.min(end < 0 ? raw.length : end, maxHeaderBytes)).toString('latin1')
  let count = /^received:/i.test(headers) ? 1 : 0
  for (const _ of headers.matchAll(/\r\nreceived:/gi)) {
    count++
    if (count > maxReceived) return true
  }
  return false
}
