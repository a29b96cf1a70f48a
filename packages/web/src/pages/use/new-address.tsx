import { AddressForm } from '../../mail/address/address-form.tsx'
import { useShelf } from '../../mail/shelf/shelf.ts'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'

/** A new address with everything that can be chosen about it. */
export function NewAddress({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { create, kind, proof } = useShelf()
  return (
    <SheetDialog form open={open} title="新地址" onClose={onClose}>
      <AddressForm
        action={proof === null ? '新建' : `正在验证，${Math.round(proof * 100)}%`}
        styled={kind === 'account'}
        onSubmit={async choice => {
          await create(choice)
          onClose()
        }}
      />
    </SheetDialog>
  )
}
