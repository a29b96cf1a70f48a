import styles from './attachments.module.css'
import { Fact, Facts } from './facts.tsx'
import type { Occasion } from './read-invitation.ts'

/** Shows a calendar file as an invitation, with the file's text below. */
export function Invitation({ occasions, text }: { occasions: readonly Occasion[]; text: string }) {
  const numbered = occasions.map((occasion, place) => ({ ...occasion, place }))
  return (
    <>
      {numbered.map(({ place, what, when, where, who, guests, note, repeats, cancelled }) => (
        <section key={place} className={styles.occasion}>
          <h3 dir="auto">{what || '没有标题的日程'}</h3>
          {cancelled && <p className={styles.cancelled}>已取消</p>}
          <Facts>
            <Fact name="时间" says={when && `${when}${repeats ? '，会重复' : ''}`} />
            <Fact name="地点" says={where} />
            <Fact name="发起人" says={who} />
            <Fact name="受邀" says={guests > 0 ? `${guests} 人` : ''} />
            <Fact name="说明" says={note} />
          </Facts>
        </section>
      ))}
      <details className={styles.original}>
        <summary>看原文</summary>
        <pre className={styles.text}>{text}</pre>
      </details>
    </>
  )
}
