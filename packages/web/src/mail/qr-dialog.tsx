/** The address as a QR code: plain text, so that a phone can take it over. It never holds a token. */
import { AddressText } from '../ui/address-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { QrStamp } from '../ui/qr-stamp.tsx'
import { SheetDialog } from '../ui/sheet-dialog.tsx'
import styles from './qr-dialog.module.css'

export function QrDialog({
  address,
  open,
  onClose,
}: {
  address: string
  open: boolean
  onClose: () => void
}) {
  return (
    <SheetDialog open={open} title="二维码" size="narrow" onClose={onClose}>
      <div className={styles.qr}>
        <QrStamp text={address} label={`${address} 的二维码`} size={196} />
        <AddressText address={address} />
        <p className="small muted">用手机扫一扫，就能抄下这个地址。</p>
        <CopyButton text={address} label="复制地址" />
      </div>
    </SheetDialog>
  )
}
