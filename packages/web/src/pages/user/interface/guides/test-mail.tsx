import type { Known } from '@yanshu/contract/placeholders'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { showError, showToast } from '../../../../ui/toast.ts'
import styles from './guide.module.css'

/** A real mail through the real port, so that the demonstrations have something to show. */
export function TestMail({ known }: { known: Known }) {
  const [busy, setBusy] = useState(false)
  const { mailboxId, address } = known
  if (mailboxId === undefined) return <p>你还没有邮箱。先新建一个，就可以在这里试了。</p>
  const send = async () => {
    setBusy(true)
    try {
      await api.sendTestMail({ body: { mailbox: mailboxId } })
      showToast('测试邮件已发出')
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.row}>
      <Button icon={<Send aria-hidden />} busy={busy} onClick={() => void send()}>
        发一封测试邮件
      </Button>
      <span className="small muted">
        走真正的收信端口，发到 <span className="mono">{address}</span>
      </span>
    </div>
  )
}
