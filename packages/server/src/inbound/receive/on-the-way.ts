/**
 * Messages on their way to a place, such as a mailbox, in the order in which they came. A message is on its way from the
 * moment it has to be decided upon until it is refused or has arrived.
 */
export type Traveller = { over: boolean; watchers: (() => void)[] }

type Line = { bytes: number; sizes: Map<Traveller, number> }

export type Way = {
  /** More than once for the same place when it takes several copies. */
  enter(place: string, message: Traveller, size: number): void
  leave(place: string, message: Traveller): void
  /** Returns the size of all messages on the way there. */
  bytes(place: string): number
  size(place: string, message: Traveller): number
  /** Those that came before this one, and their bytes. */
  ahead(place: string, message: Traveller): { mails: Traveller[]; bytes: number }
  /** Returns the size of the messages that came after this one. */
  bytesBehind(place: string, message: Traveller): number
}

export function createWay(): Way {
  const lines = new Map<string, Line>()

  const bytes = (place: string): number => lines.get(place)?.bytes ?? 0
  const size = (place: string, message: Traveller): number => lines.get(place)?.sizes.get(message) ?? 0

  function ahead(place: string, message: Traveller): { mails: Traveller[]; bytes: number } {
    const mails: Traveller[] = []
    let sum = 0
    for (const [other, its] of lines.get(place)?.sizes ?? []) {
      if (other === message) break
      mails.push(other)
      sum += its
    }
    return { mails, bytes: sum }
  }

  return {
    enter(place, message, its) {
      const line = lines.get(place) ?? { bytes: 0, sizes: new Map<Traveller, number>() }
      line.bytes += its
      line.sizes.set(message, (line.sizes.get(message) ?? 0) + its)
      lines.set(place, line)
    },
    leave(place, message) {
      const line = lines.get(place)
      if (!line) return
      line.bytes -= size(place, message)
      line.sizes.delete(message)
      if (line.sizes.size === 0) lines.delete(place)
    },
    bytes,
    size,
    ahead,
    bytesBehind: (place, message) => bytes(place) - ahead(place, message).bytes - size(place, message),
  }
}

export const newTraveller = (): Traveller => ({ over: false, watchers: [] })

export function finish(message: Traveller): void {
  message.over = true
  for (const watcher of message.watchers.splice(0)) watcher()
}

/** Whether all of them are over within this time. */
export function allOver(messages: Iterable<Traveller>, patienceMs: number): Promise<boolean> {
  return new Promise(resolve => {
    const left = new Set([...messages].filter(({ over }) => !over))
    if (left.size === 0) return resolve(true)
    const timer = setTimeout(resolve, patienceMs, false)
    for (const message of left) {
      message.watchers.push(() => {
        left.delete(message)
        if (left.size > 0) return
        clearTimeout(timer)
        resolve(true)
      })
    }
  })
}
