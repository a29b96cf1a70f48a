/** Reads the event stream like an EventSource, and also shows comments. */

export type StreamEvent = { id: string | null; name: string; data: Record<string, unknown> }

export type EventClient = {
  readonly status: number
  readonly headers: Headers
  readonly events: readonly StreamEvent[]
  readonly comments: readonly string[]
  /** The id that an EventSource would send when it resumes the stream. */
  lastId(): string | null
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>
  close(): void
}

function readBlock(block: string, events: StreamEvent[], comments: string[]): string | null {
  let id: string | null = null
  let name = ''
  let data = ''
  for (const line of block.split('\n')) {
    if (line.startsWith(':')) comments.push(line.slice(1).trim())
    else if (line.startsWith('id: ')) id = line.slice(4)
    else if (line.startsWith('event: ')) name = line.slice(7)
    else if (line.startsWith('data: ')) data += line.slice(6)
  }
  if (name !== '') events.push({ id, name, data: JSON.parse(data) as Record<string, unknown> })
  return id
}

export async function openEvents(
  site: { readonly url: string },
  token: string | null,
  lastEventId?: string,
): Promise<EventClient> {
  const gone = new AbortController()
  const response = await fetch(`${site.url}/api/user/events`, {
    signal: gone.signal,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  const events: StreamEvent[] = []
  const comments: string[] = []
  let lastId: string | null = null
  async function read(): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) lastId = readBlock(block, events, comments) ?? lastId
    }
  }
  const ended = read().catch(() => undefined)
  return {
    status: response.status,
    headers: response.headers,
    events,
    comments,
    lastId: () => lastId,
    ended,
    close: () => gone.abort(),
  }
}
