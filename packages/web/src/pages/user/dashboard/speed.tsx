import type { Dashboard } from '@yanshu/contract'
import { numberText } from '../../../ui/number-text.ts'
import { NoBars } from './no-bars.tsx'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { secondsText } from './words.ts'

/** How long the last mails took from being taken to being seen; before the first, what will stand there. */
export function Speed({ speed }: { speed: Dashboard['speed'] }) {
  return (
    <Section title="从收下到你看见">
      {speed === null ? (
        <NoBars text="来了第一封信，这里是用了多少秒" ends={['0', '1 秒']} />
      ) : (
        <Histogram speed={speed} />
      )}
    </Section>
  )
}

function Histogram({ speed }: { speed: NonNullable<Dashboard['speed']> }) {
  const most = Math.max(1, ...speed.bins.map(bin => bin.value))
  const last = speed.bins.findLastIndex(bin => bin.value > 0)
  const shown = speed.bins.slice(0, Math.max(5, last + 1))
  const words = shown
    .map(({ upTo, value }) => `${upTo === null ? '更久' : `${upTo} 秒内`} ${numberText(value)} 封`)
    .join('，')
  return (
    <>
      <p className={styles.big}>
        <b>{secondsText(speed.median)}</b> 秒
        <span className="small muted">一半的信在此之内，九成五在 {secondsText(speed.p95)} 秒之内</span>
      </p>
      <div className={styles.hist} role="img" aria-label={`到达用时：${words}`}>
        {shown.map(({ upTo, value }) => (
          <i
            key={upTo}
            data-half={upTo !== null && upTo <= Math.max(speed.median, 0.05) ? '' : undefined}
            style={{ height: value === 0 ? 0 : `max(3px, ${(value / most) * 100}%)` }}
          />
        ))}
      </div>
      <div className={`tiny muted ${styles.ends}`}>
        <span>0</span>
        <span>{shown.at(-1)?.upTo === null ? '5 秒以上' : `${shown.at(-1)?.upTo} 秒`}</span>
      </div>
    </>
  )
}
