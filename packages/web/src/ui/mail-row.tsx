/** One mail in a list: mark, sender, time, subject, preview, and its code as a seal. */
import type { MailRow as Mail } from '@yanshu/contract'
import { Paperclip, Star } from 'lucide-react'
import { Link } from 'react-router'
import { pretends, senderName } from '../mail/sender-name.ts'
import { cx } from './cx.ts'
import { FalseNameMark } from './false-name-mark.tsx'
import styles from './mail-row.module.css'
import { Marked } from './marked.tsx'
import { PickBox } from './pick-box.tsx'
import { Seal } from './seal.tsx'
import { Bone } from './states.tsx'
import { TimeText } from './time.tsx'

type MailRowProps = {
  mail: Mail
  to: string
  open?: boolean
  picked?: boolean
  /** `range` when the shift key was down: all between the last pick and this one. */
  onPick?: (picked: boolean, range: boolean) => void
  /** It came while the page was open, and is to be seen coming. */
  arrived?: boolean
  /** Words that were searched for. */
  marked?: string | undefined
}

export function MailRow(props: MailRowProps) {
  const { mail, to, open = false, picked = false, onPick, arrived = false, marked } = props
  const sender = senderName(mail.from)
  const subject = mail.subject || '没有主题'
  return (
    <div
      className={cx(
        styles.row,
        !mail.read && styles.unread,
        open && styles.open,
        picked && styles.picked,
        mail.code !== null && styles.coded,
        arrived && styles.arrived,
      )}
    >
      <span className={styles.mark}>
        {onPick && (
          <PickBox
            label={`选择 ${sender}，${subject}`}
            checked={picked}
            onChange={event => onPick(event.target.checked, isRange(event.nativeEvent))}
          />
        )}
        {!mail.read && <i className={styles.dot} role="img" aria-label="未读" />}
      </span>
      <Link className={cx(styles.from, 'clip')} to={to} aria-current={open ? 'true' : undefined}>
        {pretends(mail.from) && <FalseNameMark />}
        <Marked text={sender} words={marked} />
      </Link>
      <span className={styles.time}>
        {mail.starred && <Star className={styles.star} role="img" aria-label="已加星" />}
        {mail.attachmentCount > 0 && <Paperclip role="img" aria-label="有附件" />}
        <TimeText at={mail.receivedAt} />
      </span>
      <span className={cx(styles.subject, 'clip')} dir="auto">
        <Marked text={subject} words={marked} />
      </span>
      <span className={cx(styles.preview, 'clip')} dir="auto">
        <Marked text={mail.preview} words={marked} />
      </span>
      {mail.code !== null && (
        <Seal
          className={styles.seal ?? ''}
          code={mail.code}
          state={mail.read ? 'read' : 'fresh'}
          arrived={arrived}
        />
      )}
    </div>
  )
}

/** A check box is changed by a click, which knows of the shift key. */
const isRange = (event: Event) => event instanceof MouseEvent && event.shiftKey

/** The shape of a row while it is on its way. */
export function MailRowBones() {
  return (
    <div className={styles.row} aria-hidden="true">
      <span className={styles.mark} />
      <Bone width="32%" />
      <Bone width="44px" />
      <span className={styles.subject}>
        <Bone width="70%" />
      </span>
      <span className={styles.preview}>
        <Bone width="88%" />
      </span>
    </div>
  )
}
