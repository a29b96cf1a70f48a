import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { api } from '../../api/index.ts'
import { numberText } from '../../ui/number-text.ts'
import { secondsText } from '../../ui/seconds-text.ts'
import { StateWord } from '../../ui/state-word.tsx'
import { isReachable } from '../../ui/use-back-again.ts'
import styles from './about.module.css'

const LOOK_MS = 15_000

/** Whether it answers, how fast, and what it did today; the figures may fail alone. */
async function look(signal: AbortSignal) {
  const began = performance.now()
  const ready = await isReachable()
  const ms = Math.max(1, Math.round(performance.now() - began))
  const figures = ready ? await api.getFigures({}, { signal }).catch(() => null) : null
  return { ready, ms, figures }
}

export function SiteState() {
  const { data } = useQuery({
    queryKey: ['site-state'],
    queryFn: ({ signal }) => look(signal),
    refetchInterval: LOOK_MS,
    gcTime: 0,
  })
  return (
    <dl className={styles.about} aria-live="polite">
      <div>
        <dt>网站和收信</dt>
        <dd>
          {data === undefined && '正在看'}
          {data?.ready === false && (
            <StateWord tone="bad" icon={<TriangleAlert aria-hidden />}>
              现在不能用，通了会自己恢复
            </StateWord>
          )}
          {data?.ready && (
            <StateWord tone="good" icon={<Check aria-hidden />}>
              正常，{data.ms} 毫秒应答
            </StateWord>
          )}
        </dd>
      </div>
      {data?.figures && (
        <div>
          <dt>今天</dt>
          <dd>
            收信 {numberText(data.figures.receivedToday)} 封，取出验证码 {numberText(data.figures.codesToday)}{' '}
            个
          </dd>
        </div>
      )}
      {data?.figures && data.figures.secondsToSeen !== null && (
        <div>
          <dt>快慢</dt>
          <dd>最近的信，从收下到你看见 {secondsText(data.figures.secondsToSeen)}</dd>
        </div>
      )}
    </dl>
  )
}
