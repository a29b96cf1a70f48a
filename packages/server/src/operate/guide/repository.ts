import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { GuideStepTable } from './table.ts'

export type StepRow = Selectable<GuideStepTable>

export async function readSteps(query: Query): Promise<Map<string, StepRow>> {
  const rows = await query.selectFrom('guide_step').selectAll().execute()
  return new Map(rows.map(row => [row.name, row]))
}

export async function putStep(tx: Tx, row: StepRow): Promise<void> {
  const { name: _, ...change } = row
  await tx
    .insertInto('guide_step')
    .values(row)
    .onConflict(oc => oc.column('name').doUpdateSet(change))
    .execute()
}
