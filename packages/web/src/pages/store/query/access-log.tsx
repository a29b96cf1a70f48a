import type { OwnOrder } from '@yanshu/contract'
import { agentName } from '../../../ui/agent-name.ts'
import { fullTime } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from './found-order.module.css'

const hows: Readonly<Record<OwnOrder['log'][number]['how'], string>> = {
  phone: '只凭手机号',
  password: '凭查询密码',
  claim: '凭取货凭证',
  operator: '店主',
}

/** Shows who has looked at the order, so that a buyer can notice a stranger. */
export function AccessLog({ log }: Pick<OwnOrder, 'log'>) {
  const now = useNow(60_000)
  return (
    <details className={styles.log}>
      <summary>谁看过这一单（{log.length}）</summary>
      <ul>
        {log.map(entry => (
          <li key={`${entry.at} ${entry.how} ${entry.client}`}>
            <time dateTime={entry.at}>{fullTime(entry.at, now)}</time>
            <span>{hows[entry.how]}</span>
            <span className="clip" title={entry.agent}>
              {entry.client}，{agentName(entry.agent)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
