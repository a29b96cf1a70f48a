/** Turning a temporary address into an account of its own: it gets a password and stays. The form comes when asked for. */
import { lazy, Suspense } from 'react'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { Bones } from '../../ui/states.tsx'

const KeepForm = lazy(async () => ({ default: (await import('./keep-form.tsx')).KeepForm }))

export function KeepDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <SheetDialog form open={open} title="转为邮箱账号" onClose={onClose}>
      <Suspense fallback={<Bones lines={3} />}>
        <KeepForm onDone={onClose} />
      </Suspense>
    </SheetDialog>
  )
}
