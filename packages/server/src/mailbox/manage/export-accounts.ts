/** The table as CSV, for spreadsheets, written as it is read: memory does not grow with it. */
import { Readable } from 'node:stream'
import { csvDocument, csvLine } from '@yanshu/contract/csv'
import type { Db } from '../../database/types.ts'
import { managedScope } from '../../identity/access.ts'
import { invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { clocksIn, isZone } from '../../kernel/zone.ts'
import { mailboxWords } from '../words/words.ts'
import { type FilterWords, readFilter } from './account-filter.ts'
import { type AccountWithNames, accountsByIds, matchingAccounts, nextIds } from './account-repository.ts'

const portion = 500
const megabyte = 1_048_576

const { exportCells: says, exportHeads: heads } = mailboxWords

/** Times as an import reads them, to the minute. */
function timeCell(read: ReturnType<typeof clocksIn>, at: number | null): string {
  if (at === null) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  const { year, month, date, hour, minute } = read(at)
  return `${year}-${two(month)}-${two(date)} ${two(hour)}:${two(minute)}`
}

const cellsOf = (row: AccountWithNames, time: (at: number | null) => string): string[] => [
  row.address,
  '',
  row.quota_bytes === null ? '' : String(Math.round(row.quota_bytes / megabyte)),
  time(row.expires_at),
  says.status[row.status],
  says.yesOrNo(row.may_send === 1),
  row.owner_name ?? '',
  row.note,
  says.kind[row.kind],
  String(row.used_bytes),
  String(row.received),
  time(row.created_at),
  time(row.last_login_at),
]

export function exportAccounts(
  deps: { db: Db; clock: Clock },
  caller: AccountCaller,
  { zone = 'UTC', ...words }: FilterWords & { zone?: string | undefined },
): Readable {
  if (!isZone(zone)) throw invalidField('zone', mailboxWords.noSuchZone)
  const clocks = clocksIn(zone)
  const time = (at: number | null) => timeCell(clocks, at)
  async function* lines(): AsyncGenerator<string> {
    const { query } = deps.db
    const match = matchingAccounts(
      query,
      managedScope(caller),
      await readFilter(query, words),
      deps.clock.now(),
    )
    yield csvDocument([heads])
    for (let after = ''; ; ) {
      const ids = await nextIds(match, after, portion)
      if (ids.length === 0) return
      const rows = await accountsByIds(query, ids)
      yield rows.map(row => csvLine(cellsOf(row, time))).join('')
      after = ids.at(-1) ?? after
    }
  }
  return Readable.from(lines())
}
