/** Reading CSV as spreadsheets write it (RFC 4180): quotes, line ends inside them, a mark at the beginning, ; or tab too. */
import type { ImportColumn } from '@yanshu/contract'
import Papa from 'papaparse'

export type CsvLine = { line: number; cells: string[] }

const separators = [',', ';', '\t'] as const

/**
 * The sign that parts the cells of the first line, outside of quotes. The library guesses by how alike all lines are, and
 * notes full of semicolons mislead it.
 */
function separatorOf(text: string): string {
  const bare = text.slice(0, 65_536).replace(/"(?:[^"]|"")*"?/g, '')
  const first = bare.split('\n').find(line => line.trim() !== '') ?? ''
  const counts = separators.map(sign => first.split(sign).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

export function parseCsv(source: string): CsvLine[] {
  // Files that were put together have line ends of several kinds, and the library knows one at a time.
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { data } = Papa.parse<string[]>(text, { newline: '\n', delimiter: separatorOf(text) })
  let next = 1
  const lines = data.map(cells => {
    const line = next
    next += 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
    return { line, cells }
  })
  return lines.filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
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
