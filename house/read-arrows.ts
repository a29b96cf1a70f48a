/** Reads the table of allowed arrows, which is in ARCHITECTURE.md and nowhere else. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Reads the table under a heading: the first column names a room, the second the rooms it may use. A room may use
 * itself; `everything` stands for all rooms of the table.
 */
export function readArrows(document: string, heading: string): Arrows {
  const lines = document.split('\n')
  const start = lines.indexOf(heading)
  if (start === -1) throw new Error(`ARCHITECTURE.md has no heading "${heading}"`)
  const end = lines.findIndex((line, index) => index > start && /^#{1,3} /.test(line))
  const rows = lines
    .slice(start, end === -1 ? undefined : end)
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').map(cell => namesIn(cell)))
  const rooms = rows.flatMap(cells => cells[1] ?? [])
  return new Map(
    rows.flatMap(cells =>
      (cells[1] ?? []).map(room => {
        const used = cells[2] ?? []
        return [room, new Set(used.includes('everything') ? rooms : used)] as const
      }),
    ),
  )
}

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')
