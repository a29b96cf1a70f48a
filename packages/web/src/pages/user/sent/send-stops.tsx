/** Senders that the system stopped by itself; only an operator lets them go on. */
import type { SendStop } from '@yanshu/contract'
import { Play, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { TimeText } from '../../../ui/time.tsx'
import styles from './sent.module.css'

type SendStopsProps = { stops: readonly SendStop[]; busy: boolean; onLift: (stop: SendStop) => void }

export function SendStops({ stops, busy, onLift }: SendStopsProps) {
  if (stops.length === 0) return null
  return (
    <ul className={styles.stops} aria-label="被系统停住的">
      {stops.map(stop => (
        <li key={`${stop.kind} ${stop.id}`}>
          <TriangleAlert aria-hidden />
          <div className="grow">
            <b>{stop.name}</b> {stop.reason}，<TimeText at={stop.stoppedAt} full /> 停住了发信
            <p className="small">{stop.detail}</p>
          </div>
          <Button size="small" busy={busy} icon={<Play aria-hidden />} onClick={() => onLift(stop)}>
            恢复发信
          </Button>
        </li>
      ))}
    </ul>
  )
}
