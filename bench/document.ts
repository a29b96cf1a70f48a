/** Writes what a whole run measured as a page for the documents, with the day and the machine. */
import { readFileSync } from 'node:fs'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Table } from './table.ts'

const packageFile = join(import.meta.dirname, '../package.json')

function tableText({ title, columns, rows, notes = [] }: Table): string {
  const row = (cells: readonly (string | number)[]) =>
    `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const lines = [row(columns), row(columns.map(() => '---')), ...rows.map(row)]
  return [`## ${title}`, '', ...lines, ...notes.flatMap(note => ['', note]), ''].join('\n')
}

export function benchDocument(tables: readonly Table[], now: Date): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? arch()}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${type()} ${release()}, Node ${process.version}`
  return [
    '# Speed',
    '',
    `Written by \`npm run bench\`: version ${version}, ${now.toISOString().slice(0, 10)}, ${machine}. One run on one machine: the ratios count, not the figures.`,
    '',
    ...tables.map(tableText),
  ].join('\n')
}
