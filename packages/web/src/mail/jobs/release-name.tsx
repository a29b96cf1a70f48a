/** Lets an admin release a name at once that somebody gave up recently. */
import { useState } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { api } from '../../api/index.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showToast } from '../../ui/toast.ts'

export function ReleaseName({ address, onReleased }: { address: string; onReleased: () => void }) {
  const [busy, setBusy] = useState(false)
  const release = async () => {
    setBusy(true)
    try {
      await api.releaseName({ body: { address } })
      showToast(`${address} 放开了，谁都可以再用`)
      onReleased()
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" busy={busy} onClick={() => void release()}>
      现在放开
    </Button>
  )
}
