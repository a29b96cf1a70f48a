/**
 * Reads a secret that an operator chose, which may hold spaces or any letters. Headers arrive byte by byte; a
 * value sent as UTF-8 is decoded.
 */
export function bearerSecret(header: string | undefined): string {
  const given = /^Bearer +(.*)$/i.exec(header ?? '')?.[1] ?? ''
  return Buffer.from(given, 'latin1').toString('utf8')
}
