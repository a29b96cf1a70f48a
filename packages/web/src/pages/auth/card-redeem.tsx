import { calls } from '@yanshu/contract'
import { Form, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/index.ts'
import { withProof } from '../../api/proof.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../ui/form.ts'
import { dateText } from '../../ui/time-text.ts'
import styles from './card-redeem.module.css'
import { type CardWorth, cardStateNames, worthText } from './card-worth.ts'
import { ProofBar } from './proof-bar.tsx'
import { useArrive } from './use-arrive.ts'

type Values = { domain?: string; localPart?: string; address?: string }
type Opened = { token: string; address: string; password: string }

const rules = shapeOf(calls.verCard)

type CardRedeemProps = {
  code: string
  card: CardWorth
  onBack: () => void
  /** What to do with the token; on /auth one goes on to the user area. */
  onToken?: ((token: string) => Promise<void>) | undefined
  onStage?: ((title: string | null) => void) | undefined
}

/** The second step: choose what the card asks for, and redeem it. */
export function CardRedeem({ code, card, onBack, onToken, onStage }: CardRedeemProps) {
  const [form] = Form.useForm<Values>()
  const [proof, setProof] = useState<number | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [renewed, setRenewed] = useState<{ address: string; until: string } | null>(null)
  const goOn = useArrive()
  const arrive = onToken ?? goOn
  const { submit, busy, failure, setFailure } = useSubmit(form, async ({ localPart, ...values }) => {
    const send = (given: { proof?: string }) =>
      api.verCard({ body: { code, redeem: true, ...values, ...(localPart && { localPart }), ...given } })
    const { token, address, password, expiresAt } = await withProof('verCard', send, setProof)
    if (token && address && password) setOpened({ token, address, password })
    else if (token) await arrive(token)
    else if (address && expiresAt) setRenewed({ address, until: expiresAt })
    else throw new ApiError({ error: 1009, msg: '卡密用掉了，但没能进入邮箱，请联系管理员' })
  })
  const done = opened ? '邮箱开好了' : renewed ? '续期好了' : null
  useEffect(() => {
    onStage?.(done)
    return () => onStage?.(null)
  }, [done, onStage])
  const nowhere = card.kind === 'open' && card.domains.length === 0
  const usable = card.state === 'unused' && card.usesLeft > 0 && card.kind !== 'pay' && !nowhere
  if (opened) return <OpenedBox {...opened} onGo={() => arrive(opened.token)} />
  if (renewed)
    return (
      <div className={styles.opened}>
        <p role="status">
          <AddressText address={renewed.address} /> 已续期到 {dateText(renewed.until)}。
        </p>
        <div className={styles.actions}>
          <Button size="large" onClick={onBack}>
            再用一张
          </Button>
        </div>
      </div>
    )
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ domain: card.domains[0] }}
      onFinish={submit}
      onValuesChange={() => setFailure(null)}
    >
      <div className={styles.worth}>
        <code>{code}</code>
        <p>{worthText(card)}</p>
        <p className="small muted">
          {cardStateNames[card.state]}
          {card.usesLeft > 1 && `，还能用 ${card.usesLeft} 次`}
        </p>
        {nowhere && <p className="small">它能用的域名现在都没有开放，请联系给你卡密的人。</p>}
      </div>
      {usable && card.kind === 'open' && (
        <>
          <Form.Item
            name="localPart"
            label="名字"
            rules={[ruleOf(rules.localPart.unwrap(), { optional: true })]}
            validateDebounce={300}
            extra="@ 前面的部分；不填就帮你起一个"
          >
            <Input className="mono" autoCapitalize="none" autoFocus maxLength={64} />
          </Form.Item>
          <Form.Item name="domain" label="域名">
            <Select options={card.domains.map(domain => ({ value: domain, label: `@${domain}` }))} />
          </Form.Item>
        </>
      )}
      {usable && card.kind === 'renew' && (
        <Form.Item
          name="address"
          label="要续期的邮箱"
          rules={[{ required: true, message: '请填写邮箱地址' }]}
        >
          <Input className="mono" inputMode="email" autoCapitalize="none" autoFocus />
        </Form.Item>
      )}
      <Failure text={failure} />
      <ProofBar share={proof} />
      <div className={styles.actions}>
        <Button size="large" onClick={onBack}>
          换一张
        </Button>
        {usable && (
          <Button kind="primary" size="large" block type="submit" busy={busy}>
            使用这张卡
          </Button>
        )}
      </div>
    </Form>
  )
}

function OpenedBox({ address, password, onGo }: Opened & { onGo: () => Promise<void> }) {
  return (
    <div className={styles.opened} role="status">
      <p>
        邮箱已开通：
        <AddressText address={address} />
      </p>
      <p>
        密码 <code className={styles.password}>{password}</code>
      </p>
      <p className="small muted">密码只显示这一次，请先存好。</p>
      <div className={styles.actions}>
        <CopyButton text={`${address} ${password}`} label="复制地址和密码" size="large" />
        <Button kind="primary" size="large" onClick={() => void onGo()}>
          进入邮箱
        </Button>
      </div>
    </div>
  )
}
