/** The face of the envelope: the address, what to do with it, its time as a postmark, its QR code as a stamp. */
import { CalendarPlus, Pencil, QrCode, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { useLive } from '../../mail/live.tsx'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { useMailSource } from '../../mail/source.tsx'
import { whyItRests } from '../../mail/watched-box.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LiveDot } from '../../ui/live-dot.tsx'
import { Ring } from '../../ui/ring.tsx'
import { showError, showToast } from '../../ui/toast.ts'
import { PHONE, useMedia } from '../../ui/use-media.ts'
import styles from './envelope.module.css'

const Rename = lazy(() => import('./rename.tsx'))
const ExtendMenu = lazy(async () => ({
  default: (await import('../../mail/shelf/extend-menu.tsx')).ExtendMenu,
}))
const TicketStamp = lazy(async () => ({
  default: (await import('../../mail/ticket/ticket-stamp.tsx')).TicketStamp,
}))
const QrDialog = lazy(async () => ({ default: (await import('../../mail/ticket/qr-dialog.tsx')).QrDialog }))

export function EnvelopeFace({ entry }: { entry: ShelfEntry }) {
  const { kind } = useShelf()
  const { state } = useLive()
  const { api } = useMailSource()
  const phone = useMedia(PHONE)
  const [naming, setNaming] = useState(false)
  const rests = whyItRests(entry.mailbox)
  const whose = kind === 'visitor' || entry.mailbox?.kind === 'temporary' ? '你的临时邮箱' : '你的邮箱'
  const words =
    rests ?? (state === 'live' ? '正在收信' : state === 'waiting' ? '断开了，正在重连' : '正在连接')
  return (
    <div className={styles.face}>
      <div className={styles.to}>
        <p className={styles.live}>
          <LiveDot on={state === 'live' && rests === null}>{phone ? words : `${whose}，${words}`}</LiveDot>
        </p>
        <p
          className={styles.address}
          data-size={addressSize(entry.address)}
          style={{ ['--chars' as string]: entry.address.length }}
        >
          <AddressText address={entry.address} />
        </p>
        {naming ? (
          <Suspense>
            <Rename entry={entry} onDone={() => setNaming(false)} />
          </Suspense>
        ) : (
          <Actions entry={entry} onName={() => setNaming(true)} />
        )}
      </div>
      <div className={styles.post}>
        <Ring from={entry.startedAt} until={entry.expiresAt} size={phone ? 'medium' : 'large'} />
        {entry.expiresAt !== null && (
          <Suspense>
            <ExtendMenu
              button={given => (
                <Button size={phone ? 'normal' : 'small'} icon={<CalendarPlus aria-hidden />} {...given}>
                  延长
                </Button>
              )}
            />
          </Suspense>
        )}
      </div>
      {!phone && (
        <div className={styles.stamp}>
          <Suspense>
            <TicketStamp
              api={api}
              mailbox={entry.mailbox?.id ?? null}
              address={entry.address}
              size={86}
              says="手机扫码接着用"
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** A long address is set smaller, since it may break only before the at sign. */
export function addressSize(address: string): 'large' | 'medium' | 'small' {
  const longest = Math.max(...address.split(/(?=@)/).map(part => part.length))
  return longest <= 30 ? 'large' : longest <= 38 ? 'medium' : 'small'
}

function Actions({ entry, onName }: { entry: ShelfEntry; onName: () => void }) {
  const { create } = useShelf()
  const [busy, setBusy] = useState(false)
  const [qr, setQr] = useState<'never' | 'open' | 'closed'>('never')
  const swap = async () => {
    setBusy(true)
    try {
      await create({ domain: entry.address.slice(entry.address.lastIndexOf('@') + 1) })
      showToast('换好了，原来的地址还在“使用邮箱”里')
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.actions}>
      <CopyButton kind="primary" size="large" text={entry.address} label="复制地址" />
      <Button size="large" icon={<RotateCw aria-hidden />} busy={busy} onClick={() => void swap()}>
        换一个
      </Button>
      <Button size="large" kind="quiet" icon={<Pencil aria-hidden />} onClick={onName}>
        改名字
      </Button>
      <Button
        size="large"
        kind="quiet"
        className={styles.qrButton}
        icon={<QrCode aria-hidden />}
        onClick={() => setQr('open')}
      >
        二维码
      </Button>
      {qr !== 'never' && (
        <Suspense>
          <QrDialog
            address={entry.address}
            mailbox={entry.mailbox?.id ?? null}
            open={qr === 'open'}
            onClose={() => setQr('closed')}
          />
        </Suspense>
      )}
    </div>
  )
}
