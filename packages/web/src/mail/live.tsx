/**
 * Live mail of the source on this page: one event stream, its events put into the lists, and what else follows from an
 * arriving mail. Parts below ask it whether mail is being received, and which mails came while the page was open.
 */
import { useQueryClient } from '@tanstack/react-query'
import { calls, type MailRow } from '@yanshu/contract'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { askAnew, catchUp, type MailCache } from './cache.ts'
import { pauseInBrowser, type StreamState } from './events/event-stream.ts'
import { gather } from './events/gather.ts'
import { runWhileWanted } from './events/run-while-wanted.ts'
import { canShare, followShared } from './events/shared-stream.ts'
import type { SseEvent } from './events/sse-parser.ts'
import { hearEvents } from './mail-events.ts'
import { useMailSource } from './source.tsx'

export type Live = {
  state: StreamState
  arrived: ReadonlySet<string>
  /** Those that came by themselves: they slide in. Where many come at once, a list in which all moves cannot be read. */
  cameAlone: ReadonlySet<string>
}

const nothing: Live = { state: 'connecting', arrived: new Set(), cameAlone: new Set() }
const LiveContext = createContext<Live>(nothing)

export function useLive(): Live {
  return useContext(LiveContext)
}

const ASK_ANEW_MS = 200
/** A flood of mail is drawn so many milliseconds apart. */
const DRAW_MS = 50

/** Sounds and notes of the system come no closer to each other than this. */
const TELL_MS = 1_000

type MailLiveProps = { onArrival?: (mails: readonly MailRow[]) => void; children: ReactNode }

export function MailLive({ onArrival, children }: MailLiveProps) {
  const { key, token } = useMailSource()
  const client = useQueryClient()
  const cache = useMemo<MailCache>(() => ({ client, source: key }), [client, key])
  const [live, setLive] = useState(nothing)
  const tell = useRef(onArrival)
  useEffect(() => {
    tell.current = onArrival
  })
  useEffect(() => {
    setLive(nothing)
    /** What came since the lists were asked for and before the stream was open is told by nobody. */
    let behind = true
    let asking: ReturnType<typeof setTimeout> | undefined
    const askAnewSoon = () => {
      clearTimeout(asking)
      asking = setTimeout(() => askAnew(cache), ASK_ANEW_MS)
    }
    const arrivals = gather<readonly MailRow[]>(
      groups => tell.current?.(groups.flat()),
      TELL_MS,
      restedMs => restedMs > TELL_MS,
    )
    const onMails = (mails: readonly MailRow[]) => {
      const ids = mails.map(mail => mail.id)
      setLive(({ state, arrived, cameAlone }) => ({
        state,
        arrived: new Set([...arrived, ...ids]),
        cameAlone: ids.length === 1 ? new Set([...cameAlone, ...ids]) : cameAlone,
      }))
      arrivals.push(mails)
    }
    const heard = gather<SseEvent>(
      events => hearEvents(cache, events, { onMails, askAnewSoon }),
      DRAW_MS,
      () => document.hidden,
    )
    const follow = () =>
      followShared({
        url: calls.events.path,
        token,
        pause: pauseInBrowser,
        onState: state => {
          setLive(known => ({ ...known, state }))
          if (state === 'live' && behind) void catchUp(cache)
          behind = state !== 'live'
        },
        onEvent: heard.push,
      })
    return runWhileWanted(() => {
      const stop = follow()
      return () => {
        stop()
        heard.stop()
        arrivals.stop()
        clearTimeout(asking)
        behind = true
      }
    }, canShare())
  }, [cache, token])
  return <LiveContext value={live}>{children}</LiveContext>
}
