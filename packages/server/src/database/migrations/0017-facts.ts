/**
 * Turns sentences that earlier versions stored into facts: a key with values. The values within an old
 * sentence are unknown, so the fact holds the whole sentence; new facts have keys of their own.
 */
import { type RawBuilder, sql } from 'kysely'
import { readRows } from '../read-rows.ts'
import type { DatabaseKind, Tx } from '../types.ts'

const sentences = [
  ['audit', 'detail'],
  ['domain_record', 'advice'],
  ['order_event', 'text'],
  ['pay_case', 'detail'],
  ['pay_case', 'settled_note'],
  ['send_stop', 'detail'],
  ['suppression', 'reason'],
  ['webhook_delivery', 'detail'],
] as const

const factOf = (kind: DatabaseKind, key: string, value: string, column: string): RawBuilder<string> =>
  kind === 'sqlite'
    ? sql`json_array(${sql.lit(key)}, json_object(${sql.lit(value)}, ${sql.ref(column)}))`
    : sql`json_build_array(${sql.lit(key)}, json_build_object(${sql.lit(value)}, ${sql.ref(column)}))::text`

/** The changes of a zone are one list, and each change has a sentence with its reason. */
async function turnPlans(tx: Tx): Promise<void> {
  const plans = await readRows(tx, sql<{ id: string; changes: string }>`SELECT id, changes FROM dns_plan`)
  for (const { id, changes } of plans) {
    const turned = (JSON.parse(changes) as { note: string }[]).map(change => ({
      ...change,
      note: { key: 'sentence', values: { text: change.note } },
    }))
    await sql`UPDATE dns_plan SET changes = ${JSON.stringify(turned)} WHERE id = ${id}`.execute(tx)
  }
}

/** The use and the origin of a card move from its sentences into columns. */
async function addToCards({ schema }: Tx): Promise<void> {
  const card = () => schema.alterTable('card')
  await card()
    .addColumn('used_mailboxes', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await card()
    .addColumn('for_order', 'text', c => c.notNull().defaultTo(''))
    .execute()
}

/** The old stored name for a relay. */
const relayName = '中继服务器'

/**
 * The reason for which expired mail was given up was stored among the other side's replies, which begin with
 * a digit.
 */
export async function turnQueue(tx: Tx, kind: DatabaseKind): Promise<void> {
  await sql`ALTER TABLE outgoing_recipient ADD COLUMN cause text NOT NULL DEFAULT ''`.execute(tx)
  const first = kind === 'sqlite' ? sql`unicode(answer)` : sql`ascii(answer)`
  await sql`UPDATE outgoing_recipient SET cause = ${factOf(kind, 'sentence', 'text', 'answer')}, answer = ''
    WHERE reason = 'expired' AND ${first} > 127`.execute(tx)
  await sql`UPDATE outgoing_recipient SET host = '(relay)' WHERE host = ${relayName}`.execute(tx)
}

export async function up(tx: Tx, kind: DatabaseKind): Promise<void> {
  const turn = (table: string, column: string, made: RawBuilder<string>) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${made} WHERE ${sql.ref(column)} <> ''`.execute(
      tx,
    )
  await sql`ALTER TABLE audit ADD COLUMN search_text text NOT NULL DEFAULT ''`.execute(tx)
  await sql`UPDATE audit SET search_text = target || ${'\n'} || detail`.execute(tx)
  for (const [table, column] of sentences) await turn(table, column, factOf(kind, 'sentence', 'text', column))
  await turn('audit', 'target', factOf(kind, 'named', 'name', 'target'))
  await turn('order_event', 'actor', factOf(kind, 'named', 'name', 'actor'))
  // The history records only that a secret was set, and no longer the mark that is shown for it.
  await sql`UPDATE setting_change SET before = 'true' WHERE before = '••••••'`.execute(tx)
  await sql`UPDATE setting_change SET after = 'true' WHERE after = '••••••'`.execute(tx)
  await sql`UPDATE audit SET actor_name = '' WHERE actor_id = ''`.execute(tx)
  await turnPlans(tx)
  await addToCards(tx)
  await turnQueue(tx, kind)
}
