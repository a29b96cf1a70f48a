/**
 * The live mail of the source on this page: parts below learn whether mail is being received, and which mails
 * came while the page was open. The code for it loads after the page.
 */
import { useQueryClient } from '@tanstack/react-query'
import type { MailRow } from '@yanshu/contract'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { StreamState } from './events/event-stream.ts'
import { useMailSource } from './source.tsx'

export type Live = {
  state: StreamState
  arrived: ReadonlySet<string>
  /**
   * Mails that came alone and slide in. When many come at once, nothing slides, because a moving list cannot
   * be read.
   */
  cameAlone: ReadonlySet<string>
}

const nothing: Live = { state: 'connecting', arrived: new Set(), cameAlone: new Set() }
const LiveContext = createContext<Live>(nothing)

export function useLive(): Live {
  return useContext(LiveContext)
}

type MailLiveProps = { onArrival?: (mails: readonly MailRow[]) => void; children: ReactNode }

export function MailLive({ onArrival, children }: MailLiveProps) {
  const { key, token } = useMailSource()
  const client = useQueryClient()
  const [live, setLive] = useState(nothing)
  const tell = useRef(onArrival)
  useEffect(() => {
    tell.current = onArrival
  })
  useEffect(() => {
    setLive(nothing)
    let stop: (() => void) | null = null
    let over = false
    const start = async () => {
      const { followMail } = await import('./follow-mail.ts')
      if (over) return
      stop = followMail({ client, source: key }, token, {
        onState: state => setLive(known => ({ ...known, state })),
        onMails: mails => setLive(known => withArrived(known, mails)),
        onArrival: mails => tell.current?.(mails),
      })
    }
    start().catch((error: unknown) => {
      // When this code fails to load, the page as a whole reports it, as for any other part.
      setLive(() => {
        throw error
      })
    })
    return () => {
      over = true
      stop?.()
    }
  }, [client, key, token])
  return <LiveContext value={live}>{children}</LiveContext>
}

function withArrived({ state, arrived, cameAlone }: Live, mails: readonly MailRow[]): Live {
  const ids = mails.map(mail => mail.id)
  return {
    state,
    arrived: new Set([...arrived, ...ids]),
    cameAlone: ids.length === 1 ? new Set([...cameAlone, ...ids]) : cameAlone,
  }
}
