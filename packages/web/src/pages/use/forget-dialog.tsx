import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import styles from './forget-dialog.module.css'

type ForgetDialogProps = { entry: ShelfEntry; open: boolean; onClose: () => void }

/** Asks before an address and its mail are gone for good. */
export function ForgetDialog({ entry, open, onClose }: ForgetDialogProps) {
  const { forget, kind } = useShelf()
  // The server keeps an account's e-mail accounts for a while.
  const kept = kind === 'account' && entry.mailbox?.kind === 'account'
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await forget(entry)
      showToast(`${entry.address} 已删除`)
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SheetDialog open={open} title="删除这个地址" onClose={onClose}>
      <div className={styles.ask}>
        <p>
          <AddressText address={entry.address} /> 和里面的邮件会一起删除{kept ? '。' : '，找不回来。'}
        </p>
        <Failure text={failure} />
        <div className="line">
          <Button danger busy={busy} onClick={() => void run()}>
            删除
          </Button>
          <Button kind="quiet" onClick={onClose}>
            不了
          </Button>
        </div>
      </div>
    </SheetDialog>
  )
}
