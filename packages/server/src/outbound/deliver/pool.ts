/**
 * Keeps sessions open for a while for the next mail to the same place. It limits the number of sessions to
 * one place and closes unused ones; it knows nothing of mail.
 */
import { minute, second } from '../../kernel/clock.ts'
import { endSession, type Session } from './smtp/session.ts'

export type PoolLimits = {
  readonly perPlace: number
  readonly idle: number
  readonly idleMs: number
  readonly uses: number
  readonly ageMs: number
}

export const defaultPoolLimits: PoolLimits = {
  perPlace: 20,
  idle: 100,
  idleMs: 10 * second,
  uses: 100,
  ageMs: 5 * minute,
}

export type Seat = {
  /** Returns an open unused session, or null when one has to be opened. */
  idle(): Session | null
  /** Gives the session back for others if it is still good, and frees the seat. */
  leave(session: Session | null): void
}

export type Pool = {
  /** Waits while too many seats are taken at this place. */
  take(place: string, signal: AbortSignal): Promise<Seat>
  size(): number
  close(): void
}

type Place = { busy: number; idle: Session[]; line: Set<() => void> }

export function createPool(limits: PoolLimits): Pool {
  const places = new Map<string, Place>()
  /** The unused sessions, in the order in which they became free. */
  const idle = new Map<Session, { name: string; place: Place; timer: NodeJS.Timeout }>()
  let closed = false

  function forget(name: string, place: Place): void {
    if (place.busy === 0 && place.idle.length === 0 && place.line.size === 0) places.delete(name)
  }

  function drop(session: Session): void {
    const entry = idle.get(session)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    idle.delete(session)
    entry.place.idle.splice(entry.place.idle.indexOf(session), 1)
    forget(entry.name, entry.place)
  }

  function close(session: Session): void {
    drop(session)
    endSession(session)
  }

  function keep(name: string, place: Place, session: Session): void {
    const isWorn = session.uses >= limits.uses || performance.now() - session.openedAt > limits.ageMs
    if (closed || isWorn || !session.wire.isQuiet()) {
      endSession(session)
      return
    }
    const timer = setTimeout(() => close(session), limits.idleMs)
    timer.unref()
    idle.set(session, { name, place, timer })
    place.idle.push(session)
    for (const [oldest] of idle) {
      if (idle.size <= limits.idle) break
      close(oldest)
    }
  }

  function newestIdle(place: Place): Session | null {
    for (;;) {
      const session = place.idle.at(-1)
      if (session === undefined) return null
      if (!session.wire.isQuiet()) {
        close(session)
        continue
      }
      drop(session)
      return session
    }
  }

  /** The place already counts the seat as busy. */
  function seat(name: string, place: Place): Seat {
    let isTaken = true
    return {
      idle: () => newestIdle(place),
      leave(session) {
        if (!isTaken) return
        isTaken = false
        place.busy--
        if (session !== null) keep(name, place, session)
        const next = place.line.values().next()
        if (!next.done) next.value()
        forget(name, place)
      },
    }
  }

  return {
    async take(name, signal) {
      signal.throwIfAborted()
      const place = places.get(name) ?? { busy: 0, idle: [], line: new Set() }
      places.set(name, place)
      if (place.busy < limits.perPlace) place.busy++
      else {
        await new Promise<void>((resolve, reject) => {
          const go = () => {
            signal.removeEventListener('abort', giveUp)
            place.line.delete(go)
            place.busy++
            resolve()
          }
          const giveUp = () => {
            place.line.delete(go)
            reject(signal.reason)
          }
          place.line.add(go)
          signal.addEventListener('abort', giveUp, { once: true })
        })
      }
      return seat(name, place)
    },
    size: () => idle.size,
    close() {
      closed = true
      for (const session of [...idle.keys()]) close(session)
    },
  }
}
