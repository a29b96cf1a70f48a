/** One step of what a rule does. */
import { Input, Select } from 'antd'
import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import styles from './builder.module.css'
import { type DraftAction, newAction } from './draft.ts'
import { FaultText } from './fault-text.tsx'
import { useWebhooks } from './queries.ts'
import { type ActionKind, actionNames, moveOptions } from './words.ts'

type ActionRowProps = {
  action: DraftAction
  kinds: readonly ActionKind[]
  faultOf: (part: 'action' | 'value', typed: string) => string | null
  onChange: (action: DraftAction) => void
  onRemove: () => void
}

const boxes: Readonly<Partial<Record<ActionKind, { label: string; placeholder: string; max: number }>>> = {
  file: { label: '文件夹', placeholder: '如 客户/书店，没有就新建', max: 300 },
  label: { label: '标签', placeholder: '标签名', max: 32 },
  refuse: { label: '答复', placeholder: '给对方的答复，英文，可不填', max: 200 },
  forward: { label: '转发地址', placeholder: '转发到的地址', max: 320 },
}

export function ActionRow({ action, kinds, faultOf, onChange, onRemove }: ActionRowProps) {
  const { kind, value } = action
  const faultId = useId()
  const fault = faultOf('value', value) ?? faultOf('action', kind)
  const box = boxes[kind]
  return (
    <div>
      <div className={styles.cond}>
        <Select
          aria-label="做什么"
          className={styles.what ?? ''}
          value={kind}
          options={kinds.map(offered => ({ value: offered, label: actionNames[offered] }))}
          popupMatchSelectWidth={false}
          onChange={next => onChange({ ...newAction(next), key: action.key })}
        />
        {kind === 'move' && (
          <Select
            aria-label="移到哪里"
            className={styles.how ?? ''}
            value={value}
            options={[...moveOptions]}
            onChange={next => onChange({ ...action, value: next })}
          />
        )}
        {kind === 'webhook' && (
          <WebhookSelect
            value={value}
            fault={fault}
            onChange={next => onChange({ ...action, value: next })}
          />
        )}
        {box && (
          <Input
            className={styles.value}
            aria-label={box.label}
            placeholder={box.placeholder}
            maxLength={box.max}
            value={value}
            {...(fault !== null && { status: 'error', 'aria-invalid': true, 'aria-describedby': faultId })}
            onChange={event => onChange({ ...action, value: event.target.value })}
          />
        )}
        <span className={styles.push} />
        <IconButton small label="去掉这步" className={styles.remove} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <FaultText id={faultId} text={fault} />
    </div>
  )
}

type WebhookSelectProps = { value: string; fault: string | null; onChange: (value: string) => void }

function WebhookSelect({ value, fault, onChange }: WebhookSelectProps) {
  const webhooks = useWebhooks()
  return (
    <Select
      aria-label="通知地址"
      className={styles.value ?? ''}
      value={value || null}
      placeholder="选一个通知地址"
      loading={webhooks.isPending}
      {...(fault !== null && { status: 'error' })}
      options={(webhooks.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      notFoundContent={webhooks.isError ? '通知地址没有读出来' : '还没有通知地址，先到“设置”的“通知”里添加'}
      onChange={next => onChange(next ?? '')}
    />
  )
}
