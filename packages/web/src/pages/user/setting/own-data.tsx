import { calls, wireRequest } from '@yanshu/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchBytes } from '../../../api/index.ts'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { showError } from '../../../ui/toast.ts'

/** Takes everything of one's own away, as one file. */
export function OwnData() {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const day = new Date().toISOString().slice(0, 10)
      saveBlob(await fetchBytes(wireRequest(calls.exportData, {})), `yanshu-${day}.tar`)
    } catch (error) {
      showError(error instanceof Error ? error.message : '没有下载成功，请稍后再试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void take()}>
      下载我的数据
    </Button>
  )
}
