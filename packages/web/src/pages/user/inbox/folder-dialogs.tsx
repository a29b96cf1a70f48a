/** Making, changing and deleting a folder of one's own. */
import { useQueryClient } from '@tanstack/react-query'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { useFolders } from '../../../mail/folders/queries.ts'
import { branchOf } from '../../../mail/folders/tree.ts'
import { mailKeys } from '../../../mail/mail-keys.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { FolderForm } from './folder-form.tsx'
import type { FolderAct } from './folder-tree.tsx'

type FolderDialogsProps = {
  act: FolderAct | null
  onClose: () => void
  /** A folder was made. */
  onMade: (id: string) => void
  /** These folders are gone. */
  onGone: (ids: readonly string[]) => void
}

export function FolderDialogs({ act, onClose, onMade, onGone }: FolderDialogsProps) {
  const isForm = act?.kind === 'make' || act?.kind === 'edit'
  return (
    <>
      <FormDialog
        open={isForm}
        title={act?.kind === 'edit' ? `“${act.folder.name}”` : '新建文件夹'}
        onCancel={onClose}
        footer={null}
        width={420}
      >
        {isForm && <FolderForm act={act} onClose={onClose} onMade={onMade} />}
      </FormDialog>
      <DeleteQuestion act={act} onClose={onClose} onGone={onGone} />
    </>
  )
}

/** What the deletion of a folder means, in words. */
export function deletionWords(name: string, within: number, mails: number): string {
  const which = within > 0 ? `“${name}”和里面的 ${within} 个文件夹` : `“${name}”`
  return mails > 0
    ? `${which}会删除，找不回来；里面的 ${mails} 封邮件移到回收站。`
    : `${which}会删除，找不回来；里面没有邮件。`
}

function DeleteQuestion({ act, onClose, onGone }: Pick<FolderDialogsProps, 'act' | 'onClose' | 'onGone'>) {
  const folder = act?.kind === 'delete' ? act.folder : null
  const { api, key } = useMailSource()
  const client = useQueryClient()
  const { data = [] } = useFolders(folder?.mailboxId ?? null)
  const branch = folder ? branchOf(data, folder.id) : []
  const mails = branch.reduce((sum, { total }) => sum + total, 0)
  const confirm = async () => {
    if (!folder) return
    const { trashed } = await api.delFolder({ body: { ids: [folder.id] } }, { long: true })
    showToast(trashed > 0 ? `已删除“${folder.name}”，${trashed} 封移到回收站` : `已删除“${folder.name}”`)
    onGone(branch.map(({ id }) => id))
    // The mail that is open may have gone to the trash.
    await client.invalidateQueries({ queryKey: mailKeys.all(key) })
  }
  return (
    <LossDialog open={folder !== null} title="删除文件夹" action="删除" onConfirm={confirm} onClose={onClose}>
      <p>{folder && deletionWords(folder.name, Math.max(0, branch.length - 1), mails)}</p>
    </LossDialog>
  )
}
