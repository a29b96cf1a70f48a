/** Opening a mailbox one already has, with its password or with a card code. The forms come only when asked for. */
import { lazy, Suspense, useState } from 'react'
import { openedTitle } from '../../account/enter/card-worth.ts'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { Bones } from '../../ui/states.tsx'

const EnterForms = lazy(async () => ({ default: (await import('./enter-forms.tsx')).EnterForms }))

type EnterDialogProps = { open: boolean; address: string | null; onClose: () => void }

export function EnterDialog({ open, address, onClose }: EnterDialogProps) {
  const [stage, setStage] = useState<string | null>(null)
  return (
    <SheetDialog
      form
      open={open}
      title={stage ?? '打开已有邮箱'}
      onClose={onClose}
      held={stage === openedTitle}
    >
      <Suspense fallback={<Bones lines={4} />}>
        <EnterForms address={address} chosen={stage === openedTitle} onDone={onClose} onStage={setStage} />
      </Suspense>
    </SheetDialog>
  )
}
