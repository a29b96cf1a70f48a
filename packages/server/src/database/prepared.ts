/**
 * Statements whose SQL is made once. Kysely builds the text of a query anew each time it runs, which on the way of a mail
 * costs more than SQLite takes to answer. Here the query is built with empty slots, once for each database and number of
 * values, and only the values are filled in. A database that answers at once is asked directly, without the way through
 * Kysely's connections.
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

/** An adapter of a database within this process. */
export type DirectAdapter = DialectAdapter & { runDirectly(query: CompiledQuery): unknown[] }

const isDirect = (adapter: DialectAdapter): adapter is DirectAdapter => 'runDirectly' in adapter

type Compilable<Row> = { compile(): CompiledQuery<Row> }

/** How many texts of one statement are kept: rows are written at most a few hundred at a time. */
const maxTexts = 512

/** Filled in from the values alone, and in their order: then they are the parameters. */
type Template<Row> = { query: CompiledQuery<Row>; takesValues: boolean }

function templateOf<Row>(query: CompiledQuery<Row>, count: number): Template<Row> {
  const { parameters } = query
  const inOrder = parameters.every((item, at) => item instanceof Slot && item.index === at)
  return { query, takesValues: inOrder && parameters.length === count }
}

const filledIn = (parameters: readonly unknown[], values: readonly unknown[]): unknown[] =>
  parameters.map(item => (item instanceof Slot ? values[item.index] : item))

function createTemplates<Row>() {
  const known = new WeakMap<DialectAdapter, Map<string, Template<Row>>>()

  /** `shape` tells apart what is not the same text: how many values, and of which columns. */
  return async (
    query: Query,
    shape: string,
    values: readonly unknown[],
    build: (slots: readonly unknown[]) => Compilable<Row>,
  ): Promise<Row[]> => {
    const { adapter } = query.getExecutor()
    const texts = known.get(adapter) ?? new Map<string, Template<Row>>()
    known.set(adapter, texts)
    let template = texts.get(shape)
    if (!template) {
      const slots = values.map((_, index) => new Slot(index))
      template = templateOf(build(slots).compile(), values.length)
      if (texts.size < maxTexts) texts.set(shape, template)
    }
    const parameters = template.takesValues ? values : filledIn(template.query.parameters, values)
    const filled = { ...template.query, parameters }
    if (isDirect(adapter)) return adapter.runDirectly(filled) as Row[]
    return (await query.executeQuery<Row>(filled)).rows
  }
}

/** A statement with a fixed number of values. */
export function prepared<Args extends readonly unknown[], Row>(
  build: (query: Query, ...args: Args) => Compilable<Row>,
): (query: Query, ...args: Args) => Promise<Row[]> {
  const run = createTemplates<Row>()
  return (query, ...args) => run(query, '', args, slots => build(query, ...(slots as unknown as Args)))
}

/** The same for a statement that finds one row, or none. */
export function preparedOne<Args extends readonly unknown[], Row>(
  build: (query: Query, ...args: Args) => Compilable<Row>,
): (query: Query, ...args: Args) => Promise<Row | undefined> {
  const run = prepared(build)
  return async (query, ...args) => (await run(query, ...args))[0]
}

/** A statement over a list of values, of any length but empty. */
export function preparedList<Value, Row>(
  build: (query: Query, list: Value[]) => Compilable<Row>,
): (query: Query, list: readonly Value[]) => Promise<Row[]> {
  const run = createTemplates<Row>()
  return (query, list) => run(query, String(list.length), list, slots => build(query, slots as Value[]))
}

/** A statement over rows, of any number but none, that all have the columns of the first. */
export function preparedRows<Given extends object, Row>(
  build: (query: Query, rows: Given[]) => Compilable<Row>,
): (query: Query, rows: readonly Given[]) => Promise<Row[]> {
  const run = createTemplates<Row>()
  return (query, rows) => {
    const columns = Object.keys(rows[0] ?? {}) as (keyof Given)[]
    const values: unknown[] = []
    for (const row of rows) for (const column of columns) values.push(row[column])
    return run(query, `${rows.length} ${columns.join()}`, values, slots =>
      build(
        query,
        rows.map((_, row) => withSlots<Given>(columns, slots.slice(row * columns.length))),
      ),
    )
  }
}

const withSlots = <Given extends object>(columns: readonly (keyof Given)[], slots: readonly unknown[]) =>
  Object.fromEntries(columns.map((column, at) => [column, slots[at]])) as Given
