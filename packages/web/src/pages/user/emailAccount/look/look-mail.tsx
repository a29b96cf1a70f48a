/** One mail of somebody else: to be read, with its code covered, its links dead and its files closed. */
import { useQueryClient } from '@tanstack/react-query'
import type { MailDetail } from '@yanshu/contract'
import { ArrowLeft, ChevronDown, ChevronUp, Eye, EyeOff, FileText, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { isApiError, reasonOf } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { mailKeys } from '../../../../mail/mail-keys.ts'
import { useMail } from '../../../../mail/queries.ts'
import { useMailSource } from '../../../../mail/source.tsx'
import { listedFiles } from '../../../../mail/view/attachment-kind.ts'
import letter from '../../../../mail/view/letter.module.css'
import { ColourSwitch } from '../../../../mail/view/letter-colours.tsx'
import { MailFrame } from '../../../../mail/view/mail-frame.tsx'
import { HeadersView } from '../../../../mail/view/other-views.tsx'
import pane from '../../../../mail/view/reading-pane.module.css'
import { SealNotices } from '../../../../mail/view/seal-notices.tsx'
import { TextLetter } from '../../../../mail/view/text-letter.tsx'
import type { Neighbours } from '../../../../mail/view/view-bar.tsx'
import { Warnings } from '../../../../mail/view/warnings.tsx'
import { Who } from '../../../../mail/view/who.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { keysHere } from '../../../../ui/key-place.ts'
import { sizeText } from '../../../../ui/size-text.ts'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { showError } from '../../../../ui/toast.ts'
import styles from './look-view.module.css'

type LookMailProps = {
  id: string | null
  neighbours: Neighbours
  whose: string
  onBack: () => void
  onWrite: () => void
}

export function LookMail({ id, neighbours, whose, onBack, onWrite }: LookMailProps) {
  const { data: mail, error, refetch } = useMail(id)
  const [headers, setHeaders] = useState(false)
  if (id === null) {
    return (
      <section className={pane.pane} aria-label="阅读">
        <div className={pane.blank}>选一封邮件来看</div>
      </section>
    )
  }
  return (
    <section className={pane.pane} aria-label="阅读" tabIndex={-1} {...keysHere}>
      <header className={styles.bar}>
        <IconButton className={styles.back} label="返回列表" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <Button
          size="small"
          kind="quiet"
          icon={<FileText aria-hidden />}
          aria-pressed={headers}
          onClick={() => setHeaders(!headers)}
        >
          信头
        </Button>
        <span className="grow" />
        {mail && !headers && <ColourSwitch letter={mail} />}
        <span className="tiny muted">{neighbours.position}</span>
        <IconButton label="上一封" disabled={!neighbours.previous} onClick={() => neighbours.previous?.()}>
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton label="下一封" disabled={!neighbours.next} onClick={() => neighbours.next?.()}>
          <ChevronDown aria-hidden />
        </IconButton>
      </header>
      <div className={pane.body}>
        {mail && <Letter key={mail.id} mail={mail} headers={headers} />}
        {!mail && !error && <Bones />}
        {error && isApiError(error, 'notFound') && <Empty text="这封邮件已经不在了" />}
        {error && !isApiError(error, 'notFound') && <ErrorState error={error} retry={() => void refetch()} />}
      </div>
      <footer className={styles.foot}>
        <Eye aria-hidden />
        <span className="grow">不能回复、移动、删除、下载。要动这封信，请{whose}自己来</span>
        <Button size="small" icon={<SquarePen aria-hidden />} onClick={onWrite}>
          离开，另外写信
        </Button>
      </footer>
    </section>
  )
}

const noImages = { cids: new Map<string, string>(), remote: new Map<string, string>() }

function Letter({ mail, headers }: { mail: MailDetail; headers: boolean }) {
  return (
    <article aria-label="邮件">
      <h2 className={styles.subject} dir="auto">
        {mail.subject || '没有主题'}
      </h2>
      <Who mail={mail} />
      {mail.folder === 'spam' && <p className="small muted">在垃圾邮件里，评了 {mail.spamScore} 分。</p>}
      <Covered mail={mail} />
      <SealNotices seal={mail.seal} from={mail.from} at={mail.receivedAt} />
      <Warnings warnings={mail.warnings} />
      {headers ? <HeadersView mail={mail} /> : <Body mail={mail} />}
      <Files mail={mail} />
    </article>
  )
}

/** Nothing is fetched for a letter: a sender would learn that it was read. */
function Body({ mail }: { mail: MailDetail }) {
  if (mail.html !== null) return <MailFrame mail={mail} images={noImages} />
  if (mail.text?.trim()) return <TextLetter text={mail.text} links={0} />
  if (mail.seal?.encrypted) return null
  return <p className={letter.note}>这封邮件没有正文。</p>
}

function Covered({ mail }: { mail: MailDetail }) {
  const { key, api } = useMailSource()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (mail.covered === undefined) return <Uncovered mail={mail} />
  const what = mail.covered.map(one => (one === 'code' ? '验证码' : '链接')).join('和')
  const uncover = async () => {
    setBusy(true)
    try {
      const { mail: open } = await api.uncoverEmail({ body: { id: mail.id } })
      client.setQueryData(mailKeys.one(key, mail.id), open)
      await client.invalidateQueries({ queryKey: mailKeys.lists(key) })
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.cover}>
      <EyeOff aria-hidden />
      <span className="grow">{what}盖住了。要看，会另记一笔。</span>
      <Button size="small" busy={busy} onClick={() => void uncover()}>
        看一次
      </Button>
    </div>
  )
}

/** As text: it is neither to be copied at a touch nor to be followed. */
function Uncovered({ mail: { code, link } }: { mail: MailDetail }) {
  if (code === null && link === null) return null
  return (
    <div className={styles.cover}>
      <Eye aria-hidden />
      <span className="grow">
        {code !== null && (
          <>
            验证码 <b className="mono">{code}</b>
          </>
        )}
        {code !== null && link !== null && '，'}
        {link !== null && (
          <>
            确认链接 <span className={styles.url}>{link}</span>
          </>
        )}
      </span>
    </div>
  )
}

function Files({ mail }: { mail: MailDetail }) {
  const files = listedFiles(mail.attachments, mail.html, mail.seal)
  if (files.length === 0) return null
  return (
    <p className={styles.files}>
      附件 {files.length} 个，查看时打不开：
      {files.map(file => `${file.filename || '没有名字'}（${sizeText(file.size)}）`).join('，')}
    </p>
  )
}
