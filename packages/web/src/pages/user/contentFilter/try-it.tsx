/** The try-out under a rule: which of the last thousand mails it would hit, before it is saved. Nothing is changed. */
import type { MailRow } from '@yanshu/contract'
import { ArrowRight, Check, FlaskConical, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { ErrorState } from '../../../api/error-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { Bones } from '../../../ui/states.tsx'
import { fullTime, shortTime } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { newCondition, type RuleDraft } from './draft.ts'
import { effectOn, hidesMail } from './effect.ts'
import { markWords, subjectWords } from './marks.ts'
import type { TryAnswer } from './queries.ts'
import styles from './try-it.module.css'
import type { Trial } from './use-try.ts'

type TryItProps = { draft: RuleDraft; trial: Trial; onChange: (draft: RuleDraft) => void }

const count = (value: number) => value.toLocaleString('zh-CN')

export function TryIt({ draft, trial, onChange }: TryItProps) {
  const { query, wanted, possible, outdated } = trial
  const tested = query.data?.tested || 1_000
  const titleId = useId()
  return (
    <section className={styles.lab} aria-labelledby={titleId}>
      <header className="line">
        <h3 id={titleId}>试一试</h3>
        <span className="small muted">
          拿{draft.scope.everyone && '自己'}最近 {count(tested)} 封来信比一遍，什么也不会动
        </span>
        <span className="grow" />
        {wanted && query.data && !outdated && (
          <span className={cx('small muted', styles.time)}>用时 {query.data.seconds.toFixed(2)} 秒</span>
        )}
        {!wanted && possible && (
          <Button size="small" icon={<FlaskConical aria-hidden />} onClick={trial.press}>
            试一试
          </Button>
        )}
      </header>
      <div aria-live="polite" aria-busy={query.isFetching}>
        {!possible && <p className={cx('small muted', styles.hint)}>条件填完整，就能试。</p>}
        {wanted && query.isPending && <Bones lines={4} />}
        {wanted && query.isError && !query.isFetching && Object.keys(trial.faults).length === 0 && (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        )}
        {wanted && query.data && !query.isError && (
          <div className={cx(outdated && styles.outdated)}>
            <Result draft={draft} answer={query.data} onChange={onChange} />
          </div>
        )}
      </div>
    </section>
  )
}

type ResultProps = { draft: RuleDraft; answer: TryAnswer; onChange: (draft: RuleDraft) => void }

function Result({ draft, answer, onChange }: ResultProps) {
  if (answer.tested === 0) return <p className={cx('small muted', styles.hint)}>还没有来信，没有可以比的。</p>
  return (
    <>
      <div className={styles.figures}>
        <p>
          <b>{count(answer.hits)}</b> 封会命中
        </p>
        {answer.list.length > 0 && <Strip mails={answer.list} />}
      </div>
      {answer.withCode > 0 && hidesMail(draft) && (
        <p className={styles.warn} role="status">
          <TriangleAlert aria-hidden />
          <span>
            会碰到 {count(answer.withCode)} 封带验证码的邮件。
            {draft.match === 'all' && '要不要加一条“没有验证码”？'}
          </span>
          {draft.match === 'all' && (
            <Button size="small" onClick={() => onChange(withoutCodes(draft))}>
              加上
            </Button>
          )}
        </p>
      )}
      {answer.list.length > 0 && <Hits draft={draft} mails={answer.list} hits={answer.hits} />}
    </>
  )
}

/** The same rule for mails without a code. */
export const withoutCodes = (draft: RuleDraft): RuleDraft => ({
  ...draft,
  conditions: [...draft.conditions, newCondition({ field: 'hasCode', operator: 'no' })],
})

const WIDTH = 750
const ticks = Array.from({ length: WIDTH / 3 }, (_, i) => `M${i * 3 + 1} 11v8`).join('')

/** The hits along the time, from the oldest shown to now. */
function Strip({ mails }: { mails: readonly MailRow[] }) {
  const now = useNow(30_000)
  const times = mails.map(mail => Date.parse(mail.receivedAt))
  const oldest = Math.min(...times)
  const span = Math.max(1, now.getTime() - oldest)
  const place = (time: number) => Math.min(WIDTH - 1, 1 + ((time - oldest) / span) * (WIDTH - 2))
  return (
    <div className={styles.strip}>
      <svg
        viewBox={`0 0 ${WIDTH} 30`}
        preserveAspectRatio="none"
        role="img"
        aria-label="命中的来信按时间排开"
      >
        <path d={ticks} />
        <path className={styles.hit} d={times.map(time => `M${place(time).toFixed(1)} 2v26`).join('')} />
      </svg>
      <p className="tiny muted line">
        <span>{shortTime(new Date(oldest), now)}</span>
        <span className="grow" />
        <span>现在</span>
      </p>
    </div>
  )
}

const FEW = 5

function Hits({ draft, mails, hits }: { draft: RuleDraft; mails: readonly MailRow[]; hits: number }) {
  const [all, setAll] = useState(false)
  const now = useNow(30_000)
  const words = subjectWords(draft)
  const shown = all ? mails : mails.slice(0, FEW)
  return (
    <>
      <table className={styles.table}>
        <colgroup>
          <col className={styles.from} />
          <col />
          <col className={styles.when} />
          <col className={styles.effect} />
        </colgroup>
        <thead className="sr">
          <tr>
            <th>发件人</th>
            <th>主题</th>
            <th>时间</th>
            <th>会怎样</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(mail => {
            const effect = effectOn(draft, mail)
            return (
              <tr key={mail.id}>
                <td className="clip" title={mail.from.address}>
                  {mail.from.name || mail.from.address || '没有发件人'}
                </td>
                <td className="clip" title={mail.subject}>
                  {markWords(mail.subject || '没有主题', words).map(part =>
                    part.found ? <mark key={part.at}>{part.text}</mark> : part.text,
                  )}
                  {mail.code !== null && <code>{mail.code}</code>}
                </td>
                <td className="muted" title={fullTime(mail.receivedAt, now)}>
                  {shortTime(mail.receivedAt, now)}
                </td>
                <td>
                  <StateWord
                    tone={effect.already ? 'plain' : 'wait'}
                    icon={effect.already ? <Check aria-hidden /> : <ArrowRight aria-hidden />}
                  >
                    {effect.text}
                  </StateWord>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {!all && mails.length > FEW && (
        <Button kind="link" size="small" className={styles.more} onClick={() => setAll(true)}>
          {hits > mails.length ? `看最近 ${mails.length} 封` : `看全部 ${hits} 封`}
        </Button>
      )}
    </>
  )
}
