/** The types of files that mail often holds, and the endings of their names. */

export const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['text/plain', 'txt'],
  ['text/html', 'html'],
  ['text/calendar', 'ics'],
  ['text/vcard', 'vcf'],
  ['text/x-vcard', 'vcf'],
  ['text/csv', 'csv'],
  ['text/x-amp-html', 'amp.html'],
  ['message/rfc822', 'eml'],
  ['message/global', 'eml'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['application/ms-tnef', 'dat'],
  ['application/vnd.ms-tnef', 'dat'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/pgp-signature', 'asc'],
  ['application/pkcs7-signature', 'p7s'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/bmp', 'bmp'],
  ['image/svg+xml', 'svg'],
  ['audio/mpeg', 'mp3'],
  ['video/mp4', 'mp4'],
])

/** Returns the type that the extension of a name stands for. */
export function typeOfName(name: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase().replace('jpeg', 'jpg')
  for (const [type, known] of EXTENSIONS) if (known === extension) return type
  return 'application/octet-stream'
}
