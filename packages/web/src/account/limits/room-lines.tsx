/** Some limits side by side, above the table of what they limit. */
import { RoomLine } from './limit-line.tsx'
import styles from './room-lines.module.css'
import { type LimitName, useLimits } from './use-limits.ts'

export function RoomLines({ names }: { names: readonly LimitName[] }) {
  const rooms = useLimits().filter(({ name }) => names.includes(name))
  if (rooms.length === 0) return null
  return (
    <ul className={styles.rooms} aria-label="用量和上限">
      {rooms.map(room => (
        <li key={room.name}>
          <RoomLine room={room} />
        </li>
      ))}
    </ul>
  )
}
