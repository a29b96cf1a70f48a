/** Says above a letter what the calendar in it is about, and lets the reader answer an invitation. */
import type { AttachmentInfo } from '@yanshu/contract'
import { invitationFor } from '@yanshu/contract/calendar/invitation'
import {
  type Calendar,
  type CalendarEvent,
  type CalendarPerson,
  readCalendar,
} from '@yanshu/contract/calendar/read-calendar'
import { routes } from '@yanshu/contract/routes'
import { useMemo } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Bones } from '../../ui/states.tsx'
import { useBackAgain } from '../../ui/use-back-again.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import type { FileCall } from './file-call.ts'
import styles from './invitation-band.module.css'
import { leafOf, methodWords, occasionOf, replyWords } from './invitation-words.ts'
import { useFile } from './use-file.ts'

type InvitationBandProps = {
  mailId: string
  file: AttachmentInfo
  call?: FileCall
  /** The address of the mailbox that may answer; null where the band only says. */
  answerAs?: string | null
}

export function InvitationBand(props: InvitationBandProps) {
  const { mailId, file, call = routes.getAttachment, answerAs = null } = props
  const { data, error, refetch } = useFile(call, mailId, file)
  const text = data && 'text' in data ? data.text : null
  const calendar = useMemo(() => (text === null ? null : readCalendar(text)), [text])
  if (error) return <Missing error={error} retry={() => void refetch()} />
  if (calendar === null)
    return (
      <div className={styles.band}>
        <div className={styles.say}>
          <Bones lines={3} />
        </div>
      </div>
    )
  const [event] = calendar.events
  if (event === undefined) return null
  const invitation = answerAs === null ? null : invitationFor(calendar, answerAs)
  return (
    <section className={styles.band} aria-label="日程">
      <Leaf event={event} />
      <div className={styles.say}>
        <Words calendar={calendar} event={event} />
        {typeof invitation === 'object' && invitation !== null && (
          <AnswerButtons mailId={mailId} fileId={file.id} invitation={invitation} />
        )}
      </div>
    </section>
  )
}

function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  useBackAgain(!isApiError(error), retry)
  return (
    <div className={cx(styles.band, styles.missing)} role="alert">
      <span className="grow">附带的日程没有取到：{messageOf(error)}</span>
      <Button size="small" onClick={retry}>
        重试
      </Button>
    </div>
  )
}

function Leaf({ event }: { event: CalendarEvent }) {
  const leaf = leafOf(event)
  return (
    leaf && (
      <div className={styles.leaf} aria-hidden="true">
        <span>{leaf.month}</span>
        <b>{leaf.day}</b>
        <span>{leaf.weekday}</span>
      </div>
    )
  )
}

function Words({ calendar: { method, events }, event }: { calendar: Calendar; event: CalendarEvent }) {
  const { what, when, where, guests, cancelled } = occasionOf(event, method)
  const isReply = method === 'REPLY'
  const [answering] = event.attendees
  return (
    <>
      <p className={cx(styles.kind, cancelled && styles.off)}>
        {cancelled ? '已取消' : (methodWords[method] ?? '日程')}
      </p>
      {isReply && <strong dir="auto">{replyWords(answering)}</strong>}
      {isReply && answering?.name && (
        <p>
          <span className={styles.address}>{answering.address}</span>
        </p>
      )}
      {isReply && event.comment && <p className={styles.comment}>“{event.comment}”</p>}
      <strong className={cx(cancelled && styles.gone, isReply && styles.lesser)} dir="auto">
        {what}
      </strong>
      {when && <p>{when}</p>}
      {where && (
        <p dir="auto">
          <LinkedText text={where} />
        </p>
      )}
      {!isReply && event.organizer && (
        <p>
          <Person {...event.organizer} /> 发起{guests > 1 && `，请了 ${guests} 人`}
        </p>
      )}
      {events.length > 1 && <p>这份日程里共有 {events.length} 项，其余的在附件里看。</p>}
    </>
  )
}

/** The name is whatever its writer likes, so the address is always there. */
function Person({ name, address }: CalendarPerson) {
  return (
    <>
      {name !== address && <bdi>{name}</bdi>} <span className={styles.address}>{address}</span>
    </>
  )
}
