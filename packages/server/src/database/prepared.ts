/**
 * Makes the SQL of a statement once. Kysely builds the text of a query each time it runs, which on the way of
 * a mail costs more than SQLite's answer. Here the query is built with empty slots, once for each database
 * and number of values, and each run only fills in the values. A database that answers synchronously is asked
 * directly, without Kysely's connections.
 */
import type { CompiledQuery, DialectAdapter } from 'kysely'
import { kyselyOf } from './kysely-of.ts'
import type { Query, Tx } from './types.ts'

/** Stands in the place of a value. */
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

/** The number of texts kept for one statement: at most a few hundred rows are written at a time. */
const maxTexts = 512

/** `takesValues` is true when the parameters are exactly the values in their order. */
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

  /** `shape` distinguishes different texts: by the number of values and their columns. */
  return async (
    query: Query,
    shape: string,
    values: readonly unknown[],
    build: (slots: readonly unknown[]) => Compilable<Row>,
  ): Promise<Row[]> => {
    const kysely = kyselyOf(query)
    const { adapter } = kysely.getExecutor()
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
    return (await kysely.executeQuery<Row>(filled)).rows
  }
}

/**
 * Makes a statement with a fixed number of values. A writing statement is built with a `Tx` and then requires
 * one.
 */
export function prepared<Way extends Query, Args extends readonly unknown[], Row>(
  build: (query: Way, ...args: Args) => Compilable<Row>,
): (query: Way, ...args: Args) => Promise<Row[]> {
  const run = createTemplates<Row>()
  return (query, ...args) => run(query, '', args, slots => build(query, ...(slots as unknown as Args)))
}

/** Does the same for a statement that finds one row, or none. */
export function preparedOne<Args extends readonly unknown[], Row>(
  build: (query: Query, ...args: Args) => Compilable<Row>,
): (query: Query, ...args: Args) => Promise<Row | undefined> {
  const run = prepared(build)
  return async (query, ...args) => (await run(query, ...args))[0]
}

/** Makes a statement over a list of values of any length except zero. */
export function preparedList<Value, Row>(
  build: (query: Query, list: Value[]) => Compilable<Row>,
): (query: Query, list: readonly Value[]) => Promise<Row[]> {
  const run = createTemplates<Row>()
  return (query, list) => run(query, String(list.length), list, slots => build(query, slots as Value[]))
}

/** Makes a statement that writes any number of rows except zero. All rows have the columns of the first. */
export function preparedRows<Given extends object, Row>(
  build: (tx: Tx, rows: Given[]) => Compilable<Row>,
): (tx: Tx, rows: readonly Given[]) => Promise<Row[]> {
  const run = createTemplates<Row>()
  return (tx, rows) => {
    const columns = Object.keys(rows[0] ?? {}) as (keyof Given)[]
    const values: unknown[] = []
    for (const row of rows) for (const column of columns) values.push(row[column])
    return run(tx, `${rows.length} ${columns.join()}`, values, slots =>
      build(
        tx,
        rows.map((_, row) => withSlots<Given>(columns, slots.slice(row * columns.length))),
      ),
    )
  }
}

const withSlots = <Given extends object>(columns: readonly (keyof Given)[], slots: readonly unknown[]) =>
  Object.fromEntries(columns.map((column, at) => [column, slots[at]])) as Given
