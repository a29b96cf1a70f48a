/** What an empty list says, and what to do next. */
import { Plus, Send } from 'lucide-react'
import { useMailboxes } from '../../../mail/queries.ts'
import { TestMailButton } from '../../../mail/test-mail-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type InboxView, SHORTEST_SEARCH } from './inbox-url.ts'

const words: Readonly<Record<InboxView['folder'], string>> = {
  inbox: '还没有来信',
  code: '还没有收到验证码',
  starred: '还没有加星的邮件，在邮件上按 s 就能加',
  spam: '没有垃圾邮件',
  trash: '回收站是空的',
}

const filtered: Readonly<Record<Exclude<InboxView['filter'], 'all'>, string>> = {
  unread: '没有未读邮件',
  code: '没有带验证码的邮件',
  attachment: '没有带附件的邮件',
}

export function EmptyList({
  view,
  mayCreate,
  onCreate,
}: {
  view: InboxView
  mayCreate: boolean
  onCreate: () => void
}) {
  const boxes = useMailboxes().data?.list
  if ([...view.q].length >= SHORTEST_SEARCH) return <Empty text={`没有找到“${view.q}”，换个词试试`} />
  if (view.filter !== 'all') return <Empty text={filtered[view.filter]} />
  if (view.folder !== 'inbox') return <Empty text={words[view.folder]} />
  if (boxes?.length === 0) {
    return (
      <Empty text="还没有邮箱，先建一个">
        {mayCreate && (
          <Button size="small" icon={<Plus aria-hidden />} onClick={onCreate}>
            新建邮箱
          </Button>
        )}
      </Empty>
    )
  }
  const box = view.mailbox ?? boxes?.[0]?.id
  return (
    <Empty text={words.inbox}>
      {box !== undefined && <TestMailButton mailbox={box} icon={<Send aria-hidden />} />}
    </Empty>
  )
}
