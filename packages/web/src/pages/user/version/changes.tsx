/** The changes by version: the newest is open, older ones unfold. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { dateText } from '../../../ui/time-text.ts'
import styles from './changes.module.css'

type Release = AnswerOf<Calls['getVersion']>['changes'][number]

const countOf = ({ sections }: Release): number => sections.reduce((sum, { items }) => sum + items.length, 0)

export function Changes({ changes, running }: { changes: readonly Release[]; running: string }) {
  const shown = changes.filter(release => countOf(release) > 0)
  return (
    <section aria-label="更新内容">
      <h2>更新内容</h2>
      {shown.length === 0 && <p className="muted">还没有记录。</p>}
      {shown.map((release, at) => (
        <details key={release.version} className={styles.release} open={at === 0}>
          <summary>
            <ChevronRight aria-hidden />
            <h3>{release.date ? release.version : '下一个版本'}</h3>
            <span>{release.date ? dateText(release.date) : '还没有发布'}</span>
            {release.version === running && <span className={styles.running}>正在用</span>}
            <span className={styles.count}>{countOf(release)} 条</span>
          </summary>
          {release.sections.map(({ title, items }) => (
            <div key={title} className={styles.kind}>
              <h4>
                {title} <small>{items.length}</small>
              </h4>
              <ul>
                {items.map(item => (
                  <li key={item}>
                    <Sentence text={item} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      ))}
    </section>
  )
}

/** Names of calls and settings stand between backticks. */
function Sentence({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, at) => ({ part, at }))
    .map(({ part, at }) =>
      at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
    )
}
