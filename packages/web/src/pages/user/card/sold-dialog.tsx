/** Marks codes as sold, with the buyer. */
import { editCard } from '@yanshu/contract/calls/card'
import { Form, Input } from 'antd'
import { useId } from 'react'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import type { Target } from './acts.ts'
import styles from './make-drawer.module.css'

export type Selling = { target: Target; name: string }

type SoldDialogProps = { selling: Selling | null; onSold: () => Promise<void>; onClose: () => void }

export function SoldDialog({ selling, onSold, onClose }: SoldDialogProps) {
  return (
    <FormDialog
      open={selling !== null}
      title={selling && `${selling.name}标为卖出`}
      onCancel={onClose}
      footer={null}
      width={460}
    >
      {selling && <SoldForm target={selling.target} onSold={onSold} onClose={onClose} />}
    </FormDialog>
  )
}

const rules = shapeOf(editCard)

function SoldForm({ target, onSold, onClose }: Omit<SoldDialogProps, 'selling'> & Pick<Selling, 'target'>) {
  const [form] = Form.useForm<{ soldTo?: string }>()
  const formId = useId()
  const { submit, busy, failure } = useSubmit(form, async ({ soldTo = '' }) => {
    const { changed } = await api.editCard({ body: { ...target, sold: true, soldTo } })
    await onSold()
    showToast(changed === 0 ? '没有变化：用过的和作废的不再变' : `${changed} 张标为卖出`)
    onClose()
  })
  return (
    <Form form={form} id={formId} layout="vertical" onFinish={submit}>
      <Form.Item
        name="soldTo"
        label="卖给谁"
        extra="卖出的照样能用，只是不再算作剩下的"
        rules={[ruleOf(rules.soldTo.unwrap(), { optional: true })]}
      >
        <Input maxLength={200} placeholder="比如订单尾号，可以不填" />
      </Form.Item>
      <div className={styles.buttons}>
        <div className="grow">
          <Failure text={failure} />
        </div>
        <Button kind="quiet" onClick={onClose}>
          不了
        </Button>
        <Button kind="primary" type="submit" form={formId} busy={busy}>
          标为卖出
        </Button>
      </div>
    </Form>
  )
}
