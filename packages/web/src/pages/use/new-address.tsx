import { lazy, Suspense } from 'react'
import { AddressForm } from '../../mail/address/address-form.tsx'
import { useShelf } from '../../mail/shelf/shelf.ts'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { Bones } from '../../ui/states.tsx'

/** Only an account has a limit to tell. */
const LimitedAddressForm = lazy(() => import('../../mail/address/limited-address-form.tsx'))

/** A new address with everything that can be chosen about it. */
export function NewAddress({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { create, kind, proof } = useShelf()
  const ofAccount = kind === 'account'
  const Form = ofAccount ? LimitedAddressForm : AddressForm
  return (
    <SheetDialog form open={open} title="新地址" onClose={onClose}>
      <Suspense fallback={<Bones lines={3} />}>
        <Form
          action={proof === null ? '新建' : `正在验证，${Math.round(proof * 100)}%`}
          styled={ofAccount}
          onSubmit={async choice => {
            await create(choice)
            onClose()
          }}
        />
      </Suspense>
    </SheetDialog>
  )
}
