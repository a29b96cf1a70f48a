/** Who sends in the name of the domain, in three groups; a source opens to its addresses. */

import { cx } from '../../../../ui/cx.ts'
import { numberText } from '../../../../ui/number-text.ts'
import styles from './reports.module.css'
import { Spark } from './spark.tsx'
import type { DomainReports, MailSource } from './words.ts'
import { groupNames, sourceName, sourceSays, verdictNames } from './words.ts'

const groups = ['unknown', 'own', 'forward'] as const
const tones = { unknown: 'fail', own: 'pass', forward: 'forward' } as const

export function SourceList({ sources, otherMails }: Pick<DomainReports, 'sources' | 'otherMails'>) {
  return (
    <section className={styles.part} aria-label="谁在用你的名义发信">
      <header>
        <h3>谁在用你的名义发信</h3>
        <span className="small muted">按网段归在一起，点开看每个地址</span>
      </header>
      {groups.map(group => {
        const own = sources.filter(source => source.group === group)
        if (own.length === 0) return null
        return (
          <div key={group}>
            <h4 className={styles.group}>
              {groupNames[group].title}
              <span>{groupNames[group].what}</span>
            </h4>
            <ul>
              {own.map(source => (
                <Source key={`${source.name} ${source.network} ${source.isServer}`} source={source} />
              ))}
            </ul>
          </div>
        )
      })}
      {otherMails > 0 && (
        <p className="small muted">另有 {numberText(otherMails)} 封来自更小的来源，没有列出。</p>
      )}
    </section>
  )
}

function Source({ source }: { source: MailSource }) {
  const { group, network, addressCount, addresses, mails, verdict, perDay } = source
  const name = sourceName(source)
  const isSuspect = group === 'unknown'
  return (
    <li className={cx(styles.source, isSuspect && (verdict === 'none' ? styles.no : styles.ask))}>
      <div>
        <b>{name}</b>
        {name !== network && network !== '' && <small className="mono">{network}</small>}
        {addressCount > 1 && (
          <details>
            <summary>{addressCount} 个地址</summary>
            <ul className="mono">
              {addresses.map(address => (
                <li key={address}>{address}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span className={styles.count}>
        {numberText(mails)}
        <span className="sr"> 封</span>
      </span>
      <div>
        <Spark values={perDay} tone={tones[group]} />
        <small>{verdictNames[verdict]}</small>
      </div>
      <p className={cx(!isSuspect && 'muted')}>{sourceSays(source)}</p>
    </li>
  )
}
