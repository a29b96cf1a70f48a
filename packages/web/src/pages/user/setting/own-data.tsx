import { Download } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { useShowJob } from '../../../mail/jobs/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { showError } from '../../../ui/toast.ts'

/** Takes everything of one's own away, as one file that a job makes. */
export function OwnData() {
  const [busy, setBusy] = useState(false)
  const showJob = useShowJob()
  const take = async () => {
    setBusy(true)
    try {
      showJob((await api.startExport({ body: {} })).jobId)
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void take()}>
      导出我的数据
    </Button>
  )
}
