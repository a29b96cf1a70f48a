/**
 * The QR codes of an address: one with which a phone goes on with the mailbox, and one that is the address as
 * plain text, for people who are to write to it. They are apart, because the first opens the mailbox.
 */
import { useState } from 'react'
import { AddressText } from '../../ui/address-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrStamp } from '../../ui/qr-stamp.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { useMailSource } from '../source.tsx'
import styles from './qr-dialog.module.css'
import { TicketStamp } from './ticket-stamp.tsx'

const SIZE = 196

type QrDialogProps = {
  address: string
  /** The mailbox's id; null until it is known. */
  mailbox: string | null
  open: boolean
  onClose: () => void
}

export function QrDialog({ open, onClose, ...shown }: QrDialogProps) {
  return (
    <SheetDialog open={open} title="二维码" size="narrow" onClose={onClose}>
      <Codes {...shown} />
    </SheetDialog>
  )
}

function Codes({ address, mailbox }: Pick<QrDialogProps, 'address' | 'mailbox'>) {
  const { api } = useMailSource()
  const [which, setWhich] = useState<'ticket' | 'address'>('ticket')
  return (
    <div className={styles.qr}>
      <Segmented
        label="哪一个二维码"
        items={[
          { name: 'ticket', label: '接着用' },
          { name: 'address', label: '只抄地址' },
        ]}
        active={which}
        onChange={setWhich}
      />
      {which === 'ticket' ? (
        <TicketStamp atOnce api={api} mailbox={mailbox} address={address} size={SIZE} says="稍等，正在画" />
      ) : (
        <QrStamp text={address} label={`${address} 的二维码`} size={SIZE} />
      )}
      <AddressText address={address} />
      <p className="small muted">
        {which === 'ticket'
          ? '自己的手机扫一扫，两边就是同一个邮箱。别给别人扫，扫了就能看信。'
          : '扫一扫就能抄下这个地址，看不到里面的信。'}
      </p>
      <CopyButton text={address} label="复制地址" />
    </div>
  )
}
