/** The text of an empty list, with the next step. */
import { useQueryClient } from '@tanstack/react-query'
import { Plus, Send } from 'lucide-react'
import { useOwnFolder } from '../../../mail/folders/queries.ts'
import { type InboxFolder, type InboxView, isInboxFolder } from '../../../mail/inbox/inbox-url.ts'
import { mailKeys } from '../../../mail/mail-keys.ts'
import { PausedEmpty } from '../../../mail/paused-empty.tsx'
import { useMailboxesWith } from '../../../mail/queries.ts'
import { isSearched } from '../../../mail/search/long-enough.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { TestMailButton } from '../../../mail/test-mail-button.tsx'
import { watchedBox } from '../../../mail/watched-box.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'

const words: Readonly<Record<InboxFolder, string>> = {
  inbox: '还没有来信',
  code: '还没有收到验证码',
  starred: '还没有加星的邮件，在邮件上按 s 就能加',
  archive: '还没有归档的邮件，办完的按 y 就能放进来',
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
  const { data } = useMailboxesWith(view.mailbox)
  const own = useOwnFolder(view.mailbox, view.folder)
  const { key, api } = useMailSource()
  const client = useQueryClient()
  const boxes = data?.list
  if (isSearched(view.q))
    return <Empty drawing={<Drawing of="search" />} text={`没有找到“${view.q}”，换个词试试`} />
  if (view.filter !== 'all') return <Empty text={filtered[view.filter]} />
  if (!isInboxFolder(view.folder))
    return <Empty text={`${own ? `“${own.name}”` : '文件夹'}是空的，用“移到文件夹”把邮件放进来`} />
  if (view.folder !== 'inbox') return <Empty text={words[view.folder]} />
  if (boxes?.length === 0) {
    return (
      <Empty drawing={<Drawing of="mailboxes" />} text="还没有邮箱，先建一个">
        {mayCreate && (
          <Button size="small" icon={<Plus aria-hidden />} onClick={onCreate}>
            新建邮箱
          </Button>
        )}
      </Empty>
    )
  }
  const watched = watchedBox(data, view.mailbox)
  if (watched?.status === 'paused') {
    const resume = async () => {
      await api.editEmailAccount({ body: { id: watched.id, status: 'active' } })
      await client.invalidateQueries({ queryKey: mailKeys.boxes(key) })
    }
    return <PausedEmpty mailbox={watched} resume={resume} />
  }
  const box = view.mailbox ?? boxes?.find(({ status }) => status === 'active')?.id
  return (
    <Empty code text={words.inbox}>
      {box !== undefined && <TestMailButton mailbox={box} icon={<Send aria-hidden />} />}
    </Empty>
  )
}
