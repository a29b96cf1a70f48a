import { Radio, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readToken } from '../../../../api/token.ts'
import { followEvents, pauseInBrowser, type StreamState } from '../../../../mail/events/event-stream.ts'
import { Button } from '../../../../ui/button.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import styles from './guide.module.css'

type Shown = { key: number; name: string; words: string; code: string | null; at: string }

const kept = 20

const states: Readonly<Record<StreamState, string>> = {
  connecting: '正在连接',
  live: '已连上，等事件来',
  waiting: '断开了，马上重连',
  ended: '登录已结束',
}

function told(name: string, data: string): Pick<Shown, 'words' | 'code'> {
  const value = JSON.parse(data) as Record<string, unknown>
  if (name === 'mail') {
    const { subject, address, code } = value
    return { words: `${String(address)}：${String(subject)}`, code: typeof code === 'string' ? code : null }
  }
  return { words: data, code: null }
}

/** The stream itself, while it is wanted. */
export function EventsDemo() {
  const [on, setOn] = useState(false)
  const [state, setState] = useState<StreamState>('connecting')
  const [events, setEvents] = useState<readonly Shown[]>([])
  useEffect(() => {
    const token = readToken()
    if (!on || token === null) return
    let number = 0
    return followEvents({
      url: '/api/user/events',
      token,
      pause: pauseInBrowser,
      onState: setState,
      onEvent: ({ name, data }) => {
        const shown = { key: ++number, name, at: new Date().toISOString(), ...told(name, data) }
        setEvents(known => [shown, ...known].slice(0, kept))
      },
    })
  }, [on])
  return (
    <>
      <div className={styles.row}>
        <Button
          icon={on ? <Square aria-hidden /> : <Radio aria-hidden />}
          onClick={() => {
            setEvents([])
            setOn(value => !value)
          }}
        >
          {on ? '停止监听' : '开始监听'}
        </Button>
        <span role="status" className="small muted">
          {on && states[state]}
        </span>
      </div>
      {events.length > 0 && (
        <ul className={styles.events} aria-label="收到的事件">
          {events.map(event => (
            <li key={event.key}>
              <b>{event.name}</b>
              <span className="clip">
                {event.words}
                {event.code && (
                  <>
                    {' '}
                    <mark>{event.code}</mark>
                  </>
                )}
              </span>
              <TimeText at={event.at} full />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
