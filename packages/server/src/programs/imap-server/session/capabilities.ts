import type { ImapSession } from './session.ts'

/** What a stranger may know, and what is offered in either state. */
const common = ['IMAP4rev2', 'IMAP4rev1', 'LITERAL+', 'SASL-IR', 'ID', 'ENABLE']

const signedIn = [
  ...['UIDPLUS', 'MOVE', 'IDLE', 'NAMESPACE', 'SPECIAL-USE', 'CREATE-SPECIAL-USE', 'LIST-EXTENDED'],
  ...['LIST-STATUS', 'CHILDREN', 'ESEARCH', 'SEARCHRES', 'UNSELECT', 'CONDSTORE', 'QRESYNC', 'BINARY'],
  ...['UTF8=ACCEPT', 'STATUS=SIZE', 'QUOTA', 'QUOTA=RES-STORAGE', 'OBJECTID', 'PREVIEW', 'SAVEDATE'],
  ...['WITHIN', 'MULTIAPPEND', 'SORT', 'THREAD=ORDEREDSUBJECT', 'THREAD=REFERENCES'],
]

/** Only what works in the present state is offered. */
export function capabilities(s: ImapSession): string {
  const offers = [...common]
  if (s.account !== null) {
    offers.push(...signedIn, `APPENDLIMIT=${s.limits.appendBytes}`)
    if (!s.isCompressed) offers.push('COMPRESS=DEFLATE')
  } else if (s.isSecure) offers.push('AUTH=PLAIN')
  else {
    if (s.tlsContext() !== null) offers.push('STARTTLS')
    offers.push('LOGINDISABLED')
  }
  return offers.join(' ')
}
