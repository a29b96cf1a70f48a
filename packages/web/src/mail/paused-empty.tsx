/** The empty list of a paused mailbox: it tells that no mail can come, and who can change that. */
import type { Mailbox } from '@yanshu/contract'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { showError, showToast } from '../ui/toast.ts'

type PausedEmptyProps = { mailbox: Pick<Mailbox, 'mayPause'>; resume: () => Promise<unknown> }

export function PausedEmpty({ mailbox, resume }: PausedEmptyProps) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      await resume()
      showToast('继续收信了')
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  if (!mailbox.mayPause) return <Empty text="已暂停收信，恢复后才收得到。要恢复，请联系管理这个邮箱的人" />
  return (
    <Empty code text="已暂停收信，恢复后才收得到">
      <Button size="small" icon={<Play aria-hidden />} busy={busy} onClick={() => void press()}>
        继续收信
      </Button>
    </Empty>
  )
}
