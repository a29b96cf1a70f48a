/** IDLE (RFC 2177): what happens is told as it happens, until the client says DONE. */

import type { ImapAccount } from '../../imap/types.ts'
import { tellNews } from '../session/news.ts'
import { bad, bye, giveUp, handOver, type ImapSession, type Outcome, ok, say } from '../session/session.ts'

/** Mails that come in a burst are told together. */
const restMs = 200

export async function idle(s: ImapSession, account: ImapAccount): Promise<Outcome | null> {
  say(s, '+ Idling')
  const until = performance.now() + s.limits.idleMs
  let lookAt = performance.now() + s.limits.lookMs
  let restUntil = 0
  for (;;) {
    const line = s.reader.nextLine()
    if (line === 'tooLong') return bad('Expected DONE')
    if (line !== null) return line.toUpperCase() === 'DONE' ? ok('Done') : bad('Expected DONE')
    const now = performance.now()
    if (now >= restUntil && (s.isStirred || now >= lookAt)) {
      lookAt = now + s.limits.lookMs
      restUntil = now + restMs
      s.isStirred = false
      if (!(await account.isOpen())) {
        bye(s, 'This session has ended')
        return null
      }
      if (s.selected !== null && !(await tellNews(s, s.selected, 'all'))) return null
      // More may have happened meanwhile.
      continue
    }
    handOver(s)
    const next = s.isStirred ? restUntil : lookAt
    const got = await s.wire.readOctets({
      bytes: s.limits.strangersBytes,
      ms: Math.max(1, Math.min(next, until) - now),
      stopsWhenClosing: true,
      wakes: !s.isStirred,
    })
    if (got.kind === 'octets') s.reader.push(got.octets)
    else if (got.kind === 'timeout' && performance.now() >= until) {
      giveUp(s, got)
      return null
    } else if (got.kind !== 'timeout' && got.kind !== 'woken') {
      giveUp(s, got)
      return null
    }
  }
}
