/**
 * The guide that ticks itself off: it runs the doctor's checks beside each other, each within its time, keeps what
 * they found for a while, and remembers of each step whether it was ever done.
 */
import { type DnsRecord, type GuideStep, type GuideStepName, guideSteps } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { type Clock, isoTime, isoTimeOrNull, minute, second } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import type { Log } from '../../kernel/log.ts'
import { checks } from '../doctor/checks.ts'
import { isPrivateName } from '../doctor/look-at-dns.ts'
import { placeOf } from '../doctor/place.ts'
import { firstDomain } from '../doctor/repository.ts'
import { doctorWords } from '../words/doctor.ts'
import type { Says } from '../words/says.ts'
import { putStep, readSteps, type StepRow } from './repository.ts'
import { nextRow, stateOf, type Verdict, verdictOf } from './step.ts'
import { readSeen } from './visits.ts'

export type GuideDeps = {
  db: Db
  clock: Clock
  log: Log
  config: Config
  smtpPort: () => number
  recordsOf(domainId: string, again: boolean): Promise<DnsRecord[]>
}

type Found = {
  readonly says: readonly Says[]
  readonly records: readonly DnsRecord[]
  readonly domainId: string | null
}

const nothingFound: Found = { says: [], records: [], domainId: null }

type Look = {
  readonly at: number
  /** Null while it is being looked at. */
  found: Found | null
  readonly ended: Promise<void>
}

export type Guide = {
  /** Every step, some of them perhaps still being looked at. */
  list(): Promise<GuideStep[]>
  /** Has a step looked at again. */
  forget(step: GuideStepName): void
  skip(step: GuideStepName, skipped: boolean): Promise<void>
  /** Looks at all steps, so that one that broke is told when somebody comes. */
  lookSoon(): Promise<void>
}

/** What was found holds for so long; steps that look beyond this machine are dear. */
const holdsMs = minute
const nearMs = 5 * second
const near: ReadonlySet<GuideStepName> = new Set(['password', 'address', 'portIn', 'firstMail', 'store'])
/** An answer waits so long for steps that are quick. */
const patienceMs = 300
/** A look that hangs is given up, and nothing is known. */
const longestMs = 30 * second

const sayText = ({ key, values }: Says): string =>
  (doctorWords[key] as (values: Says['values']) => string)(values)

const after = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms).unref()
  })

export function createGuide(deps: GuideDeps): Guide {
  const { db, clock, log, config } = deps
  const looks = new Map<GuideStepName, Look>()
  /** Steps that somebody wants to see anew, beyond what is kept of them elsewhere. */
  const afresh = new Set<GuideStepName>()

  async function recordsFor(domainId: string, again: boolean): Promise<DnsRecord[]> {
    const known = await deps.recordsOf(domainId, false)
    const unseen = known.every(({ checkedAt }) => checkedAt === null)
    return again || unseen ? deps.recordsOf(domainId, true) : known
  }

  const isLeft = ({ level, state }: DnsRecord): boolean =>
    level !== 'may' && (state === 'missing' || state === 'wrong')

  async function look(name: GuideStepName): Promise<Found> {
    const again = afresh.delete(name)
    // The records first: the check of the domain counts those that are left.
    const domain = name === 'domain' ? await firstDomain(db.query, config.localDomain, isPrivateName) : null
    const domainId = domain?.id || null
    const records = domainId === null ? [] : (await recordsFor(domainId, again)).filter(isLeft)
    const place = await placeOf({ config, query: db.query, now: clock.now(), smtpPort: deps.smtpPort() })
    const seen = await readSeen(db.query, place.publicUrl)
    return { says: await checks[name](place, seen), records, domainId }
  }

  async function remember(name: GuideStepName, verdict: Verdict): Promise<void> {
    const now = clock.now()
    const before = (await readSteps(db.query)).get(name)
    const row = nextRow(name, before, verdict, now)
    if (row !== before) await db.transaction(tx => putStep(tx, row))
  }

  function begin(name: GuideStepName): Look {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun: Look = { at: clock.now(), found: null, ended: promise }
    looks.set(name, begun)
    const late = after(longestMs).then(() => nothingFound)
    Promise.race([look(name), late])
      .then(async found => {
        await remember(name, verdictOf(found.says))
        begun.found = found
      })
      .catch((cause: unknown) => {
        log.warn({ err: cause, step: name }, 'a step of the guide could not be looked at')
        begun.found = nothingFound
      })
      .finally(resolve)
    return begun
  }

  function current(name: GuideStepName): Look {
    const held = looks.get(name)
    const age = held ? Math.abs(clock.now() - held.at) : 0
    const fresh = held && (held.found === null || age < (near.has(name) ? nearMs : holdsMs))
    return fresh ? held : begin(name)
  }

  function shown(name: GuideStepName, look: Look, row: StepRow | undefined): GuideStep {
    const { found } = look
    return {
      name,
      state: stateOf(found && verdictOf(found.says), row),
      says: (found?.says ?? []).map(said => ({ key: said.key, state: said.state, text: sayText(said) })),
      records: [...(found?.records ?? [])],
      domainId: found?.domainId ?? null,
      optional: name === 'store',
      lookedAt: found ? isoTime(look.at) : null,
      doneAt: isoTimeOrNull(row?.done_at ?? null),
      brokenAt: isoTimeOrNull(row?.broken_at ?? null),
      skippedAt: isoTimeOrNull(row?.skipped_at ?? null),
    }
  }

  return {
    async list() {
      const now = guideSteps.map(name => ({ name, look: current(name) }))
      await Promise.race([Promise.all(now.map(({ look }) => look.ended)), after(patienceMs)])
      const rows = await readSteps(db.query)
      return now.map(({ name, look }) => shown(name, look, rows.get(name)))
    },
    forget(step) {
      afresh.add(step)
      looks.delete(step)
    },
    async skip(step, skipped) {
      const now = clock.now()
      await db.transaction(async tx => {
        const before = (await readSteps(tx)).get(step)
        const row = before ?? { name: step, done_at: null, broken_at: null, skipped_at: null }
        await putStep(tx, { ...row, skipped_at: skipped ? now : null })
      })
    },
    async lookSoon() {
      for (const name of guideSteps) current(name)
    },
  }
}
