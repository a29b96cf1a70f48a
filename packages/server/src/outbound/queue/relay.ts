/** Manages relays, for the whole site or for one domain; their passwords are sealed. */
import type { AnswerOf, BodyOf, Calls } from '@yanshu/contract'
import type { Db, Query, Tx } from '../../database/types.ts'
import { domainNames, findDomainByName } from '../../domain/domains.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { type Clock, isoTime, second } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { Deliverer, Relay } from '../deliver/delivery.ts'
import { outboundWords } from '../words/words.ts'
import {
  allRelays,
  deleteRelaysOf,
  findRelayPassword,
  putRelay,
  type RelayRow,
  relaysAmong,
  removeRelay,
} from './relay-repository.ts'

const purpose = 'relay-password'

export type RelayDeps = { db: Db; clock: Clock; secrets: Secrets }

const shown = (row: RelayRow) => ({
  domain: row.domain,
  host: row.host,
  port: row.port,
  security: row.security,
  username: row.username,
  hasPassword: row.password !== '',
  updatedAt: isoTime(row.updated_at),
})

export const relaysOf = async (query: Query) => (await allRelays(query)).map(shown)

export const listRelays = (deps: Pick<RelayDeps, 'db'>) => relaysOf(deps.db.query)

function checkRelay({ username, security }: Pick<Relay, 'username' | 'security'>): void {
  if (username !== '' && security === 'none') throw invalidField('security', outboundWords.relayNeedsTls)
}

/** A password that is kept goes to nobody but the very server it was set for. */
async function keptPassword(deps: RelayDeps, request: BodyOf<Calls['testRelay']>): Promise<string> {
  const rows = await relaysAmong(deps.db.query, [request.domain ?? ''])
  const row = rows.find(({ domain }) => domain === (request.domain ?? ''))
  const isSame =
    row?.host === request.host &&
    row.port === request.port &&
    row.security === request.security &&
    row.username === request.username
  return isSame && row.password !== '' ? deps.secrets.open(purpose, row.password) : ''
}

/** A relay that does not answer in this time would hold up mail as well. */
const tryMs = 20 * second

export async function testRelay(
  deps: RelayDeps & Pick<Deliverer, 'tryRelay'>,
  request: BodyOf<Calls['testRelay']>,
  signal: AbortSignal,
): Promise<AnswerOf<Calls['testRelay']>> {
  checkRelay(request)
  const { host, port, security, username } = request
  const password = username === '' ? '' : (request.password ?? (await keptPassword(deps, request)))
  const relay = { host, port, security, username, password, isTrusted: true }
  const trial = await deps.tryRelay(relay, AbortSignal.any([signal, AbortSignal.timeout(tryMs)]))
  if ('said' in trial) {
    const text = username === '' ? outboundWords.relayReached : outboundWords.relayLoggedIn
    return { ok: true, text, said: trial.said }
  }
  const { reason, answer } = trial.finding
  const why = outboundWords.queueReasons[reason === 'aborted' ? 'timeout' : reason]
  // Only what a server said begins with a code; the rest are words of our own for the log.
  return { ok: false, text: outboundWords.aboutRelay(why), said: /^[2-5]\d\d /.test(answer) ? answer : '' }
}

export async function setRelay(deps: RelayDeps, caller: AccountCaller, request: BodyOf<Calls['setRelay']>) {
  const { domain = '', host, port, security, username, password } = request
  if (domain !== '' && !(await findDomainByName(deps.db.query, domain))) throw new AppError('notFound')
  checkRelay(request)
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const before = await findRelayPassword(tx, domain)
    const sealed =
      password === undefined ? (before ?? '') : password === '' ? '' : deps.secrets.seal(purpose, password)
    const row = { domain, host, port, security, username, password: sealed, updated_at: now }
    await putRelay(tx, row)
    await writeAudit(tx, caller, now, {
      action: 'setRelay',
      target: fact('relayOf', { domain }),
      detail: fact('relaySet', { host, port }),
    })
    return shown(row)
  })
}

export async function deleteRelay(deps: RelayDeps, caller: AccountCaller, domain: string): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const deleted = await removeRelay(tx, domain)
    if (deleted === 0) throw new AppError('notFound')
    await writeAudit(tx, caller, now, {
      action: 'delRelay',
      target: fact('relayOf', { domain }),
      detail: null,
    })
    return deleted
  })
}

/**
 * Returns the relay for mail of this domain: its own, else the site's, else null. Only operators set relays,
 * so they may be in the local network.
 */
export async function relayFor(deps: RelayDeps, senderDomain: string): Promise<Relay | null> {
  const rows = await relaysAmong(deps.db.query, ['', senderDomain.toLowerCase()])
  const row = rows.find(candidate => candidate.domain !== '') ?? rows[0]
  if (!row) return null
  const { host, port, security, username } = row
  const password = row.password === '' ? '' : deps.secrets.open(purpose, row.password)
  return { host, port, security, username, password, isTrusted: true }
}

export async function removeRelays(tx: Tx, domainIds: readonly string[]): Promise<void> {
  await deleteRelaysOf(tx, await domainNames(tx, domainIds))
}
