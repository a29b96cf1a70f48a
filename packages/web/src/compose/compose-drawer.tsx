/**
 * The drawer around a mail that is being written: loading, failure, and the form once everything is there.
 */
import { ErrorState } from '../api/error-state.tsx'
import { AntdRoot } from '../ui/antd-root.tsx'
import { Bones, Empty } from '../ui/states.tsx'
import styles from './compose.module.css'
import { ComposeForm } from './compose-form.tsx'
import type { ComposeDrawerProps } from './compose-props.ts'
import type { ComposeStart } from './compose-url.ts'
import { useSession } from './session.ts'
import { Sheet } from './sheet.tsx'

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
