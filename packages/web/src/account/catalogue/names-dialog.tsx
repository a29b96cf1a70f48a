import type { SpecialKind } from '@yanshu/contract'
import { setSpecialNames } from '@yanshu/contract/calls/plan'
import { Form, Input, Radio } from 'antd'
import { ApiError } from '../../api/api-error.ts'
import { shapeOf, useSubmit } from '../../api/form.ts'
import { api } from '../../api/index.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { centsOf } from '../../ui/money.ts'
import { NumberInput } from '../../ui/number-input.tsx'
import { numberRule } from '../../ui/number-rule.ts'
import { showToast } from '../../ui/toast.ts'
import styles from './plans.module.css'
import { useRenewCatalogue } from './queries.ts'
import { readNames } from './read-names.ts'

type Values = { names: string; kind: SpecialKind; yuan?: number | null }

const nameSchema = shapeOf(setSpecialNames).names.element

type NamesDialogProps = { domainId: string; open: boolean; onClose: () => void }

/** Takes many names at once, one per line or separated by commas. */
export function NamesDialog({ domainId, open, onClose }: NamesDialogProps) {
  return (
    <FormDialog open={open} title="加名字" onCancel={onClose} footer={null} width={480}>
      {open && <NamesForm domainId={domainId} onClose={onClose} />}
    </FormDialog>
  )
}

function NamesForm({ domainId, onClose }: Omit<NamesDialogProps, 'open'>) {
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? 'premium'
  const renew = useRenewCatalogue()
  const { submit, busy, failure } = useSubmit(form, async ({ names, yuan }) => {
    const body = {
      domainId,
      names: readNames(names),
      kind,
      ...(kind === 'premium' && { price: centsOf(yuan ?? 0) }),
    }
    try {
      const { set } = await api.setSpecialNames({ body })
      await renew()
      showToast(`已设好 ${set} 个`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.price === undefined) throw error
      throw new ApiError({ error: error.code, msg: error.message, fields: { yuan: error.fields.price } })
    }
  })
  return (
    <Form form={form} layout="vertical" initialValues={{ kind: 'premium', names: '' }} onFinish={submit}>
      <Form.Item name="kind" label="怎么办">
        <Radio.Group
          options={[
            { value: 'premium', label: '靓号，另收名字钱' },
            { value: 'reserved', label: '保留不卖' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="names"
        label="名字"
        extra="@ 前面的部分，一行一个或用逗号隔开，一次最多 1000 个"
        rules={[
          {
            validator: (_, typed: string) => {
              const names = readNames(typed)
              if (names.length === 0) return Promise.reject(new Error('至少写一个名字'))
              if (names.length > 1000) return Promise.reject(new Error('一次最多 1000 个'))
              const wrong = names.find(name => !nameSchema.safeParse(name).success)
              return wrong === undefined
                ? Promise.resolve()
                : Promise.reject(new Error(`“${wrong.slice(0, 40)}”不能作名字`))
            },
          },
        ]}
      >
        <Input.TextArea className="mono" autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
      {kind === 'premium' && (
        <Form.Item
          name="yuan"
          label="名字钱（元）"
          rules={[numberRule({ min: 0.01, max: 500_000, digits: 2 })]}
        >
          <NumberInput />
        </Form.Item>
      )}
      <div className={styles.buttons}>
        <div className="grow">
          <Failure text={failure} />
        </div>
        <Button kind="quiet" onClick={onClose}>
          不了
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          设好
        </Button>
      </div>
    </Form>
  )
}
