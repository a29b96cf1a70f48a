const maxHeaderBytes = 256 * 1024

/** Returns the headers of a message. The rest may be large, and the caller does not need it. */
export function headersOnly(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  return raw.subarray(0, Math.min(end < 0 ? raw.length : end + 4, maxHeaderBytes))
}
