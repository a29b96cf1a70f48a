/** Turning the second factor on: the password, then the code of the phone, then the recovery codes, shown once. */
import { confirmTotp, startTotp } from '@yanshu/contract/calls/start'
import { Form, Input } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton, CopyIcon } from '../../../ui/copy-button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { QrStamp } from '../../../ui/qr-stamp.tsx'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import styles from './shared/account-tab.module.css'
import { useRenewSettings } from './shared/queries.ts'

type Step =
  | { at: 'password' }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; codes: string[] }

const first: Step = { at: 'password' }

export function StartTwoFactor({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState<Step>(first)
  const renew = useRenewSettings()
  const finished = step.at === 'codes'
  useUnsaved(open && finished)
  const done = () => {
    void renew()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      title={finished ? '存好备用码' : '开启两步验证'}
      footer={null}
      width={520}
      closable={!finished}
      mask={{ closable: false }}
      keyboard={!finished}
      onCancel={onClose}
      afterClose={() => setStep(first)}
    >
      {step.at === 'password' && <AskPassword onDone={made => setStep({ at: 'scan', ...made })} />}
      {step.at === 'scan' && <Scan {...step} onDone={codes => setStep({ at: 'codes', codes })} />}
      {step.at === 'codes' && <Codes codes={step.codes} onDone={done} />}
    </FormDialog>
  )
}

function AskPassword({ onDone }: { onDone: (made: { secret: string; uri: string }) => void }) {
  const [form] = Form.useForm<{ password: string }>()
  const rules = shapeOf(startTotp)
  const { submit, busy, failure } = useSubmit(form, async ({ password }) => {
    const { secret, uri } = await api.startTotp({ body: { password } })
    onDone({ secret, uri })
  })
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <Form.Item
        name="password"
        label="先输入当前密码"
        validateTrigger="onBlur"
        rules={[ruleOf(rules.password)]}
      >
        <PasswordInput autoComplete="current-password" />
      </Form.Item>
      <Failure text={failure} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={busy}>
          下一步
        </Button>
      </div>
    </Form>
  )
}

function Scan({ secret, uri, onDone }: { secret: string; uri: string; onDone: (codes: string[]) => void }) {
  const [form] = Form.useForm<{ totp: string }>()
  const rules = shapeOf(confirmTotp)
  const { submit, busy, failure } = useSubmit(form, async ({ totp }) => {
    const { recoveryCodes } = await api.confirmTotp({ body: { totp } })
    onDone(recoveryCodes)
  })
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <div className={styles.scan}>
        <QrStamp text={uri} label="两步验证的二维码" size={156} />
        <div>
          <p>用手机上的验证器扫这个码，比如微软、谷歌的验证器，或密码管理软件。</p>
          <p className="small muted">扫不了就手动输入密钥：</p>
          <div className={styles.key}>
            <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyIcon text={secret} label="复制密钥" />
          </div>
        </div>
      </div>
      <Form.Item name="totp" label="验证器上的六位数" validateTrigger="onSubmit" rules={[ruleOf(rules.totp)]}>
        <Input.OTP length={6} autoFocus inputMode="numeric" aria-label="六位验证码" />
      </Form.Item>
      <Failure text={failure} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={busy}>
          开启
        </Button>
      </div>
    </Form>
  )
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    link.download = '雁书备用码.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <>
      <p>两步验证已开启。手机丢了，就靠这些备用码登录，每个只能用一次。它们只显示这一次。</p>
      <ul className={styles.codes} aria-label="备用码">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label="复制" />
        <Button icon={<Download aria-hidden />} onClick={download}>
          下载
        </Button>
        <Button kind="primary" onClick={onDone}>
          已存好
        </Button>
      </div>
    </>
  )
}
