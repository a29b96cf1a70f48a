const maxHeaderBytes = 256 * 1024

/** The head of a message; whatever follows it is of no interest to the caller and may be large. */
export function headersOnly(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  return raw.subarray(0, Math.min(end < 0 ? raw.length : end + 4, maxHeaderBytes))
}
