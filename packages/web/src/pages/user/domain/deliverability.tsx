/** Shows the conditions for mail of this machine to arrive, each really tested, with advice. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { RotateCw } from 'lucide-react'
import { ErrorState } from '../../../api/error-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Bones } from '../../../ui/states.tsx'
import { BackLine } from './back-line.tsx'
import styles from './deliverability.module.css'
import detail from './detail.module.css'
import { useDeliverability } from './queries.ts'
import { RecordState } from './records-table.tsx'
import { ScoreRing } from './score-ring.tsx'

type Report = AnswerOf<Calls['getDeliverability']>
type Key = Report['items'][number]['key']

const words: Readonly<Record<Key, { name: string; what: string }>> = {
  host: { name: '主机名', what: '别人找得到这台服务器' },
  helo: { name: '招呼名', what: '送信时报的名字' },
  ptr: { name: '反向解析', what: 'IP 报得出自己的名字' },
  blocklists: { name: '黑名单', what: 'IP 有没有坏名声' },
  tls: { name: '证书', what: '收信端口的加密' },
  dane: { name: 'DANE', what: 'DNS 里写明的密钥' },
  dkim: { name: '签名自检', what: '照收信方的办法验一遍' },
  portIn: { name: '收信端口', what: '外面连得到 25 端口' },
  portOut: { name: '送信端口', what: '连得到别人的 25 端口' },
}

function verdictOf(report: Report): string {
  const bad = report.items.filter(item => item.state === 'missing' || item.state === 'wrong').length
  if (bad > 0) return `有 ${bad} 项要处理，处理后发出的信更容易送达。`
  const unknown = report.items.filter(item => item.state === 'unknown').length
  if (report.score === null) return '查到的太少，说不准；请看看域名解析服务器，稍后再试。'
  return unknown > 0 ? `查得到的都没有问题，还有 ${unknown} 项从这里看不出来。` : '都没有问题。'
}

export function Deliverability({ onBack }: { onBack: (() => void) | null }) {
  const report = useDeliverability()
  return (
    <section className={detail.detail} aria-label="服务器送达条件">
      {onBack && <BackLine onBack={onBack}>全部域名</BackLine>}
      {report.data ? (
        <>
          <header className={detail.top}>
            <div className="grow">
              <h2 className={styles.title}>服务器送达条件</h2>
              <p className="muted mono">{report.data.host}</p>
              <p className={detail.say}>{verdictOf(report.data)}</p>
              <div className={detail.acts}>
                <Button
                  icon={<RotateCw aria-hidden />}
                  busy={report.isFetching}
                  onClick={() => void report.refetch()}
                >
                  再试一遍
                </Button>
              </div>
            </div>
            <ScoreRing score={report.data.score} />
          </header>
          <ul className={styles.items}>
            {report.data.items.map(item => (
              <li key={item.key}>
                <RecordState record={item} pending={report.isFetching} />
                <div>
                  <b>{words[item.key].name}</b>
                  <small>{words[item.key].what}</small>
                </div>
                <div>
                  <p>{item.advice}</p>
                  {item.found.map(value => (
                    <code key={value} className="mono">
                      {value}
                    </code>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : report.isError ? (
        <ErrorState error={report.error} retry={() => void report.refetch()} />
      ) : (
        <>
          <p className="muted">正在逐项试，最多十几秒。</p>
          <Bones lines={8} />
        </>
      )}
    </section>
  )
}
