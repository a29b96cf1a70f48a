/** The destinations most waited for, each to be paused by itself. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { Pause, Play } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import styles from './sent.module.css'

type Place = AnswerOf<Calls['getQueue']>['destinations'][number]

type QueuePlacesProps = {
  places: readonly Place[]
  busy: boolean
  onPause: (paused: boolean, domain: string) => void
}

const SHOWN = 12

export function QueuePlaces({ places, busy, onPause }: QueuePlacesProps) {
  if (places.length === 0) return null
  return (
    <ul className={styles.places} aria-label="各个去处">
      {places.slice(0, SHOWN).map(({ domain, waiting, deferred, paused }) => (
        <li key={domain}>
          <b className="mono">{domain}</b>
          <span className="muted">
            {paused ? '停着，' : ''}
            {waiting} 个在等{deferred > 0 && `，${deferred} 个暂缓`}
          </span>
          <IconButton
            small
            label={paused ? `继续发往 ${domain}` : `停住发往 ${domain}`}
            disabled={busy}
            onClick={() => onPause(!paused, domain)}
          >
            {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
