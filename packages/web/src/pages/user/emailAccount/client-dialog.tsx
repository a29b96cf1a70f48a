/** How a mailbox is opened elsewhere: the log-in as a QR code, and what a mail program needs. */
import type { AccountRow } from '@yanshu/contract'
import { MailProgram, useClientSetting } from '../../../account/mail-program.tsx'
import { AddressText } from '../../../ui/address-text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrStamp } from '../../../ui/qr-stamp.tsx'
import { SheetDialog } from '../../../ui/sheet-dialog.tsx'
import { Bones, ErrorState } from '../../../ui/states.tsx'
import styles from './client-dialog.module.css'

export function ClientDialog({ row, onClose }: { row: AccountRow | null; onClose: () => void }) {
  return (
    <SheetDialog open={row !== null} title="二维码和客户端" onClose={onClose}>
      {row && <Body row={row} />}
    </SheetDialog>
  )
}

function Body({ row }: { row: AccountRow }) {
  const { data, error, isError, refetch } = useClientSetting(row.id)
  if (isError) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={4} />
  const url = new URL(data.loginUrl, window.location.origin).href
  return (
    <div className={styles.client}>
      <div className={styles.qr}>
        <QrStamp text={url} label={`${row.address} 的登录二维码`} size={168} />
        <AddressText address={row.address} />
        <p className="small muted">
          {row.hasPassword
            ? '扫一扫打开登录页，地址已经填好，输入密码就能用。'
            : '这个邮箱还没有密码，设了密码才能用它登录。'}
        </p>
        <CopyButton text={url} label="复制登录链接" size="small" />
      </div>
      <MailProgram setting={data} />
    </div>
  )
}
