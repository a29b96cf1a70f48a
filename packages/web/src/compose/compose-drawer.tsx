/** The drawer around what is being written: loading, failing, and the form once everything is there. */
import { Drawer } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { AntdRoot } from '../ui/antd-root.tsx'
import { IconButton } from '../ui/button.tsx'
import { Bones, Empty, ErrorState } from '../ui/states.tsx'
import styles from './compose.module.css'
import { ComposeForm } from './compose-form.tsx'
import type { ComposeLayerProps } from './compose-layer.tsx'
import type { ComposeStart } from './compose-url.ts'
import { useSession } from './session.ts'

export type ComposeDrawerProps = ComposeLayerProps & {
  number: number
  start: ComposeStart
  /** It has been saved for the first time. */
  onDraft: (id: string) => void
  /** Opens another draft: one that was taken back. */
  onOpen: (id: string) => void
  /** Begins anew from what is on the server. */
  onRestart: () => void
  onClose: () => void
}

const titles = {
  new: '写信',
  reply: '回复',
  replyAll: '回复全部',
  forward: '转发',
  draft: '草稿',
} as const satisfies Record<ComposeStart['kind'], string>

export default function ComposeDrawer(props: ComposeDrawerProps) {
  const drawer = <Loaded {...props} />
  return props.bare ? <AntdRoot>{drawer}</AntdRoot> : drawer
}

function Loaded(props: ComposeDrawerProps) {
  const { start, number, mayUpload, mailbox, onClose } = props
  const { data, error, refetch } = useSession(start, number, { mayUpload, mailbox })
  const title = titles[start.kind]
  if (data && data.senders.list.length > 0) return <ComposeForm {...props} title={title} session={data} />
  return (
    <Sheet title={<h2>{title}</h2>} onClose={onClose}>
      <div className={styles.waiting}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {data && <Empty text="还没有能发信的邮箱，先建一个" />}
        {!error && !data && <Bones />}
      </div>
    </Sheet>
  )
}

type SheetProps = {
  title: ReactNode
  foot?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function Sheet({ title, foot, onClose, children }: SheetProps) {
  return (
    <Drawer
      open
      // One of its fields has the focus.
      autoFocus={false}
      onClose={onClose}
      closable={false}
      size="min(760px, 100vw)"
      title={<div className={styles.head}>{title}</div>}
      extra={
        <IconButton label="关上" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      }
      footer={foot}
      styles={{
        header: { padding: '8px 14px 8px 24px' },
        body: { padding: 0, position: 'relative' },
        footer: { padding: '12px 18px 12px 24px' },
      }}
    >
      {children}
    </Drawer>
  )
}
