/** Takes from a subject what replies and forwards have added (RFC 5256, section 2.1), in the words of more languages. */

export type BaseSubject = {
  /** Without capitals, since nobody keeps them. It may be empty. */
  readonly base: string
  /** True when something was taken off that says that this is an answer or was forwarded. */
  readonly isReply: boolean
}

const MAX_SUBJECT = 2_000
const WORDS = [
  ...['re', 'fwd?', 'aw', 'wg', 'sv', 'antw', 'odp', 'rv', 'rif'],
  ...['回复', '回覆', '答复', '答覆', '转发', '转寄', '轉寄', '轉發'],
].join('|')
const BLOB = String.raw`\[[^[\]]*\] ?`
const TRAILER = / ?\(fwd\) ?$/
const LEADER = new RegExp(String.raw`^(?: |(?:${BLOB})*(?:${WORDS}) ?(?:${BLOB}|\(\d{1,4}\) ?)?[:：] ?)`)
const FIRST_BLOB = new RegExp(`^${BLOB}`)
const WRAPPED = /^\[fwd:(.*)\]$/

/** Takes a decoded subject. */
export function baseSubject(subject: string): BaseSubject {
  let base = subject.slice(0, MAX_SUBJECT).toWellFormed().replace(/\s+/g, ' ').toLowerCase().trim()
  let isReply = false
  const take = (pattern: RegExp): boolean => {
    const rest = base.replace(pattern, '')
    const isTaken = rest.length < base.length
    base = rest
    return isTaken
  }
  for (;;) {
    while (take(TRAILER)) isReply = true
    for (;;) {
      if (take(LEADER)) isReply = true
      else if (base.replace(FIRST_BLOB, '') === '' || !take(FIRST_BLOB)) break
    }
    const within = WRAPPED.exec(base)?.[1]
    if (within === undefined) return { base, isReply }
    base = within.trim()
    isReply = true
  }
}
