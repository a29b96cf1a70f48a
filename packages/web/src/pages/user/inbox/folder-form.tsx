/** Name, place and colour of a folder of one's own. */
import { useQueryClient } from '@tanstack/react-query'
import type { FolderColor, FolderRow } from '@yanshu/contract'
import { createFolder } from '@yanshu/contract/calls/folder'
import { folderColors, maxFolderName } from '@yanshu/contract/folders'
import { Form, Input, Select } from 'antd'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { folderColours } from '../../../mail/folders/colours.ts'
import { useFolders } from '../../../mail/folders/queries.ts'
import { branchOf, pathText } from '../../../mail/folders/tree.ts'
import { mailKeys } from '../../../mail/mail-keys.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { searchIcon } from '../../../ui/select-icons.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './folder-form.module.css'
import type { FolderAct } from './folder-tree.tsx'

const rules = shapeOf(createFolder)

/** The outermost place; the form has no null. */
const OUTERMOST = ''

type Values = { name: string; parentId: string; color: FolderColor | null }

type FolderFormProps = {
  act: Exclude<FolderAct, { kind: 'delete' }>
  onClose: () => void
  onMade: (id: string) => void
}

export function FolderForm({ act, onClose, onMade }: FolderFormProps) {
  const { api, key } = useMailSource()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const folder = act.kind === 'edit' ? act.folder : null
  const mailbox = act.kind === 'edit' ? act.folder.mailboxId : act.mailbox
  const { data = [] } = useFolders(mailbox)
  const before: Values = {
    name: folder?.name ?? '',
    parentId: (act.kind === 'edit' ? act.folder.parentId : act.parentId) ?? OUTERMOST,
    color: folder?.color ?? null,
  }
  const { submit, busy, failure } = useSubmit(form, async ({ name, parentId, color }) => {
    const place = { parentId: parentId === OUTERMOST ? null : parentId }
    if (folder) {
      await api.editFolder({
        body: {
          id: folder.id,
          ...(name.trim() !== before.name && { name }),
          ...(parentId !== before.parentId && place),
          ...(color !== before.color && { color }),
        },
      })
    } else {
      const made = await api.createFolder({ body: { mailbox, name, ...place, color } })
      onMade(made.folder.id)
    }
    await client.invalidateQueries({ queryKey: mailKeys.counts(key) })
    showToast(folder ? '已保存' : `已新建“${name.trim()}”`)
    onClose()
  })
  return (
    <Form form={form} layout="vertical" initialValues={before} onFinish={submit}>
      <Form.Item name="name" label="名字" rules={[ruleOf(rules.name)]}>
        <Input maxLength={maxFolderName} autoComplete="off" />
      </Form.Item>
      <Form.Item name="parentId" label="放在">
        <Select options={parentsOf(data, folder)} showSearch={{ searchIcon, optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="color" label="颜色">
        <Colours />
      </Form.Item>
      <div className={styles.buttons}>
        <div className="grow">
          <Failure text={failure} />
        </div>
        <Button kind="quiet" onClick={onClose}>
          {folder ? '不改了' : '不建了'}
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {folder ? '保存' : '新建'}
        </Button>
      </div>
    </Form>
  )
}

/** Nothing stands within itself. */
function parentsOf(list: readonly FolderRow[], folder: FolderRow | null) {
  const itself = new Set(folder ? branchOf(list, folder.id).map(({ id }) => id) : [])
  return [
    { value: OUTERMOST, label: '最外层' },
    ...list
      .filter(row => row.role === null && !itself.has(row.id))
      .map(row => ({ value: row.id, label: pathText(row) })),
  ]
}

type ColoursProps = { value?: FolderColor | null; onChange?: (color: FolderColor | null) => void }

function Colours({ value = null, onChange }: ColoursProps) {
  const choices = [
    { color: null, name: '不着色', ink: 'var(--ink-2)' },
    ...folderColors.map(color => ({ color, ...folderColours[color] })),
  ]
  return (
    <fieldset className={styles.colours} aria-label="颜色">
      {choices.map(({ color, name, ink }) => (
        <label key={name} className={styles.colour} title={name}>
          <input
            type="radio"
            name="folder-colour"
            aria-label={name}
            checked={value === color}
            onChange={() => onChange?.(color)}
          />
          <span
            style={{ color: ink }}
            className={color === null ? styles.plain : undefined}
            aria-hidden="true"
          />
        </label>
      ))}
    </fieldset>
  )
}
