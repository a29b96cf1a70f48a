/** The smaller parts: where sent mail went, who sends most, why mail was not taken, room, mailboxes, orders. */
import type { Dashboard } from '@yanshu/contract'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/number-text.ts'
import { sizeText } from '../../../ui/size-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { roomForecast } from './room-forecast.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { moneyText } from './words.ts'

type Part = { name: string; value: number; color: string; says?: string }

function Split({ label, parts }: { label: string; parts: readonly Part[] }) {
  const words = parts.map(({ name, value }) => `${name} ${numberText(value)}`).join('，')
  return (
    <>
      <div className={styles.split} role="img" aria-label={`${label}：${words}`}>
        {parts
          .filter(part => part.value > 0)
          .map(({ name, value, color }) => (
            <i key={name} style={{ flex: value, background: `var(${color})` }} />
          ))}
      </div>
      <ul className={styles.rows}>
        {parts.map(({ name, value, color, says }) => (
          <li key={name}>
            <i className={styles.dot} style={{ background: `var(${color})` }} />
            {name}
            {says && <span className="small muted">{says}</span>}
            <b>{numberText(value)}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Sending({ sending }: { sending: NonNullable<Dashboard['sending']> }) {
  return (
    <Section title="发信去向">
      <Split
        label="发信去向"
        parts={[
          { name: '已送达', value: sending.delivered, color: '--good' },
          { name: '暂缓', value: sending.deferred, color: '--wait', says: '稍后重试' },
          { name: '退信', value: sending.failed, color: '--bad' },
          { name: '排队', value: sending.queued, color: '--chart-3' },
        ]}
      />
    </Section>
  )
}

function Rank({ rows, none }: { rows: readonly { name: string; value: number }[]; none: string }) {
  const most = Math.max(1, ...rows.map(row => row.value))
  if (rows.length === 0) return <p className="muted">{none}</p>
  return (
    <ul className={styles.rank}>
      {rows.map(({ name, value }) => (
        <li key={name}>
          <span className="clip" title={name}>
            {name}
          </span>
          <b>{numberText(value)}</b>
          <div className={styles.meter} aria-hidden="true">
            <i style={{ width: `${(value / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  )
}

export function Senders({ data }: { data: Dashboard }) {
  return (
    <Section title="来信最多">
      <Rank
        rows={data.senders.slice(0, 6).map(({ domain, value }) => ({ name: domain, value }))}
        none="这段时间没有来信。"
      />
    </Section>
  )
}

export function Reasons({ data }: { data: Dashboard }) {
  return (
    <Section title="没有收下的原因">
      <Rank
        rows={data.refusals.slice(0, 6).map(({ label, value }) => ({ name: label, value }))}
        none="这段时间没有拒收的来信。"
      />
    </Section>
  )
}

export function Storage({ data }: { data: Dashboard }) {
  const forecast = roomForecast(data, useNow(60_000).getTime())
  const { usedBytes, limitBytes } = data.storage
  const share = limitBytes === null || limitBytes === 0 ? 0 : Math.min(1, usedBytes / limitBytes)
  return (
    <Section title="空间">
      <ul className={styles.rank}>
        <li>
          <span>已用 {usedBytes === 0 ? '0' : sizeText(usedBytes)}</span>
          <span className="muted">{limitBytes === null ? '不限' : `共 ${sizeText(limitBytes)}`}</span>
          {limitBytes !== null && (
            <div className={styles.meter} role="img" aria-label={`已用 ${Math.round(share * 100)}%`}>
              <i style={{ width: `${share * 100}%` }} />
            </div>
          )}
        </li>
      </ul>
      {forecast && <p className={cx('small', forecast.soon ? styles.soon : 'muted')}>{forecast.text}</p>}
    </Section>
  )
}

export function Mailboxes({ mailboxes }: { mailboxes: NonNullable<Dashboard['mailboxes']> }) {
  return (
    <Section title="邮箱">
      <Split
        label="邮箱"
        parts={[
          { name: '邮箱账号', value: mailboxes.account, color: '--chart-1' },
          { name: '临时邮箱', value: mailboxes.temporary, color: '--chart-2' },
        ]}
      />
      {mailboxes.paused + mailboxes.stopped > 0 && (
        <p className="small muted">
          其中暂停 {numberText(mailboxes.paused)}，停用 {numberText(mailboxes.stopped)}
        </p>
      )}
    </Section>
  )
}

export function Selling({ selling }: { selling: NonNullable<Dashboard['selling']> }) {
  const rows = [
    ['收入', moneyText(selling.revenueCents)],
    ['下单', numberText(selling.orders)],
    ['已支付', numberText(selling.paid)],
    ['用掉的卡密', numberText(selling.cardsUsed)],
    ...(selling.openCases > 0 ? [['等着处理的付款问题', numberText(selling.openCases)]] : []),
  ]
  return (
    <Section title="订单">
      <ul className={styles.rows}>
        {rows.map(([name, value]) => (
          <li key={name}>
            {name}
            <b>{value}</b>
          </li>
        ))}
      </ul>
    </Section>
  )
}
