import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { figuresKey } from '../../mail/mail-keys.ts'
import { numberText } from '../../ui/number-text.ts'
import { secondsText } from '../../ui/seconds-text.ts'
import styles from './figures.module.css'

/** Shows the current figures; shows nothing when they cannot be loaded. */
export function Figures() {
  const { data } = useQuery({
    queryKey: figuresKey,
    queryFn: ({ signal }) => api.getFigures({}, { signal }),
    refetchInterval: 30_000,
    retry: false,
  })
  if (!data) return null
  return (
    <dl className={styles.figures} aria-label="此刻">
      <Figure name="今天收信" value={numberText(data.receivedToday)} />
      <Figure name="取出验证码" value={numberText(data.codesToday)} />
      <Figure name="此刻在用的邮箱" value={numberText(data.mailboxes)} />
      {data.secondsToSeen !== null && (
        <Figure name="从收下到你看见" value={secondsText(data.secondsToSeen)} />
      )}
    </dl>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
