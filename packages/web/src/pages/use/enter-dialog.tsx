/** Opening a mailbox one already has, with its password or with a card code. The forms come only when asked for. */
import { lazy, Suspense } from 'react'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { Bones } from '../../ui/states.tsx'

const EnterForms = lazy(async () => ({ default: (await import('./enter-forms.tsx')).EnterForms }))

type EnterDialogProps = { open: boolean; address: string | null; onClose: () => void }

export function EnterDialog({ open, address, onClose }: EnterDialogProps) {
  return (
    <SheetDialog open={open} title="打开已有邮箱" onClose={onClose}>
      <Suspense fallback={<Bones lines={4} />}>
        <EnterForms address={address} onDone={onClose} />
      </Suspense>
    </SheetDialog>
  )
}
