export type Table = { title: string; columns: string[]; rows: (string | number)[][]; notes?: string[] }

export function printTable({ title, columns, rows, notes }: Table): void {
  const cells = [columns, ...rows.map(row => row.map(String))]
  const widths = columns.map((_, index) => Math.max(...cells.map(row => (row[index] ?? '').length)))
  const line = (row: string[]) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
  console.log(`\n## ${title}\n`)
  console.log(line(columns))
  console.log(widths.map(width => '-'.repeat(width)).join('  '))
  for (const row of cells.slice(1)) console.log(line(row))
  for (const note of notes ?? []) console.log(`  ${note}`)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const median = (values: readonly number[]): number => quantile(values, 0.5)
