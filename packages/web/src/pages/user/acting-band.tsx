/** Says, on every page, that one works in somebody else's name, and leads back. */
import { UserRoundCog } from 'lucide-react'
import { useState } from 'react'
import { useStopActing } from '../../account/acting.ts'
import { usePermission } from '../../account/permission.ts'
import { reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/toast.ts'
import styles from './acting-band.module.css'

export function ActingBand() {
  const { account, actedBy } = usePermission()
  const stop = useStopActing()
  const [busy, setBusy] = useState(false)
  if (actedBy === null) return null
  const leave = async () => {
    setBusy(true)
    try {
      await stop()
    } catch (error) {
      showError(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.band} role="status">
      <UserRoundCog aria-hidden />
      <p>
        你（{actedBy}）正以 <b>{account?.name ?? ''}</b> 的身份操作，都会记录下来。看不到对方的信。
      </p>
      <Button size="small" busy={busy} onClick={() => void leave()}>
        返回我的账号
      </Button>
    </div>
  )
}
