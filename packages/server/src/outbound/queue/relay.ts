/** Servers that take our mail and bring it on, for the whole site or for one domain; their passwords are sealed. */
import type { BodyOf, Calls } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { type Clock, isoTime } from '../../clock.ts'
import { preparedList } from '../../database/prepared.ts'
import type { Db } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { findDomainByName } from '../../operate/domain/repository.ts'
import type { Secrets } from '../../secrets.ts'
import type { Relay } from '../deliver/delivery.ts'
import type { RelayTable } from '../table.ts'

const purpose = 'relay-password'

export type RelayDeps = { db: Db; clock: Clock; secrets: Secrets }

const shown = (row: RelayTable) => ({
  domain: row.domain,
  host: row.host,
  port: row.port,
  security: row.security,
  username: row.username,
  hasPassword: row.password !== '',
  updatedAt: isoTime(row.updated_at),
})

export async function listRelays(deps: Pick<RelayDeps, 'db'>) {
  const rows = await deps.db.query.selectFrom('relay').selectAll().orderBy('domain').execute()
  return rows.map(shown)
}

export async function setRelay(deps: RelayDeps, caller: AccountCaller, request: BodyOf<Calls['setRelay']>) {
  const { domain = '', host, port, security, username, password } = request
  if (domain !== '' && !(await findDomainByName(deps.db.query, domain))) throw new AppError('notFound')
  if (username !== '' && security === 'none')
    throw invalidField('security', '要登录的中继必须加密，否则密码会被看到')
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const before = await tx
      .selectFrom('relay')
      .select('password')
      .where('domain', '=', domain)
      .executeTakeFirst()
    const sealed =
      password === undefined
        ? (before?.password ?? '')
        : password === ''
          ? ''
          : deps.secrets.seal(purpose, password)
    const row = { host, port, security, username, password: sealed, updated_at: now }
    await tx
      .insertInto('relay')
      .values({ domain, ...row })
      .onConflict(oc => oc.column('domain').doUpdateSet(row))
      .execute()
    await writeAudit(tx, caller, now, {
      action: 'setRelay',
      target: domain === '' ? '站点的中继' : `${domain} 的中继`,
      detail: `${host}:${port}`,
    })
    return shown({ domain, ...row })
  })
}

export async function deleteRelay(deps: RelayDeps, caller: AccountCaller, domain: string): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const done = await tx.deleteFrom('relay').where('domain', '=', domain).executeTakeFirst()
    if (done.numDeletedRows === 0n) throw new AppError('notFound')
    await writeAudit(tx, caller, now, {
      action: 'delRelay',
      target: domain === '' ? '站点的中继' : `${domain} 的中继`,
      detail: '',
    })
    return Number(done.numDeletedRows)
  })
}

const relaysAmong = preparedList((query, domains: string[]) =>
  query.selectFrom('relay').selectAll().where('domain', 'in', domains),
)

/** The relay for mail of this domain: its own, else the site's, else none. Only operators set them, so they may be near. */
export async function relayFor(deps: RelayDeps, senderDomain: string): Promise<Relay | null> {
  const rows = await relaysAmong(deps.db.query, ['', senderDomain.toLowerCase()])
  const row = rows.find(candidate => candidate.domain !== '') ?? rows[0]
  if (!row) return null
  const { host, port, security, username } = row
  const password = row.password === '' ? '' : deps.secrets.open(purpose, row.password)
  return { host, port, security, username, password, isTrusted: true }
}
