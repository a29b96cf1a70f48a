/** The figures of the home page. Cheap: counters, and one count over an index. */
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { countOf, siteScopeName } from './counters.ts'

export async function figures({ db, clock }: { db: Db; clock: Clock }) {
  const now = clock.now()
  const [receivedToday, codesToday, mailboxes] = await Promise.all([
    countOf(db.query, siteScopeName, 'received', now),
    countOf(db.query, siteScopeName, 'codes', now),
    db.query
      .selectFrom('mailbox')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .where('status', '=', 'active')
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .executeTakeFirstOrThrow(),
  ])
  return { receivedToday, codesToday, mailboxes: Number(mailboxes.n), secondsToSeen: null }
}
