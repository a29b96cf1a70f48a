/**
 * Live mail of the source on this page: one event stream, its events put into the lists, and what else follows from an
 * arriving mail. Parts below ask it whether mail is being received, and which mails came while the page was open.
 */
import { useQueryClient } from '@tanstack/react-query'
import { calls, type MailRow, type MailsChanged, mailsChanged } from '@yanshu/contract'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import {
  askAnew,
  boxReceived,
  catchUp,
  changedElsewhere,
  type MailCache,
  mailArrived,
  setUnread,
} from './cache.ts'
import { hearDomainEvent } from './domain-events.ts'
import { pauseInBrowser, type StreamState } from './events/event-stream.ts'
import { runWhileWanted } from './events/run-while-wanted.ts'
import { canShare, followShared } from './events/shared-stream.ts'
import type { SseEvent } from './events/sse-parser.ts'
import { figuresKey } from './queries.ts'
import { type SentChange, tellSent } from './sent-cache.ts'
import { useMailSource } from './source.tsx'

export type Live = { state: StreamState; arrived: ReadonlySet<string> }

const nothing: Live = { state: 'connecting', arrived: new Set() }
const LiveContext = createContext<Live>(nothing)

export function useLive(): Live {
  return useContext(LiveContext)
}

const mailRow = calls.getInbox.answer.shape.list.element

const sentMail = calls.getSentEmail.answer.shape.list.element
const sentChange = sentMail.pick({ id: true, mailboxId: true, state: true }).extend({
  recipient: sentMail.shape.recipients.element.nullable(),
})

type MailEvent =
  | { mail: MailRow }
  | { mailboxId: string; unread: number }
  | { sent: SentChange }
  | { changed: MailsChanged }
  | { reload: true }
  | null

/** What an event says; anything that is not in our form says nothing. */
export function readEvent(event: SseEvent): MailEvent {
  let data: unknown
  try {
    data = JSON.parse(event.data)
  } catch {
    return null
  }
  if (event.name === 'mail') {
    const { success, data: mail } = mailRow.safeParse(data)
    return success ? { mail } : null
  }
  if (event.name === 'sent') {
    const { success, data: sent } = sentChange.safeParse(data)
    return success ? { sent } : null
  }
  if (event.name === 'changed') {
    const { success, data: changed } = mailsChanged.safeParse(data)
    return success ? { changed } : null
  }
  // Too much was missed to be told one by one.
  if (event.name === 'reload') return { reload: true }
  if (event.name !== 'unread' || typeof data !== 'object' || data === null) return null
  if (!('mailboxId' in data) || typeof data.mailboxId !== 'string') return null
  if (!('unread' in data) || typeof data.unread !== 'number') return null
  return { mailboxId: data.mailboxId, unread: data.unread }
}

const GATHERED_MS = 200

type MailLiveProps = { onArrival?: (mail: MailRow) => void; children: ReactNode }

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
    /** Of many mailboxes it is told one after another that many of their mails changed. */
    const askAnewSoon = () => {
      clearTimeout(asking)
      asking = setTimeout(() => askAnew(cache), GATHERED_MS)
    }
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
        onEvent: event => {
          if (event.name === 'domain') return hearDomainEvent(client, event)
          const said = readEvent(event)
          if (said === null) return
          if ('sent' in said) return tellSent(cache, said.sent)
          if ('changed' in said) {
            if (said.changed.ids === null) return askAnewSoon()
            return changedElsewhere(cache, said.changed.ids, said.changed.change)
          }
          if ('reload' in said) return askAnew(cache)
          if (!('mail' in said)) return setUnread(cache, said.mailboxId, said.unread)
          mailArrived(cache, said.mail)
          void cache.client.invalidateQueries({ queryKey: figuresKey })
          boxReceived(cache, said.mail.mailboxId)
          setLive(({ state, arrived }) => ({ state, arrived: new Set(arrived).add(said.mail.id) }))
          tell.current?.(said.mail)
        },
      })
    return runWhileWanted(() => {
      const stop = follow()
      return () => {
        stop()
        clearTimeout(asking)
        behind = true
      }
    }, canShare())
  }, [cache, client, token])
  return <LiveContext value={live}>{children}</LiveContext>
}
