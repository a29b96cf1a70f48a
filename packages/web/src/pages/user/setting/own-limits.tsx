/** All limits that an admin has set for this account, and how much of each is used. */
import { RoomLine } from '../../../account/limits/limit-line.tsx'
import { useLimits } from '../../../account/limits/use-limits.ts'
import styles from './shared/account-tab.module.css'
import { Section } from './shared/section.tsx'

/** The minute of the calls goes by while one looks. */
const EVERY_MS = 15_000

export function OwnLimits() {
  const rooms = useLimits(EVERY_MS)
  if (rooms.length === 0) return null
  return (
    <Section title="用量和上限" says="上限由管理员设，不够用时请管理员提高。">
      <ul className={styles.limits}>
        {rooms.map(room => (
          <li key={room.name}>
            <RoomLine room={room} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
