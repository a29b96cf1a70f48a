import type { SoldAccount } from '@yanshu/contract'
import { verCard } from '@yanshu/contract/calls/card'
import { Form, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { ruleOf, shapeOf, useSubmit } from '../../api/form.ts'
import { api } from '../../api/index.ts'
import { withProof } from '../../api/proof.ts'
import { storePath } from '../../site/paths.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { dateText } from '../../ui/time-text.ts'
import { UnsavedGuard, useUnsaved } from '../../ui/unsaved.tsx'
import { useAddressBook } from '../address-book.ts'
import { usePublicWays } from '../public-ways.ts'
import styles from './card-redeem.module.css'
import { type CardWorth, cardStateNames, openedTitle, worthText } from './card-worth.ts'
import { ProofBar } from './proof-bar.tsx'
import { useArrive } from './use-arrive.ts'

type Values = { domain?: string; localPart?: string; address?: string }
type Opened = Pick<SoldAccount, 'token' | 'address' | 'password'>

const rules = shapeOf(verCard)

type CardRedeemProps = {
  code: string
  card: CardWorth
  onBack: () => void
  /** Handles the token; on /auth the default is to enter the user area. */
  onToken?: ((token: string) => Promise<void>) | undefined
  onStage?: ((title: string | null) => void) | undefined
}

/** The second step: the visitor makes the choices that the card needs, and redeems it. */
export function CardRedeem({ code, card, onBack, onToken, onStage }: CardRedeemProps) {
  const [form] = Form.useForm<Values>()
  const [proof, setProof] = useState<number | null>(null)
  const [opened, setOpened] = useState<readonly Opened[] | null>(null)
  const [renewed, setRenewed] = useState<{ address: string; until: string } | null>(null)
  const ways = usePublicWays()
  const keep = useAddressBook(state => state.keep)
  const goOn = useArrive()
  const arrive = onToken ?? goOn
  const { submit, busy, failure, setFailure } = useSubmit(form, async ({ localPart, ...values }) => {
    const send = (given: { proof?: string }) =>
      api.verCard({ body: { code, redeem: true, ...values, ...(localPart && { localPart }), ...given } })
    const { token, address, password, expiresAt, opened: all } = await withProof('verCard', send, setProof)
    const made =
      all && all.length > 0 ? all : token && address && password ? [{ token, address, password }] : []
    if (made.length > 0) {
      // The browser holds the mailbox from now on, so that a buyer who closes the page loses nothing.
      const startedAt = new Date().toISOString()
      for (const box of made)
        keep({ address: box.address, token: box.token, startedAt, expiresAt: expiresAt ?? null })
      setOpened(made)
    } else if (token) await arrive(token)
    else if (address && expiresAt) setRenewed({ address, until: expiresAt })
    else throw new ApiError({ error: 1009, msg: '卡密用掉了，但没能进入邮箱，请联系管理员' })
  })
  const done = opened ? openedTitle : renewed ? '续期好了' : null
  useEffect(() => {
    onStage?.(done)
    return () => onStage?.(null)
  }, [done, onStage])
  const nowhere = card.kind === 'open' && card.domains.length === 0
  const usable = card.state === 'unused' && card.usesLeft > 0 && card.kind !== 'pay' && !nowhere
  const first = opened?.[0]
  if (opened && first) return <OpenedBox opened={opened} onGo={() => arrive(first.token)} />
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
        {card.kind === 'pay' && ways.store && card.state === 'unused' && (
          <p className="small">
            <Link to={storePath({})}>去商店挑一个地址</Link>，付款方式选“卡密”。
          </p>
        )}
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
            <Select
              options={card.domains.map(domain => ({
                value: domain,
                label: `@${domain}`,
              }))}
            />
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

function OpenedBox({ opened, onGo }: { opened: readonly Opened[]; onGo: () => Promise<void> }) {
  const several = opened.length > 1
  const [kept, setKept] = useState(false)
  useUnsaved(!kept, 'tab')
  const go = () => {
    // The guard must know before the page is left.
    flushSync(() => setKept(true))
    void onGo()
  }
  return (
    <div className={styles.opened} role="status">
      <UnsavedGuard />
      <p>{several ? `开通了 ${opened.length} 个邮箱：` : '邮箱已开通：'}</p>
      <ul className={styles.list}>
        {opened.map(({ address, password }) => (
          <li key={address}>
            <AddressText address={address} />
            <span>
              密码 <code className={styles.password}>{password}</code>
            </span>
          </li>
        ))}
      </ul>
      <p className="small muted">密码只显示这一次，请先存好。</p>
      <div className={styles.actions}>
        <CopyButton
          text={opened.map(({ address, password }) => `${address} ${password}`).join('\n')}
          label="复制地址和密码"
          size="large"
          onCopied={() => setKept(true)}
        />
        <Button kind="primary" size="large" onClick={go}>
          {several ? '进入第一个' : '进入邮箱'}
        </Button>
      </div>
    </div>
  )
}
