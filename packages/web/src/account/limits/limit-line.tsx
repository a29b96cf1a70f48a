/** How much of a limit is used, in one line with a bar; where there is no limit, nothing. */
import { cx } from '../../ui/cx.ts'
import styles from './limit-line.module.css'
import { type LimitName, type Room, useLimit } from './use-limits.ts'
import { excessText, leftText, limitTitle, useText } from './words.ts'

type LimitLineProps = {
  name: LimitName
  /** As much as the form asks for; beyond what is left, the line says so. */
  wanted?: number
}

export function LimitLine({ name, wanted = 0 }: LimitLineProps) {
  const room = useLimit(name)
  return room && <RoomLine room={room} wanted={wanted} />
}

export function RoomLine({ room, wanted = 0 }: { room: Room; wanted?: number }) {
  const { used, limit } = room
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const excess = excessText(room, wanted)
  return (
    <div className={cx(styles.line, excess !== null && styles.over)}>
      <span>
        {limitTitle(room.name)} <b>{useText(room)}</b>
      </span>
      <span className={styles.says} role="status">
        {excess ?? leftText(room)}
      </span>
      <div
        className={cx(styles.meter, share >= 1 ? styles.full : share >= 0.9 && styles.near)}
        role="img"
        aria-label={`已用 ${Math.round(share * 100)}%`}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
