/** Reading CSV as spreadsheets write it (RFC 4180): quotes, line ends inside them, a mark at the beginning, ; or tab too. */
import type { ImportColumn } from '@yanshu/contract'

export type CsvLine = { line: number; cells: string[] }

/** Of the first line: whichever of the usual separators it has most of. */
function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const counts = [',', ';', '\t'].map(mark => ({ mark, count: first.split(mark).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}

export function parseCsv(source: string): CsvLine[] {
  const text = source.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const lines: CsvLine[] = []
  let [cells, cell, quoted, line, startedAt]: [string[], string, boolean, number, number] = [
    [],
    '',
    false,
    1,
    1,
  ]
  const endLine = () => {
    cells.push(cell)
    if (cells.some(value => value.trim() !== '')) lines.push({ line: startedAt, cells })
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\n') line++
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === separator) {
      cells.push(cell)
      cell = ''
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') continue
      endLine()
      startedAt = line
    } else cell += char
  }
  endLine()
  return lines
}

/** How a column may be called. */
const heads: Readonly<Record<ImportColumn, readonly string[]>> = {
  address: ['地址', '邮箱', '邮箱地址', 'address', 'email'],
  password: ['密码', 'password'],
  quotaMb: ['空间mb', '空间', '容量', '容量mb', 'quotamb', 'quota'],
  expiresAt: ['到期', '到期时间', 'expiresat', 'expires'],
  status: ['状态', 'status'],
  maySend: ['发信', '能否发信', 'maysend'],
  owner: ['归属', 'owner'],
  note: ['备注', 'note'],
}
export const columnNames: Readonly<Record<ImportColumn, string>> = {
  address: '地址',
  password: '密码',
  quotaMb: '空间',
  expiresAt: '到期',
  status: '状态',
  maySend: '发信',
  owner: '归属',
  note: '备注',
}
const columns = Object.keys(heads) as ImportColumn[]

export type ImportRow = { line: number; address: string } & Partial<Record<ImportColumn, string>>

export type ImportFile = { rows: ImportRow[]; ignored: string[]; head: string[]; lines: CsvLine[] }

/** The rows of a file by the names in its first line; of a file without such a line the first cell is the address. */
export function readImport(text: string): ImportFile {
  const all = parseCsv(text)
  const [first] = all
  const named = (first?.cells ?? []).map(
    cell =>
      columns.find(column =>
        heads[column].includes(
          cell
            .trim()
            .toLowerCase()
            .replace(/[\s()（）]/g, ''),
        ),
      ) ?? null,
  )
  const hasHead = named.includes('address')
  const order = hasHead ? named : (['address', 'password'] as const)
  const lines = hasHead ? all.slice(1) : all
  const rows = lines.map(({ line, cells }) => {
    const row: ImportRow = { line, address: '' }
    order.forEach((column, at) => {
      const cell = cells[at]
      if (column !== null && cell !== undefined && cell.trim() !== '') row[column] = cell.slice(0, 1000)
    })
    return row
  })
  const ignored = hasHead ? (first?.cells ?? []).filter((_, at) => named[at] === null) : []
  return { rows, ignored, head: hasHead ? (first?.cells ?? []) : [], lines }
}
