import { useQueryClient } from '@tanstack/react-query'
import LimitedAddressForm from '../../../mail/address/limited-address-form.tsx'
import { mailKeys } from '../../../mail/mail-keys.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { SheetDialog } from '../../../ui/sheet-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'

type NewMailboxProps = { open: boolean; onClose: () => void; onCreated: (id: string) => void }

/** A new temporary address under the own account. */
export function NewMailbox({ open, onClose, onCreated }: NewMailboxProps) {
  const { api, key } = useMailSource()
  const client = useQueryClient()
  return (
    <SheetDialog form open={open} title="新建邮箱" onClose={onClose}>
      <LimitedAddressForm
        action="新建"
        styled
        onSubmit={async choice => {
          const { mailbox } = await api.createEmail({ body: choice })
          await client.invalidateQueries({ queryKey: mailKeys.boxes(key) })
          showToast(`已新建 ${mailbox.address}`)
          onClose()
          onCreated(mailbox.id)
        }}
      />
    </SheetDialog>
  )
}
