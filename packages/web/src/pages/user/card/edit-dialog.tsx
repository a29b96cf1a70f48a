/** Note and last day of one code or of a batch. */
import { type CardRow, calls } from '@yanshu/contract'
import { DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useId } from 'react'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import type { Target } from './deeds.ts'
import styles from './make-drawer.module.css'
import { useRenew } from './queries.ts'

/** `like` is the code whose values the form starts with. */
export type Editing = { target: Target; name: string; like: CardRow; ends: boolean }

const rules = shapeOf(calls.editCard)

export function EditDialog({ editing, onClose }: { editing: Editing | null; onClose: () => void }) {
  return (
    <FormDialog open={editing !== null} title={editing?.name} onCancel={onClose} footer={null} width={460}>
      {editing && <EditForm editing={editing} onClose={onClose} />}
    </FormDialog>
  )
}

type Values = { note?: string; expiresAt?: Dayjs | null }

function EditForm({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const { like, target, ends } = editing
  const [form] = Form.useForm<Values>()
  const formId = useId()
  const renew = useRenew()
  const before = like.expiresAt === null ? null : dayjs(like.expiresAt)
  const { submit, busy, failure } = useSubmit(form, async ({ note = '', expiresAt = null }) => {
    const moved = ends && !(expiresAt?.isSame(before, 'day') ?? before === null)
    // Of a batch only what was changed here: its codes may differ in the rest.
    const change = {
      ...(note !== like.note && { note }),
      ...(moved && { expiresAt: expiresAt?.endOf('day').toISOString() ?? null }),
    }
    if (Object.keys(change).length > 0) {
      const { changed } = await api.editCard({ body: { ...target, ...change } })
      await renew()
      showToast(`已保存 ${changed} 张`)
    }
    onClose()
  })
  return (
    <Form
      form={form}
      id={formId}
      layout="vertical"
      initialValues={{ note: like.note, expiresAt: before }}
      onFinish={submit}
    >
      <Form.Item name="note" label="备注" rules={[ruleOf(rules.note.unwrap(), { optional: true })]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </Form.Item>
      {ends && (
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
