/** One mail in a list: mark, sender, time, subject, preview, and its code as a seal, or that it has a confirm link. */
import type { MailRow as Mail } from '@yanshu/contract'
import { ExternalLink, Paperclip, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Marked } from '../ui/marked.tsx'
import { PickBox } from '../ui/pick-box.tsx'
import { Seal } from '../ui/seal.tsx'
import { TimeText } from '../ui/time.tsx'
import { FalseNameMark } from './false-name-mark.tsx'
import styles from './mail-row.module.css'
import { pretends, senderName } from './sender-name.ts'

type MailRowProps = {
  mail: Mail
  to: string
  open?: boolean
  picked?: boolean
  /** `range` is true with the shift key: it picks all rows between the last pick and this one. */
  onPick?: (picked: boolean, range: boolean) => void
  /** The mail came while the page was open and slides in. */
  arrived?: boolean
  /** The searched words. */
  marked?: string | undefined
  /** Stands in the place of the code. */
  seal?: ReactNode
}

export function MailRow(props: MailRowProps) {
  const { mail, to, open = false, picked = false, onPick, arrived = false, marked, seal } = props
  const sender = senderName(mail.from)
  const subject = mail.subject || '没有主题'
  const confirms = !seal && mail.code === null && mail.link !== null
  return (
    <div
      className={cx(
        styles.row,
        !mail.read && styles.unread,
        open && styles.open,
        picked && styles.picked,
        (!!seal || mail.code !== null || confirms) && styles.coded,
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
      {seal
        ? seal
        : mail.code !== null && (
            <Seal
              className={styles.seal ?? ''}
              code={mail.code}
              state={mail.read ? 'read' : 'fresh'}
              arrived={arrived}
            />
          )}
      {/* It opens the mail, where the link stands with its host. */}
      {confirms && (
        <span className={styles.confirms}>
          <ExternalLink aria-hidden />
          确认链接
        </span>
      )}
    </div>
  )
}

/** A click changes a check box, and the click event knows the shift key. */
const isRange = (event: Event) => event instanceof MouseEvent && event.shiftKey
