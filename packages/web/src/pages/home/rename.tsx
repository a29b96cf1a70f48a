import { AddressForm } from '../../mail/address/address-form.tsx'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { showToast } from '../../ui/toast.ts'
import styles from './envelope.module.css'

/** Another name for the address, in the place of its buttons. */
export default function Rename({ entry, onDone }: { entry: ShelfEntry; onDone: () => void }) {
  const { create } = useShelf()
  const at = entry.address.lastIndexOf('@')
  return (
    <div className={styles.rename}>
      <AddressForm
        short
        styled={false}
        action="就用这个"
        initial={{ localPart: entry.address.slice(0, at), domain: entry.address.slice(at + 1) }}
        onCancel={onDone}
        onSubmit={async choice => {
          await create(choice)
          showToast('改好了，原来的地址还在“使用邮箱”里')
          onDone()
        }}
      />
    </div>
  )
}
