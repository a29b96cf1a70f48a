/** Asks why and for how long before somebody else's mailbox is opened, and says what will be recorded. */
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, Calls, LookReason } from '@yanshu/contract'
import { beginLook, lookMinutes, lookReasons } from '@yanshu/contract/calls/look'
import { Form, Input } from 'antd'
import { Bell, Eye, Lock } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { isApiError, messageOf } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { userPath } from '../../../../site/paths.ts'
import { AddressText } from '../../../../ui/address-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import { keepLook } from './kept-look.ts'
import styles from './look-dialog.module.css'
import { reasonNames } from './words.ts'

type LookDialogProps = { mailbox: string | null; onClose: () => void }

export function LookDialog({ mailbox, onClose }: LookDialogProps) {
  return (
    <FormDialog open={mailbox !== null} title="打开别人的邮箱" onCancel={onClose} footer={null} width={548}>
      {mailbox !== null && <Ask mailbox={mailbox} onClose={onClose} />}
    </FormDialog>
  )
}

type Prepared = AnswerOf<Calls['prepareLook']>

function Ask({ mailbox, onClose }: { mailbox: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['prepareLook', mailbox],
    queryFn: ({ signal }) => api.prepareLook({ query: { mailbox } }, { signal }),
    // Somebody may have looked in the meantime.
    staleTime: 0,
    gcTime: 0,
  })
  if (isApiError(error, 'notFound')) return <Empty text="这个邮箱已经不在了" />
  if (isApiError(error, 'conflict')) return <Empty text={messageOf(error)} />
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={4} />
  return (
    <>
      <Whose told={data} />
      {data.allowed ? <Reasons mailbox={mailbox} told={data} onClose={onClose} /> : <Forbidden />}
    </>
  )
}

function Whose({ told }: { told: Prepared }) {
  const { address, ownerName, received, last } = told
  return (
    <div className={styles.whose}>
      <span className={styles.avatar} aria-hidden="true">
        {[...(ownerName ?? address)][0]?.toUpperCase()}
      </span>
      <div>
        <AddressText address={address} />
        <small>
          {ownerName === null ? '没有归属' : `${ownerName} 的`}，收过 {received.toLocaleString('zh-CN')}{' '}
          封信。上一次有人看：
          {last === null ? (
            '没有过'
          ) : (
            <>
              {last.by}，<TimeText at={last.at} full />
            </>
          )}
        </small>
      </div>
    </div>
  )
}

function Forbidden() {
  return (
    <p className={styles.forbidden}>
      <Lock aria-hidden />
      <span>
        本站的设置不让管理员查看别人的邮箱，用页面和接口都看不到。要看，先到
        <Link to={`${userPath('setting')}?tab=site`}>设置</Link>
        里打开，这样的改动会留下记录。
      </span>
    </p>
  )
}

type Values = { reason?: LookReason; words?: string; minutes: (typeof lookMinutes)[number] }

const rules = shapeOf(beginLook)
const lengths = lookMinutes.map(minutes => ({
  name: String(minutes),
  label: minutes === 60 ? '1 小时' : `${minutes} 分钟`,
}))

function Reasons({ mailbox, told, onClose }: { mailbox: string; told: Prepared; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const { needsReason, ownerName } = told
  const { submit, busy, failure } = useSubmit(form, async ({ reason, words = '', minutes }) => {
    const body = {
      mailbox,
      minutes,
      ...(reason && { reason }),
      ...(words.trim() !== '' && { words: words.trim() }),
    }
    keepLook({ mailbox, token: (await api.beginLook({ body })).token })
  })
  const holder = ownerName ?? '对方'
  return (
    <Form form={form} layout="vertical" initialValues={{ minutes: lookMinutes[0] }} onFinish={submit}>
      <Form.Item
        name="reason"
        label={needsReason ? '为什么要看' : '为什么要看（可以不填）'}
        rules={needsReason ? [{ required: true, message: '请选一个理由' }] : []}
      >
        <ReasonPick />
      </Form.Item>
      <Form.Item
        name="words"
        label="写一句，日后看得懂的"
        extra={`会原样记在操作记录里，${holder}也看得到`}
        rules={[
          ...(needsReason ? [{ required: true, whitespace: true, message: '请写一句日后看得懂的' }] : []),
          ruleOf(rules.words.unwrap(), { optional: true }),
        ]}
      >
        <Input maxLength={200} autoComplete="off" placeholder="例如：稿费通知没收到，工单 318" />
      </Form.Item>
      <Form.Item name="minutes" label="看多久">
        <Length />
      </Form.Item>
      <ul className={styles.facts}>
        <li>
          <Eye aria-hidden />
          只能看。不会变成已读，不能发信、移动、删除、下载
        </li>
        <li>
          <Lock aria-hidden />
          验证码和链接先盖住，要看得再点一下，另记一笔
        </li>
        <li>
          <Bell aria-hidden />
          离开以后，{holder}会收到一封信，写着谁、何时、为什么、看了几封
        </li>
      </ul>
      <Failure text={failure} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" busy={busy}>
          打开，开始记录
        </Button>
        <Button kind="quiet" onClick={onClose}>
          不看了
        </Button>
      </div>
    </Form>
  )
}

type FieldProps<Value> = { id?: string; value?: Value; onChange?: (value: Value) => void }

function ReasonPick({ id, value, onChange }: FieldProps<LookReason>) {
  const name = useId()
  return (
    <div id={id} className={styles.pick} role="radiogroup" aria-label="为什么要看">
      {lookReasons.map(reason => (
        <label key={reason}>
          <input
            type="radio"
            name={name}
            value={reason}
            checked={reason === value}
            onChange={() => onChange?.(reason)}
          />
          {reasonNames[reason]}
        </label>
      ))}
    </div>
  )
}

function Length({ value, onChange }: FieldProps<Values['minutes']>) {
  return (
    <Segmented
      label="看多久"
      items={lengths}
      active={String(value)}
      onChange={name => {
        const minutes = lookMinutes.find(one => String(one) === name)
        if (minutes) onChange?.(minutes)
      }}
    />
  )
}
