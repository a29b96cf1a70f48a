/** Shows the code and the confirm link of a mail, each with the words around it. */
import type { MailDetail } from '@yanshu/contract'
import { ExternalLink } from 'lucide-react'
import { Seal } from '../../ui/seal.tsx'
import styles from './code-band.module.css'
import { hostOf } from './link-host.ts'
import { splitAround } from './split-around.ts'

type Evidence = NonNullable<MailDetail['codeEvidence']>

const places: Readonly<Record<Evidence['where'], string>> = { subject: '主题', text: '正文', html: '正文' }

export function CodeBand({ mail, arrived }: { mail: MailDetail; arrived: boolean }) {
  if (mail.code === null) return null
  const evidence = mail.codeEvidence
  const parts = evidence ? splitAround(evidence.words, mail.code) : null
  return (
    <div className={styles.band}>
      <Seal code={mail.code} size="large" arrived={arrived} />
      <div className={styles.say}>
        <strong>验证码，点一下就复制</strong>
        {evidence && parts && (
          <p>
            取自{places[evidence.where]}
            <q>
              {parts.before}
              {parts.found && <em>{parts.found}</em>}
              {parts.after}
            </q>
          </p>
        )}
      </div>
    </div>
  )
}

/** Opens the link; the host shown is the host that opens. */
export function LinkBand({ mail }: { mail: MailDetail }) {
  const host = mail.link === null ? null : hostOf(mail.link)
  if (mail.link === null || host === null) return null
  return (
    <div className={styles.link}>
      <a className={styles.go} href={mail.link} target="_blank" rel="noopener noreferrer nofollow">
        <ExternalLink aria-hidden />
        打开确认链接
      </a>
      <p>
        通向 <span className="mono">{host.name}</span>
        {host.foreign && <span className={styles.warn}>，这个域名含有特殊字符，请看清再点</span>}
      </p>
    </div>
  )
}
