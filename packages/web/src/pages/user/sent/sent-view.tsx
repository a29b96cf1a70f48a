/** A sent mail, read: what became of it first, then the letter as it went out; and what can still be done about it. */
import type { SentDetail } from '@yanshu/contract'
import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { ArrowLeft, ChevronDown, ChevronUp, Download, Ellipsis, Printer, Trash2 } from 'lucide-react'
import { reasonOf } from '../../../api/api-error.ts'
import { personOf } from '../../../compose/addresses.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { Attachments } from '../../../mail/view/attachments.tsx'
import { useFrameImages } from '../../../mail/view/frame-images.ts'
import { LaterInvitationBand } from '../../../mail/view/later-invitation.tsx'
import { ColourSwitch } from '../../../mail/view/letter-colours.tsx'
import { MailFrame } from '../../../mail/view/mail-frame.tsx'
import mailStyles from '../../../mail/view/mail-view.module.css'
import type { PrintedHead } from '../../../mail/view/print-document.ts'
import { printLetter, usePrintedHead, usePrintKey } from '../../../mail/view/print-letter.ts'
import readStyles from '../../../mail/view/reading-pane.module.css'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { TextLetter } from '../../../mail/view/text-letter.tsx'
import barStyles from '../../../mail/view/view-bar.module.css'
import type { Neighbours } from '../../../mail/view/view-bar.tsx'
import who from '../../../mail/view/who.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PopMenu } from '../../../ui/pop-menu.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { exactTime } from '../../../ui/time-text.ts'
import { showError } from '../../../ui/toast.ts'
import { Recipients } from './recipients.tsx'
import { SentActs } from './sent-acts.tsx'
import { isOpen } from './sent-state.ts'

type SentViewProps = {
  mail: SentDetail
  maySend: boolean
  neighbours: Neighbours
  onBack: () => void
  onDelete: () => void
}

const headOf = ({ subject, sender, to, cc, sendAt, createdAt, attachments }: SentDetail): PrintedHead => ({
  subject,
  rows: [
    ['发件人', sender.name ? `${sender.name} <${sender.address}>` : sender.address],
    ['收件人', to.join('，') || '密送的收件人'],
    ...(cc.length > 0 ? [['抄送', cc.join('，')] as const] : []),
    ['时间', exactTime(sendAt ?? createdAt)],
  ],
  files: attachments.filter(file => !file.inline),
})

export function SentView({ mail, maySend, neighbours, onBack, onDelete }: SentViewProps) {
  const { fetchBytes } = useMailSource()
  usePrintKey()
  usePrintedHead(() => headOf(mail))
  const save = async () => {
    try {
      const source = await fetchBytes(wireRequest(routes.getSentSource, { params: { id: mail.id } }))
      saveBlob(source, `${mail.subject || '邮件'}.eml`)
    } catch (error) {
      showError(reasonOf(error))
    }
  }
  return (
    <>
      <header className={barStyles.bar}>
        <IconButton className={barStyles.back} label="返回列表" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <IconButton
          label={isOpen(mail) ? '还没有发完，先取消才能删除' : '删除'}
          disabled={isOpen(mail)}
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </IconButton>
        <PopMenu
          label="更多"
          items={[
            { label: '下载 .eml', icon: <Download aria-hidden />, run: () => void save() },
            { label: '打印', icon: <Printer aria-hidden />, run: printLetter },
          ]}
          button={given => (
            <IconButton label="更多：下载 .eml、打印" {...given}>
              <Ellipsis aria-hidden />
            </IconButton>
          )}
        />
        <span className="grow" />
        <ColourSwitch letter={mail} />
        <span className={cx('tiny muted', barStyles.position)}>{neighbours.position}</span>
        <IconButton label="上一封" disabled={!neighbours.previous} onClick={() => neighbours.previous?.()}>
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton label="下一封" disabled={!neighbours.next} onClick={() => neighbours.next?.()}>
          <ChevronDown aria-hidden />
        </IconButton>
      </header>
      <div className={readStyles.body}>
        <article className={mailStyles.mail} aria-label="发出的邮件">
          <h2 className={mailStyles.title} dir="auto">
            {mail.subject || '没有主题'}
          </h2>
          <Who mail={mail} />
          <Recipients recipients={mail.recipients} />
          <SentActs mail={mail} maySend={maySend} />
          <LaterInvitationBand mail={mail} call={routes.getSentAttachment} />
          <Body mail={mail} />
          <Attachments mail={mail} call={routes.getSentAttachment} />
        </article>
      </div>
    </>
  )
}

const nameOf = (text: string): string => personOf(text).name || personOf(text).address

function Who({ mail }: { mail: SentDetail }) {
  const { sender, to, cc } = mail
  const name = sender.name || sender.address
  return (
    <div className={who.who}>
      <span className={who.avatar} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <div className={who.from}>
        <b>{name}</b> {sender.name && <span className={who.address}>{sender.address}</span>}
      </div>
      <TimeText at={mail.sendAt ?? mail.createdAt} full />
      <div className={who.to}>
        发给 {to.map(nameOf).join('，') || '密送的收件人'}
        {cc.length > 0 && `，抄送 ${cc.map(nameOf).join('，')}`}
      </div>
    </div>
  )
}

function Body({ mail }: { mail: SentDetail }) {
  const { images } = useFrameImages(mail, false, routes.getSentAttachment)
  if (mail.html !== null) return <MailFrame mail={mail} images={images} printed />
  if (mail.text?.trim()) return <TextLetter text={mail.text} printed />
  return <p className="muted">这封邮件没有正文。</p>
}
