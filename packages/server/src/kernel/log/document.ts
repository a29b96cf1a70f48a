/** Makes the tables of events and fields in docs/operating.md. */
import { type LogEvent, logEvents, logFields, logParts } from './events.ts'

const begin = '<!-- Events: made from packages/server/src/kernel/log/events.ts by `npm run docs`. -->'
const end = '<!-- End of the events. -->'

function tables(): string {
  const events = (Object.keys(logEvents) as LogEvent[]).map(name => {
    const { part, level, fields, text } = logEvents[name]
    return `| \`${name}\` | \`${part}\` | ${level} | ${fields.map(field => `\`${field}\``).join(', ')} | ${text} |`
  })
  const fields = Object.entries(logFields).map(([name, { text }]) => `| \`${name}\` | ${text} |`)
  return `| event | part | level | fields | meaning |
| --- | --- | --- | --- | --- |
${events.join('\n')}

| field | meaning |
| --- | --- |
${fields.join('\n')}

The parts are ${logParts.map(part => `\`${part}\``).join(', ')}.`
}

/** Returns the guide with these tables between their marks; throws where the marks are missing. */
export function withEvents(guide: string): string {
  const from = guide.indexOf(begin)
  const to = guide.indexOf(end)
  if (from < 0 || to < from) throw new Error('docs/operating.md has no place for the events of the log')
  return `${guide.slice(0, from)}${begin}\n\n${tables()}\n\n${guide.slice(to)}`
}
