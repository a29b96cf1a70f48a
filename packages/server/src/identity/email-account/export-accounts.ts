/** The table as CSV, for spreadsheets (RFC 4180, UTF-8 with its mark), written as it is read: memory does not grow with it. */
import { Readable } from 'node:stream'
import { invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { clocksIn, isZone } from '../../zone.ts'
import { type AccountCaller, mailboxScope } from '../access.ts'
import { type FilterWords, readFilter } from './account-filter.ts'
import { type AccountWithNames, accountsByIds, matchingAccounts, nextIds } from './account-repository.ts'

const portion = 500
const megabyte = 1_048_576

/** What a spreadsheet could take for a formula gets an apostrophe before it; also behind spaces, which some drop. */
export function csvCell(value: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const heads = [
  '地址',
  '密码',
  '空间MB',
  '到期',
  '状态',
  '发信',
  '归属',
  '备注',
  '类型',
  '已用字节',
  '收信数',
  '新建时间',
  '最近登录',
]
const statusWords = { active: '正常', paused: '暂停', stopped: '停用' }

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
  statusWords[row.status],
  row.may_send === 1 ? '是' : '否',
  row.owner_name ?? '',
  row.note,
  row.kind === 'account' ? '邮箱账号' : '临时邮箱',
  String(row.used_bytes),
  String(row.received),
  time(row.created_at),
  time(row.last_login_at),
]

const lineOf = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

export function exportAccounts(
  deps: { db: Db; clock: Clock },
  caller: AccountCaller,
  { zone = 'UTC', ...words }: FilterWords & { zone?: string | undefined },
): Readable {
  if (!isZone(zone)) throw invalidField('zone', '没有这个时区')
  const clocks = clocksIn(zone)
  const time = (at: number | null) => timeCell(clocks, at)
  async function* lines(): AsyncGenerator<string> {
    const { query } = deps.db
    const match = matchingAccounts(
      query,
      mailboxScope(caller),
      await readFilter(query, words),
      deps.clock.now(),
    )
    yield `\ufeff${lineOf(heads)}`
    for (let after = ''; ; ) {
      const ids = await nextIds(match, after, portion)
      if (ids.length === 0) return
      const rows = await accountsByIds(query, ids)
      yield rows.map(row => lineOf(cellsOf(row, time))).join('')
      after = ids.at(-1) ?? after
    }
  }
  return Readable.from(lines())
}
