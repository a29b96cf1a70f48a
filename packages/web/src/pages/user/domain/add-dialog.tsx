/** Adding a domain: its name, and what happens next. */
import { addDomain } from '@yanshu/contract/calls/domain'
import { Form, Input } from 'antd'
import { useId } from 'react'
import { LimitLine } from '../../../account/limits/limit-line.tsx'
import { useLimit, useRenewLimits } from '../../../account/limits/use-limits.ts'
import { excessText } from '../../../account/limits/words.ts'
import { usePermission } from '../../../account/permission.ts'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './add-dialog.module.css'
import { useDomainCache } from './queries.ts'

type AddDialogProps = { open: boolean; onClose: () => void; onAdded: (id: string) => void }
type Values = { name: string }

const shape = shapeOf(addDomain)

export function AddDialog({ open, onClose, onAdded }: AddDialogProps) {
  const [form] = Form.useForm<Values>()
  const formId = useId()
  const { renew } = useDomainCache()
  const { role } = usePermission()
  const full = excessText(useLimit('domains'), 1) !== null
  const renewLimits = useRenewLimits()
  const { submit, busy, failure, setFailure } = useSubmit(form, async ({ name }) => {
    const { domain } = await api.addDomain({ body: { name } })
    await renew()
    void renewLimits()
    onClose()
    onAdded(domain.id)
    showToast(domain.verified ? `已添加 ${domain.name}` : `已添加 ${domain.name}，接下来证明它是你的`)
  })
  return (
    <FormDialog
      open={open}
      title="添加域名"
      okText="添加"
      cancelText="不了"
      okButtonProps={{ htmlType: 'submit', form: formId, loading: busy, disabled: full }}
      onCancel={onClose}
      afterClose={() => {
        form.resetFields()
        setFailure(null)
      }}
      width={460}
      destroyOnHidden={false}
    >
      <Form form={form} id={formId} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
        <Form.Item name="name" label="域名" rules={[ruleOf(shape.name)]} validateTrigger="onSubmit">
          <Input
            className="mono"
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Form.Item>
      </Form>
      <ol className={styles.steps}>
        <li>添加后生成两把签名密钥，私钥加密保存</li>
        {role === 'admin' ? (
          <li>管理员添加的域名直接生效，不需要证明</li>
        ) : (
          <li>加一条 TXT 记录证明域名是你的，证明之前它不收信，也不能使用</li>
        )}
        <li>其余记录可以照着填，也可以让服务商接口自动写好</li>
      </ol>
      {open && <LimitLine name="domains" wanted={1} />}
      <Failure text={failure} />
    </FormDialog>
  )
}
