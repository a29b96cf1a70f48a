/**
 * Shows one mail for reading: subject, sender with proof, code and link, letter, files. It is used wherever a
 * mail is read; the bar above with its actions belongs to the page.
 */
import type { MailDetail, Person } from '@yanshu/contract'
import { Link } from 'react-router'
import { exactTime } from '../../ui/time-text.ts'
import { useLive } from '../live.tsx'
import { isSignature } from './attachment-kind.ts'
import { Attachments } from './attachments.tsx'
import type { BodyView } from './body-view.ts'
import { CodeBand, LinkBand } from './code-band.tsx'
import { LaterInvitationBand } from './later-invitation.tsx'
import { ColourSwitch } from './letter-colours.tsx'
import { MailBody } from './mail-body.tsx'
import styles from './mail-view.module.css'
import type { PrintedHead } from './print-document.ts'
import { usePrintedHead } from './print-letter.ts'
import { SealNotices } from './seal-notices.tsx'
import { isAboutCode } from './warning-words.ts'
import { Warnings } from './warnings.tsx'
import { Who } from './who.tsx'

export type MailViewProps = {
  mail: MailDetail
  view?: BodyView
  /** On /home, shows as little around the letter as possible. */
  brief?: boolean
  /** The reader may answer from the mailbox that the mail came to. */
  mayAnswer?: boolean
  /** Returns the URL of the list with a label, on pages that have such lists. */
  labelPath?: ((label: string) => string) | undefined
}

const personText = ({ name, address }: Person): string => (name ? `${name} <${address}>` : address)

const headOf = (mail: MailDetail): PrintedHead => ({
  subject: mail.subject,
  rows: [
    ['发件人', personText(mail.from)],
    ['收件人', mail.to.map(personText).join('，') || mail.address],
    ...(mail.cc.length > 0 ? [['抄送', mail.cc.map(personText).join('，')] as const] : []),
    ['时间', exactTime(mail.receivedAt)],
  ],
  files: mail.attachments.filter(file => !file.inline && !isSignature(file, mail.seal)),
})

export function MailView({ mail, view = 'html', brief = false, mayAnswer, labelPath }: MailViewProps) {
  const { arrived } = useLive()
  usePrintedHead(() => headOf(mail))
  return (
    <article className={styles.mail} aria-label="邮件">
      <h2 className={styles.title} dir="auto">
        {mail.subject || '没有主题'}
      </h2>
      <Who mail={mail} brief={brief} />
      {mail.labels.length > 0 && (
        <ul className={styles.labels} aria-label="标签">
          {mail.labels.map(label => (
            <li key={label}>{labelPath ? <Link to={labelPath(label)}>{label}</Link> : label}</li>
          ))}
        </ul>
      )}
      <CodeBand mail={mail} arrived={arrived.has(mail.id)} />
      <LinkBand mail={mail} />
      <LaterInvitationBand mail={mail} answerAs={mayAnswer ? mail.address : null} />
      <SealNotices seal={mail.seal} from={mail.from} at={mail.receivedAt} brief={brief} />
      <Warnings warnings={brief ? mail.warnings.filter(isAboutCode) : mail.warnings} />
      {brief && <ColourSwitch letter={mail} className={styles.colours} />}
      <MailBody mail={mail} view={view} />
      <Attachments mail={mail} />
    </article>
  )
}
