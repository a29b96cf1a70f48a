import type { DnsKind } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import type { Query, Tx } from '../database/types.ts'
import type { DomainRecordTable } from './table.ts'

export type RecordRow = Selectable<DomainRecordTable>

export const listRecords = (query: Query, domainIds: readonly string[]): Promise<RecordRow[]> =>
  domainIds.length === 0
    ? Promise.resolve([])
    : query
        .selectFrom('domain_record')
        .selectAll()
        .where('domain_id', 'in', [...domainIds])
        .execute()

/**
 * When two checks run at once, the first to ask may finish last, so the finding of the later question stays.
 * A row from the future was written under a wrong clock. A careful check without an answer does not replace
 * another check's finding.
 */
export async function saveRecords(
  tx: Tx,
  rows: readonly RecordRow[],
  now: number,
  careful = false,
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('domain_record')
    .values([...rows])
    .onConflict(oc =>
      oc
        .columns(['domain_id', 'record'])
        .doUpdateSet(eb => ({
          kind: eb.ref('excluded.kind'),
          level: eb.ref('excluded.level'),
          found: eb.ref('excluded.found'),
          state: eb.ref('excluded.state'),
          advice: eb.ref('excluded.advice'),
          checked_at: eb.ref('excluded.checked_at'),
          broken_at: eb.ref('excluded.broken_at'),
        }))
        .where(eb =>
          eb.and([
            eb.or([
              eb('domain_record.checked_at', '<=', eb.ref('excluded.checked_at')),
              eb('domain_record.checked_at', '>', now),
            ]),
            ...(careful ? [eb('excluded.state', '!=', 'unknown')] : []),
          ]),
        ),
    )
    .execute()
}

/** Deletes records that are no longer expected, such as those of removed keys. */
export async function keepOnlyRecords(tx: Tx, domainId: string, records: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('domain_record')
    .where('domain_id', '=', domainId)
    .where('record', 'not in', [...records])
    .execute()
}

/** Forgets what was found for some kinds of records, as if they had never been looked for. */
export async function forgetRecords(tx: Tx, domainId: string, kinds: readonly DnsKind[]): Promise<void> {
  await tx
    .deleteFrom('domain_record')
    .where('domain_id', '=', domainId)
    .where('kind', 'in', [...kinds])
    .execute()
}

const servedHosts = {
  'mta-sts-host': 'mta-sts',
  autoconfig: 'autoconfig',
  autodiscover: 'autodiscover',
} as const

export type ServedHost = { id: string; domain: string; label: string }

/** Returns the hosts of domains in force that were seen to point at us when their records were looked up last. */
export async function listServedHosts(query: Query): Promise<ServedHost[]> {
  const rows = await query
    .selectFrom('domain_record')
    .innerJoin('domain', 'domain.id', 'domain_record.domain_id')
    .select(['domain.id', 'domain.name', 'domain_record.record'])
    .where('domain_record.record', 'in', Object.keys(servedHosts))
    .where('domain_record.state', '=', 'ok')
    .where('domain.verified_at', 'is not', null)
    .where('domain.removed_at', 'is', null)
    .orderBy('domain.name')
    .orderBy('domain_record.record')
    .execute()
  return rows.map(({ id, name, record }) => ({
    ...{ id, domain: name, label: servedHosts[record as keyof typeof servedHosts] },
  }))
}
