import { containing } from '../../database/like.ts'
import type { Query } from '../../database/types.ts'

export async function listAudit(
  query: Query,
  filter: { q: string | undefined; page: number; pageSize: number },
) {
  const { q } = filter
  let rows = query.selectFrom('audit')
  if (q) {
    rows = rows.where(eb =>
      eb.or([
        containing(eb.ref('actor_name'), q),
        containing(eb.ref('action'), q),
        containing(eb.ref('target'), q),
        containing(eb.ref('detail'), q),
      ]),
    )
  }
  const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const list = await rows
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  return { rows: list, total: Number(total) }
}
