/**
 * Turns the text of an event stream into events (WHATWG HTML, section 9.2.6), in whatever pieces it comes.
 */
export type SseEvent = { name: string; data: string; id: string }

export type SseParser = {
  push: (text: string) => SseEvent[]
  /** Returns the last id of the stream, which is sent back when the stream is resumed. */
  lastEventId: () => string
  /** Returns the pause before another try, if the stream named one. */
  retryMs: () => number | null
}

type PartialEvent = { name: string; data: string[] }

export function createSseParser(lastEventId = ''): SseParser {
  let rest = ''
  let isFirst = true
  let draft: PartialEvent = { name: '', data: [] }
  let id = lastEventId
  let retry: number | null = null

  function takeField(line: string): void {
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') draft.data.push(value)
    else if (field === 'event') draft.name = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^[0-9]+$/.test(value)) retry = Number(value)
  }

  function takeLine(line: string): SseEvent | null {
    if (line !== '') {
      // A line that begins with a colon is a comment, by which the server shows that it is alive.
      if (!line.startsWith(':')) takeField(line)
      return null
    }
    const { name, data } = draft
    draft = { name: '', data: [] }
    return data.length === 0 ? null : { name: name || 'message', data: data.join('\n'), id }
  }

  return {
    push(text) {
      rest += isFirst ? text.replace(/^\uFEFF/, '') : text
      if (text !== '') isFirst = false
      const events: SseEvent[] = []
      for (;;) {
        const end = /\r\n|\n|\r/.exec(rest)
        // A carriage return at the very end may be half of a line end.
        if (end === null || (end[0] === '\r' && end.index === rest.length - 1)) return events
        const line = rest.slice(0, end.index)
        rest = rest.slice(end.index + end[0].length)
        const event = takeLine(line)
        if (event) events.push(event)
      }
    },
    lastEventId: () => id,
    retryMs: () => retry,
  }
}
