/** How a mailbox is opened elsewhere: on a phone by a QR code, and what a mail program needs. */
import type { AccountRow } from '@yanshu/contract'
import { MailProgram, useClientSetting } from '../../../account/mail-program.tsx'
import { usePermission } from '../../../account/permission.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { api } from '../../../api/index.ts'
import { TicketStamp } from '../../../mail/ticket/ticket-stamp.tsx'
import { AddressText } from '../../../ui/address-text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrStamp } from '../../../ui/qr-stamp.tsx'
import { SheetDialog } from '../../../ui/sheet-dialog.tsx'
import { Bones } from '../../../ui/states.tsx'
import styles from './client-dialog.module.css'

export function ClientDialog({ row, onClose }: { row: AccountRow | null; onClose: () => void }) {
  return (
    <SheetDialog open={row !== null} title="二维码和客户端" onClose={onClose}>
      {row && <Body row={row} />}
    </SheetDialog>
  )
}

function saysOf({ hasPassword }: AccountRow, mine: boolean): string {
  if (mine && hasPassword) return '别给别人扫。要交给别人用，就给登录链接和密码。'
  if (mine) return '别给别人扫。要交给别人用，先给它设密码。'
  return hasPassword
    ? '扫一扫打开登录页，地址已经填好，输入密码就能用。'
    : '这个邮箱还没有密码，设了密码才能用它登录。'
}

const SIZE = 168

function Body({ row }: { row: AccountRow }) {
  const { account } = usePermission()
  const mine = row.ownerId !== null && row.ownerId === account?.id
  const { data, error, isError, refetch } = useClientSetting(row.id)
  if (isError) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={4} />
  const url = new URL(data.loginUrl, window.location.origin).href
  return (
    <div className={styles.client}>
      <div className={styles.qr}>
        {mine ? (
          <TicketStamp
            api={api}
            mailbox={row.id}
            address={row.address}
            size={SIZE}
            says="手机扫一扫接着用，不用密码"
          />
        ) : (
          <QrStamp text={url} label={`${row.address} 的登录二维码`} size={SIZE} />
        )}
        <AddressText address={row.address} />
        <p className="small muted">{saysOf(row, mine)}</p>
        <CopyButton text={url} label="复制登录链接" size="small" />
      </div>
      <MailProgram setting={data} />
    </div>
  )
}
