/** One sent mail or one draft in its list: to whom, when, about what, and what became of it. */
import type { SentMail } from '@yanshu/contract'
import { Clock, Paperclip, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { personOf } from '../../../compose/addresses.ts'
import row from '../../../mail/mail-row.module.css'
import { cx } from '../../../ui/cx.ts'
import { Marked } from '../../../ui/marked.tsx'
import { PickBox } from '../../../ui/pick-box.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { TimeText } from '../../../ui/time.tsx'
import type { DraftRow } from './queries.ts'
import styles from './sent-row.module.css'
import { MailStateWord, troubleOf } from './states.tsx'

type RowProps = {
  to: string
  open: boolean
  picked: boolean
  onPick?: ((picked: boolean, range: boolean) => void) | undefined
  marked: string | undefined
}

type LinesProps = RowProps & {
  title: string
  at: string
  files: number
  subject: string
  children: ReactNode
}

const names = (people: readonly string[]): string =>
  people
    .map(personOf)
    .map(({ name, address }) => name || address)
    .join('，')

function Lines(props: LinesProps) {
  const { to, open, picked, onPick, marked, title, at, files, subject, children } = props
  const about = subject || '没有主题'
  return (
    <div className={cx(row.row, open && row.open, picked && row.picked)}>
      <span className={row.mark}>
        {onPick && (
          <PickBox
            label={`选择 ${title}，${about}`}
            checked={picked}
            onChange={({ target, nativeEvent }) =>
              onPick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        )}
      </span>
      <Link className={cx(row.from, 'clip')} to={to} aria-current={open ? 'true' : undefined}>
        <Marked text={title} words={marked} />
      </Link>
      <span className={row.time}>
        {files > 0 && <Paperclip role="img" aria-label="有附件" />}
        <TimeText at={at} />
      </span>
      <span className={cx(row.subject, 'clip')} dir="auto">
        <Marked text={about} words={marked} />
      </span>
      <span className={cx(row.preview, styles.line)}>{children}</span>
    </div>
  )
}

export function SentRow({ mail, ...rest }: RowProps & { mail: SentMail }) {
  const waiting = mail.sendAt !== null && mail.recipients.every(one => one.state === 'queued')
  const trouble = troubleOf(mail)
  return (
    <Lines
      {...rest}
      title={`发给 ${names([...mail.to, ...mail.cc]) || '密送的收件人'}`}
      at={mail.createdAt}
      files={mail.attachmentCount}
      subject={mail.subject}
    >
      {waiting && mail.sendAt !== null ? (
        <StateWord icon={<Clock aria-hidden />}>
          将在 <TimeText at={mail.sendAt} full /> 发送
        </StateWord>
      ) : (
        <MailStateWord mail={mail} />
      )}
      <span className="clip" dir="auto">
        {trouble || mail.preview}
      </span>
    </Lines>
  )
}

export function DraftLine({ draft, ...rest }: RowProps & { draft: DraftRow }) {
  const to = names([...draft.to, ...draft.cc, ...draft.bcc])
  return (
    <Lines
      {...rest}
      title={to === '' ? '还没有收件人' : `发给 ${to}`}
      at={draft.savedAt}
      files={draft.attachmentCount}
      subject={draft.subject}
    >
      <StateWord icon={<PencilLine aria-hidden />}>草稿</StateWord>
      <span className="clip" dir="auto">
        {draft.preview}
      </span>
    </Lines>
  )
}
