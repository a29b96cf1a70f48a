/** Notes that somebody from outside opened the site under its public URL: nothing on this machine can try that. */
import type { GuideStepName } from '@yanshu/contract'
import type { Db, Query } from '../../database/types.ts'
import { type Clock, day } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { findValue, putValue } from '../../ledger/setting/kept-settings.ts'
import type { SiteNames } from '../../ledger/setting/site-names.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import type { Seen } from '../doctor/checks.ts'
import { readSteps } from './repository.ts'

const scope = 'guide'
const name = 'visited'

/** A visit under another URL says nothing about this one. */
async function wasVisited(query: Query, publicUrl: string): Promise<boolean> {
  return publicUrl !== '' && (await findValue(query, scope, name)) === JSON.stringify(publicUrl)
}

/** What the guide noted earlier and the checks cannot see any more. */
export async function readSeen(query: Query, publicUrl: string): Promise<Seen> {
  const rows = await readSteps(query)
  const doneAt = (name: GuideStepName): number | null => rows.get(name)?.done_at ?? null
  return {
    visited: await wasVisited(query, publicUrl),
    mailCameAt: doneAt('firstMail'),
    portSeenAt: doneAt('portIn'),
  }
}

export function createVisits(deps: {
  db: Db
  clock: Clock
  log: Log
  names: Pick<SiteNames, 'publicUrl' | 'webHost'>
}) {
  const { db, clock, log, names } = deps
  let noted = { url: '', at: 0 }
  return (host: string, client: string): void => {
    if (host !== names.webHost() || !isPublicAddress(client.replace(/^::ffff:/i, ''))) return
    const url = names.publicUrl()
    const now = clock.now()
    if (noted.url === url && Math.abs(now - noted.at) < day) return
    noted = { url, at: now }
    db.transaction(tx => putValue(tx, scope, name, JSON.stringify(url), now)).catch((cause: unknown) =>
      log.warn({ err: cause }, 'a visit was not noted'),
    )
  }
}
