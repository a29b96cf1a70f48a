import { AddressForm } from '../../mail/address/address-form.tsx'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { showToast } from '../../ui/toast.ts'

type RenameDialogProps = { entry: ShelfEntry; open: boolean; onClose: () => void }

/** Another name or domain: a new address, while the old one stays beside it until it ends. */
export function RenameDialog({ entry, open, onClose }: RenameDialogProps) {
  const { create } = useShelf()
  const at = entry.address.lastIndexOf('@')
  return (
    <SheetDialog form open={open} title="改名字或域名" onClose={onClose}>
      <AddressForm
        short
        styled={false}
        action="就用这个"
        initial={{ localPart: entry.address.slice(0, at), domain: entry.address.slice(at + 1) }}
        onCancel={onClose}
        onSubmit={async choice => {
          await create(choice)
          showToast('改好了，原来的地址还在旁边，到期为止')
          onClose()
        }}
      />
    </SheetDialog>
  )
}
