/** Stores policies of other domains (RFC 8461) in the database, beyond restarts and for every node. */
import type { Db, Tx } from '../../database/types.ts'
import type { PolicyMemory, StsPolicy } from './mta-sts.ts'

export const policiesIn = (db: Db): PolicyMemory => ({
  async read(domain) {
    const row = await db.query
      .selectFrom('sts_policy')
      .selectAll()
      .where('domain', '=', domain)
      .executeTakeFirst()
    return row ? { id: row.policy_id, policy: JSON.parse(row.policy) as StsPolicy, until: row.until } : null
  },
  async write(domain, { id, policy, until }) {
    const row = { policy_id: id, policy: JSON.stringify(policy), until }
    await db.transaction(async tx => {
      await tx
        .insertInto('sts_policy')
        .values({ domain, ...row })
        .onConflict(oc => oc.column('domain').doUpdateSet(row))
        .execute()
    })
  },
})

export async function sweepPolicies(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('sts_policy').where('until', '<=', now).execute()
}
