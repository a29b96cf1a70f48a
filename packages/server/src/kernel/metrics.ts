/**
 * Collects figures for operators in the Prometheus text format: counters, gauges and histograms, nothing
 * more.
 */
type Labels = Readonly<Record<string, string>>

export type Counter = { add(labels?: Labels, by?: number): void }
export type Histogram = { observe(value: number, labels?: Labels): void }

export type Metrics = {
  counter(name: string, help: string): Counter
  /** `read` runs when the figures are requested. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  histogram(name: string, help: string, buckets: readonly number[]): Histogram
  render(): Promise<string>
}

const escapeLabel = (value: string): string => value.replace(/[\\"\n]/g, c => (c === '\n' ? '\\n' : `\\${c}`))

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** Makes a key from the labels of one figure, which all have the same names in the same order. */
function keyOf(labels: Labels): string {
  let key = ''
  for (const name in labels) key += `${labels[name]}\n`
  return key
}

function found<Entry>(series: Map<string, Entry>, labels: Labels, make: () => Entry): Entry {
  const key = keyOf(labels)
  const known = series.get(key)
  if (known) return known
  const made = make()
  series.set(key, made)
  return made
}

export function createMetrics(): Metrics {
  const blocks: (() => string | Promise<string>)[] = []
  const head = (name: string, help: string, type: string) =>
    `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

  return {
    counter(name, help) {
      const series = new Map<string, { labels: Labels; value: number }>()
      blocks.push(
        () =>
          head(name, help, 'counter') +
          [...series.values()].map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`).join(''),
      )
      return {
        add(labels = {}, by = 1) {
          found(series, labels, () => ({ labels, value: 0 })).value += by
        },
      }
    },

    gauge(name, help, read) {
      blocks.push(async () => `${head(name, help, 'gauge')}${name} ${await read()}\n`)
    },

    histogram(name, help, buckets) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
      blocks.push(() => {
        let text = head(name, help, 'histogram')
        for (const { labels, counts, sum, count } of series.values()) {
          buckets.forEach((le, i) => {
            text += `${name}_bucket${labelText({ ...labels, le: String(le) })} ${counts[i]}\n`
          })
          text += `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}\n`
          text += `${name}_sum${labelText(labels)} ${sum}\n${name}_count${labelText(labels)} ${count}\n`
        }
        return text
      })
      return {
        observe(value, labels = {}) {
          const entry = found(series, labels, () => ({
            labels,
            counts: buckets.map(() => 0),
            sum: 0,
            count: 0,
          }))
          entry.sum += value
          entry.count++
          buckets.forEach((le, i) => {
            if (value <= le) entry.counts[i] = (entry.counts[i] ?? 0) + 1
          })
        },
      }
    },

    async render() {
      const parts = await Promise.all(blocks.map(block => block()))
      return parts.join('')
    },
  }
}
