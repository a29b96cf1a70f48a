/**
 * Statements whose SQL is made once. Kysely builds the text of a query anew each time it runs, which on the way of a mail
 * costs more than SQLite takes to answer. Here the query is built with empty slots, once for each database and number of
 * values, and only the values are filled in.
 */
import type { CompiledQuery, DialectAdapter } from 'kysely'
import type { Query } from './types.ts'

/** Stands where a value will be. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

type Compilable<Row> = { compile(): CompiledQuery<Row> }

/** How many texts of one statement are kept: rows are written at most a few hundred at a time. */
const maxTexts = 512

function createTemplates<Row>(build: (query: Query, slots: readonly unknown[]) => Compilable<Row>) {
  const known = new WeakMap<DialectAdapter, Map<number, CompiledQuery<Row>>>()

  function templateFor(query: Query, count: number): CompiledQuery<Row> {
    const { adapter } = query.getExecutor()
    const texts = known.get(adapter) ?? new Map<number, CompiledQuery<Row>>()
    known.set(adapter, texts)
    const found = texts.get(count)
    if (found) return found
    const slots = Array.from({ length: count }, (_, index) => new Slot(index))
    const made = build(query, slots).compile()
    if (texts.size < maxTexts) texts.set(count, made)
    return made
  }

  return async (query: Query, values: readonly unknown[]): Promise<Row[]> => {
    const template = templateFor(query, values.length)
    const parameters = template.parameters.map(item => (item instanceof Slot ? values[item.index] : item))
    return (await query.executeQuery<Row>({ ...template, parameters })).rows
  }
}

/** A statement with a fixed number of values. */
export function prepared<Args extends readonly unknown[], Row>(
  build: (query: Query, ...args: Args) => Compilable<Row>,
): (query: Query, ...args: Args) => Promise<Row[]> {
  const run = createTemplates((query, slots) => build(query, ...(slots as unknown as Args)))
  return (query, ...args) => run(query, args)
}

/** A statement over a list of values, of any length but empty. */
export function preparedList<Value, Row>(
  build: (query: Query, list: Value[]) => Compilable<Row>,
): (query: Query, list: readonly Value[]) => Promise<Row[]> {
  return createTemplates((query, slots) => build(query, slots as Value[]))
}

/** A statement over rows with these columns, of any number but none. */
export function preparedRows<Given extends object, Row>(
  columns: readonly (keyof Given & string)[],
  build: (query: Query, rows: Given[]) => Compilable<Row>,
): (query: Query, rows: readonly Given[]) => Promise<Row[]> {
  const run = createTemplates((query, slots) => {
    const rows = Array.from({ length: slots.length / columns.length }, (_, row) =>
      Object.fromEntries(columns.map((column, at) => [column, slots[row * columns.length + at]])),
    )
    return build(query, rows as Given[])
  })
  return (query, rows) =>
    run(
      query,
      rows.flatMap(row => columns.map(column => row[column])),
    )
}
