/** Asks before mails are gone for good, and says which. */
import { useQueryClient } from '@tanstack/react-query'
import type { MailRow } from '@yanshu/contract'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { useMailActions } from '../../../mail/actions.ts'
import type { ChosenBox } from '../../../mail/inbox/chosen-box.ts'
import { mailKeys } from '../../../mail/mail-keys.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { showToast } from '../../../ui/toast.ts'

export type Loss =
  | { kind: 'mails'; mails: readonly MailRow[] }
  | { kind: 'trash'; mailbox: ChosenBox | undefined }

const words = {
  mails: { title: '彻底删除', action: '彻底删除' },
  trash: { title: '清空回收站', action: '清空' },
} as const satisfies Record<Loss['kind'], { title: string; action: string }>

type LossQuestionProps = { loss: Loss | null; onClose: () => void; onClosed: () => void; onGone: () => void }

export function LossQuestion({ loss, onClose, onClosed, onGone }: LossQuestionProps) {
  const { destroy } = useMailActions()
  const { api, key } = useMailSource()
  const client = useQueryClient()
  const confirm = async () => {
    if (loss?.kind === 'mails') await destroy(loss.mails)
    else {
      const body = loss?.mailbox ? { mailbox: loss.mailbox.id } : {}
      const { deleted } = await api.emptyTrash({ body }, { long: true })
      showToast(deleted === 0 ? '回收站本来就是空的' : `已彻底删除 ${deleted} 封`)
      await client.invalidateQueries({ queryKey: mailKeys.lists(key) })
    }
    onGone()
  }
  const { title, action } = words[loss?.kind ?? 'mails']
  return (
    <LossDialog
      open={loss !== null}
      title={title}
      action={action}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={onClosed}
    >
      <p>{loss && lossText(loss)}</p>
    </LossDialog>
  )
}

function lossText(loss: Loss): string {
  if (loss.kind === 'trash') {
    return loss.mailbox
      ? `${loss.mailbox.address} 回收站里的邮件和附件都会彻底删除，找不回来。`
      : '所有邮箱回收站里的邮件和附件都会彻底删除，找不回来。'
  }
  const [first] = loss.mails
  const subject = first?.subject || '没有主题'
  return loss.mails.length === 1
    ? `“${subject}”和它的附件会彻底删除，找不回来。`
    : `“${subject}”等 ${loss.mails.length} 封邮件和它们的附件会彻底删除，找不回来。`
}
