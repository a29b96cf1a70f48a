/** App passwords of a mailbox: one for each device, made and ended one by one, each shown once. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { createAppPassword } from '@yanshu/contract/calls/mail-program'
import { Form, Input } from 'antd'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorState } from '../../../../api/error-state.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { LossDialog } from '../../../../api/loss-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { SecretOnce } from '../../../../ui/secret-once.tsx'
import { Bones } from '../../../../ui/states.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import { showToast } from '../../../../ui/toast.ts'
import styles from '../shared/account-tab.module.css'
import { OnlyAppPasswords } from './only-app-passwords.tsx'
import { useAppPasswords, useRenewAppPasswords } from './queries.ts'

type AppPassword = AnswerOf<Calls['getAppPasswords']>['list'][number]

export function AppPasswords({ mailbox }: { mailbox: string }) {
  const { data, error, refetch } = useAppPasswords(mailbox)
  const renew = useRenewAppPasswords()
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [ending, setEnding] = useState<AppPassword | null>(null)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={3} />
  return (
    <>
      {data.list.length === 0 && <p className={`muted ${styles.before}`}>还没有应用密码。</p>}
      <ul className={styles.sessions}>
        {data.list.map(one => (
          <Row key={one.id} one={one} onEnd={() => setEnding(one)} />
        ))}
      </ul>
      <div className={styles.others}>
        <Button icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
          新建应用密码
        </Button>
      </div>
      <OnlyAppPasswords mailbox={mailbox} only={data.only} none={data.list.length === 0} />
      <FormDialog
        open={making}
        title="新建应用密码"
        footer={null}
        width={460}
        onCancel={() => setMaking(false)}
      >
        <Make
          mailbox={mailbox}
          onMade={password => {
            setMaking(false)
            setSecret(password)
            void renew()
          }}
        />
      </FormDialog>
      <SecretOnce
        title="应用密码"
        says="填进邮件程序的密码一栏。它只显示这一次，丢了就停用它，再建一个。"
        secret={secret}
        onClose={() => setSecret(null)}
      />
      <LossDialog
        open={ending !== null}
        title={`停用“${ending?.name ?? ''}”？`}
        action="停用"
        onClose={() => setEnding(null)}
        onConfirm={async () => {
          if (ending) await api.delAppPassword({ body: { id: ending.id } })
          showToast('应用密码已停用')
          await renew()
        }}
      >
        <p className="muted">用它登录的邮件程序马上断开，要换一个密码才能再用。别的不受影响。</p>
      </LossDialog>
    </>
  )
}

const channels = { imap: 'IMAP 收信', pop3: 'POP3 收信', submission: '发信' } as const

function Row({ one, onEnd }: { one: AppPassword; onEnd: () => void }) {
  const { name, createdAt, lastUsedAt, lastClient, lastChannel } = one
  return (
    <li>
      <KeyRound aria-hidden />
      <div>
        <b>{name}</b>
        <p className="small muted">
          {lastUsedAt ? (
            <>
              <TimeText at={lastUsedAt} /> 在 <span className="mono">{lastClient}</span>
              {lastChannel && ` 用来 ${channels[lastChannel]}`}
            </>
          ) : (
            '还没用过'
          )}
          ，建于 <TimeText at={createdAt} />
        </p>
      </div>
      <Button size="small" onClick={onEnd} aria-label={`停用 ${name}`}>
        停用
      </Button>
    </li>
  )
}

function Make({ mailbox, onMade }: { mailbox: string; onMade: (password: string) => void }) {
  const [form] = Form.useForm<{ name: string }>()
  const rules = shapeOf(createAppPassword)
  const { submit, busy, failure } = useSubmit(form, async ({ name }) => {
    const { password } = await api.createAppPassword({ body: { id: mailbox, name } })
    onMade(password)
  })
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <Form.Item
        name="name"
        label="给哪台设备用"
        extra="一台设备一个，丢了只停用它那个"
        validateTrigger="onBlur"
        rules={[ruleOf(rules.name)]}
      >
        <Input placeholder="我的手机" maxLength={40} />
      </Form.Item>
      <Failure text={failure} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={busy}>
          新建
        </Button>
      </div>
    </Form>
  )
}
