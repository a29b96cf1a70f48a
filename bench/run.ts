/**
 * npm run bench: how fast, how small, how soon; beside peers where they can be had. Figures of one run on one machine: the
 * ratios count. Name parts to run only those: npm run bench -- start accept whole latency sight address reading accounts
 * delivery; one that takes ten minutes runs only when it is named: sustained. A run without names writes docs/bench.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchAccept } from './accept.ts'
import { benchAccounts } from './accounts.ts'
import { benchDelivery } from './delivery.ts'
import { benchDocument } from './document.ts'
import { benchFirstAddress } from './first-address.ts'
import { benchLatency } from './latency.ts'
import { benchReading } from './reading.ts'
import { benchSight } from './sight.ts'
import { benchStart } from './start.ts'
import { benchSustained } from './sustained.ts'
import { printTable, type Table } from './table.ts'
import { benchWholeWay } from './whole-way.ts'

const parts: Record<string, () => Promise<Table>> = {
  start: benchStart,
  accept: benchAccept,
  whole: benchWholeWay,
  latency: benchLatency,
  sight: benchSight,
  address: benchFirstAddress,
  reading: benchReading,
  accounts: benchAccounts,
  delivery: benchDelivery,
  sustained: benchSustained,
}
const onlyNamed = new Set(['sustained'])

const asked = process.argv.slice(2)
const results: Record<string, Table> = {}
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 ? !asked.includes(name) : onlyNamed.has(name)) continue
  results[name] = await part()
  printTable(results[name])
}
const folder = join(import.meta.dirname, '../test-results')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'bench.json'), JSON.stringify(results, null, 2))
// Parts of different days would not stand side by side.
if (asked.length === 0)
  writeFileSync(
    join(import.meta.dirname, '../docs/bench.md'),
    benchDocument(Object.values(results), new Date()),
  )
process.exit(0)
