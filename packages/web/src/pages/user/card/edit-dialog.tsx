/** Note and last day of codes or of a batch. */
import { editCard } from '@yanshu/contract/calls/card'
import { DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useId } from 'react'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import type { Target } from './acts.ts'
import styles from './make-drawer.module.css'

export type Editing = {
  target: Target
  name: string
  /** The values that the form starts with. */
  note: string
  endsAt: string | null
  fields: 'both' | 'note' | 'end'
}

const rules = shapeOf(editCard)

type EditDialogProps = { editing: Editing | null; onSaved: () => Promise<void>; onClose: () => void }

export function EditDialog({ editing, onSaved, onClose }: EditDialogProps) {
  return (
    <FormDialog open={editing !== null} title={editing?.name} onCancel={onClose} footer={null} width={460}>
      {editing && <EditForm editing={editing} onSaved={onSaved} onClose={onClose} />}
    </FormDialog>
  )
}

type Values = { note?: string; expiresAt?: Dayjs | null }

function EditForm({ editing, onSaved, onClose }: EditDialogProps & { editing: Editing }) {
  const { target, fields } = editing
  const [form] = Form.useForm<Values>()
  const formId = useId()
  const before = editing.endsAt === null ? null : dayjs(editing.endsAt)
  const { submit, busy, failure } = useSubmit(form, async ({ note = '', expiresAt = null }) => {
    const moved = fields !== 'note' && !(expiresAt?.isSame(before, 'day') ?? before === null)
    // Only the fields changed here are sent, because several codes may differ in the rest.
    const change = {
      ...(fields !== 'end' && note !== editing.note && { note }),
      ...(moved && { expiresAt: expiresAt?.endOf('day').toISOString() ?? null }),
    }
    if (Object.keys(change).length > 0) {
      const { changed } = await api.editCard({ body: { ...target, ...change } })
      await onSaved()
      showToast(`已保存 ${changed} 张`)
    }
    onClose()
  })
  return (
    <Form
      form={form}
      id={formId}
      layout="vertical"
      initialValues={{ note: editing.note, expiresAt: before }}
      onFinish={submit}
    >
      {fields !== 'end' && (
        <Form.Item name="note" label="备注" rules={[ruleOf(rules.note.unwrap(), { optional: true })]}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
        </Form.Item>
      )}
      {fields !== 'note' && (
        <Form.Item name="expiresAt" label="最晚使用" extra="到这一天结束；不选则不限">
          <DatePicker className={styles.wide ?? ''} />
        </Form.Item>
      )}
      <div className={styles.buttons}>
        <div className="grow">
          <Failure text={failure} />
        </div>
        <Button kind="quiet" onClick={onClose}>
          不改了
        </Button>
        <Button kind="primary" type="submit" form={formId} busy={busy}>
          保存
        </Button>
      </div>
    </Form>
  )
}
