/** The bar of the open address: its time, the address itself, and everything that can be done with it. */
import type { Mailbox } from '@yanshu/contract'
import {
  Ellipsis,
  Pause,
  Pencil,
  Pin,
  Play,
  QrCode,
  RotateCw,
  Store,
  Trash2,
  UserRoundPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePublicWays } from '../../account/public-ways.ts'
import { reasonOf } from '../../api/api-error.ts'
import { endRuleText } from '../../mail/address/lifetime.ts'
import { ExtendMenu } from '../../mail/shelf/extend-menu.tsx'
import { type MailboxChange, type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { QrDialog } from '../../mail/ticket/qr-dialog.tsx'
import { storePath } from '../../site/paths.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { PopItem } from '../../ui/pop-list.tsx'
import { PopMenu } from '../../ui/pop-menu.tsx'
import { Ring } from '../../ui/ring.tsx'
import { fullTime } from '../../ui/time-text.ts'
import { showError, showToast } from '../../ui/toast.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './address-bar.module.css'
import { ForgetDialog } from './forget-dialog.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { useEndTold } from './use-end-told.ts'

type BarDialog = 'qr' | 'rename' | 'keep' | 'forget' | null

export function AddressBar({ entry, onNew }: { entry: ShelfEntry; onNew: () => void }) {
  const { create } = useShelf()
  const { store } = usePublicWays()
  const navigate = useNavigate()
  const now = useNow(30_000)
  const [dialog, setDialog] = useState<BarDialog>(null)
  const [busy, setBusy] = useState(false)
  const change = useChange()
  useEndTold(entry)
  const { mailbox, expiresAt } = entry
  const temporary = mailbox === null || mailbox.kind === 'temporary'
  const swap = async () => {
    setBusy(true)
    try {
      await create({ domain: entry.address.slice(entry.address.lastIndexOf('@') + 1) })
      showToast('换好了，原来的地址还在旁边')
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  const rule = mailbox && endRuleText(mailbox)
  const endsAfterCode = mailbox?.endsAfterCode === true
  const switchRule = () =>
    change(
      { lifetime: { afterCode: !endsAfterCode } },
      endsAfterCode ? '收到验证码后照常收信' : '收到验证码后就会失效',
    )
  const close = () => setDialog(null)
  return (
    <header className={styles.bar}>
      <span className={styles.ring}>
        <Ring from={entry.startedAt} until={expiresAt} size="medium" />
      </span>
      <div className="grow">
        <p className={styles.address}>
          <AddressText address={entry.address} />
        </p>
        <p className={styles.facts}>
          {mailbox?.status === 'paused' && <b>暂停收信。</b>}
          {rule !== null && <b>{rule}。</b>}
          {expiresAt === null ? (
            '长期有效。'
          ) : (
            <span className="desk-only">{fullTime(expiresAt, now)} 失效。</span>
          )}
          {expiresAt !== null && (
            <ExtendMenu
              button={given => (
                <button type="button" className={styles.link} {...given}>
                  延长
                </button>
              )}
            />
          )}
          {temporary && mailbox?.mailsLeft !== 0 && (
            <button type="button" className={styles.link} onClick={switchRule}>
              {endsAfterCode ? '收到验证码后不作废' : '收到验证码后就作废'}
            </button>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <CopyButton kind="primary" text={entry.address} label="复制" />
        <Button icon={<QrCode aria-hidden />} onClick={() => setDialog('qr')}>
          二维码
        </Button>
        <Button className={styles.wide} icon={<Pencil aria-hidden />} onClick={() => setDialog('rename')}>
          改名字或域名
        </Button>
        <Button icon={<RotateCw aria-hidden />} busy={busy} onClick={() => void swap()}>
          换一个
        </Button>
        <PopMenu
          label="更多"
          items={[
            { label: '改名字或域名', icon: <Pencil aria-hidden />, run: () => setDialog('rename') },
            { label: '新建，挑名字和时长', icon: <UserRoundPlus aria-hidden />, run: onNew },
            ...mailboxItems(mailbox, change, setDialog),
            ...(store && !temporary && expiresAt !== null
              ? [
                  {
                    label: '到商店续费',
                    icon: <Store aria-hidden />,
                    run: () => void navigate(storePath({ renew: entry.address })),
                  },
                ]
              : []),
            {
              label: '删除这个地址',
              icon: <Trash2 aria-hidden />,
              danger: true,
              apart: true,
              run: () => setDialog('forget'),
            },
          ]}
          button={given => (
            <IconButton label="更多：固定、转为邮箱账号等" {...given}>
              <Ellipsis aria-hidden />
            </IconButton>
          )}
        />
      </div>
      <QrDialog
        address={entry.address}
        mailbox={mailbox?.id ?? null}
        open={dialog === 'qr'}
        onClose={close}
      />
      <RenameDialog entry={entry} open={dialog === 'rename'} onClose={close} />
      <KeepDialog open={dialog === 'keep'} onClose={close} />
      <ForgetDialog entry={entry} open={dialog === 'forget'} onClose={close} />
    </header>
  )
}

type Change = (what: MailboxChange, says: string) => void

function useChange(): Change {
  const { edit } = useShelf()
  return (what, says) => {
    edit(what).then(
      () => showToast(says),
      (error: unknown) => showError(reasonOf(error)),
    )
  }
}

function mailboxItems(mailbox: Mailbox | null, change: Change, open: (dialog: BarDialog) => void): PopItem[] {
  if (mailbox === null) return []
  const paused = mailbox.status === 'paused'
  const pause = paused
    ? {
        label: '继续收信',
        icon: <Play aria-hidden />,
        apart: true,
        run: () => change({ status: 'active' }, '继续收信了'),
      }
    : {
        label: '暂停收信',
        icon: <Pause aria-hidden />,
        apart: true,
        run: () => change({ status: 'paused' }, '已暂停，来信会被退回'),
      }
  return [
    ...(mailbox.mayPause ? [pause] : []),
    {
      label: '固定在前面',
      icon: <Pin aria-hidden />,
      apart: !mailbox.mayPause,
      checked: mailbox.pinned,
      run: () => change({ pinned: !mailbox.pinned }, mailbox.pinned ? '不再固定' : '已固定'),
    },
    ...(mailbox.kind === 'temporary'
      ? [{ label: '转为邮箱账号', icon: <UserRoundPlus aria-hidden />, run: () => open('keep') }]
      : []),
  ]
}
