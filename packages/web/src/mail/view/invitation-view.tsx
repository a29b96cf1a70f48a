import { readCalendar } from '@yanshu/contract/calendar/read-calendar'
import { useMemo } from 'react'
import styles from './attachments.module.css'
import { Fact, Facts } from './facts.tsx'
import { occasionsOf } from './invitation-words.ts'

/** Shows the text of a calendar file as an invitation, with the text below; what is none as it is. */
export function InvitationPreview({ text }: { text: string }) {
  const occasions = useMemo(() => occasionsOf(readCalendar(text)), [text])
  const numbered = occasions.map((occasion, place) => ({ ...occasion, place }))
  if (occasions.length === 0) return <pre className={styles.text}>{text}</pre>
  return (
    <>
      {numbered.map(({ place, what, when, where, who, guests, note, cancelled }) => (
        <section key={place} className={styles.occasion}>
          <h3 dir="auto">{what}</h3>
          {cancelled && <p className={styles.cancelled}>已取消</p>}
          <Facts>
            <Fact name="时间" says={when} />
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
