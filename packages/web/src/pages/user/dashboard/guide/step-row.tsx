/** One step of the guide: its state, what was seen and when, and the way to where it is done. */
import type { DnsRecord, GuideStep } from '@yanshu/contract'
import {
  ArrowRight,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  LoaderCircle,
  RotateCw,
  SkipForward,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { reasonOf } from '../../../../api/api-error.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { CopyIcon } from '../../../../ui/copy-button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { StateWord } from '../../../../ui/state-word.tsx'
import { shortTime } from '../../../../ui/time-text.ts'
import { showError } from '../../../../ui/toast.ts'
import { useNow } from '../../../../ui/use-now.ts'
import styles from './guide.module.css'
import { useEditGuide } from './queries.ts'
import { stepNames, storeWays, wayOf } from './words.ts'

function StepState({ step, isNow }: { step: GuideStep; isNow: boolean }) {
  switch (step.state) {
    case 'looking':
      return <StateWord icon={<LoaderCircle className={styles.turning} aria-hidden />}>正在看</StateWord>
    case 'done':
      return (
        <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
          办好
        </StateWord>
      )
    case 'broken':
      return (
        <StateWord tone="bad" icon={<TriangleAlert aria-hidden />}>
          又不对了
        </StateWord>
      )
    case 'unknown':
      return (
        <StateWord tone="wait" icon={<CircleHelp aria-hidden />}>
          看不出来
        </StateWord>
      )
    case 'skipped':
      return <StateWord icon={<SkipForward aria-hidden />}>跳过了</StateWord>
    case 'todo':
      return isNow ? (
        <StateWord icon={<ArrowRight aria-hidden />}>现在办</StateWord>
      ) : (
        <StateWord icon={<CircleDashed aria-hidden />}>等着</StateWord>
      )
  }
}

function seenText(step: GuideStep, now: Date): string[] {
  const { state, lookedAt, doneAt, skippedAt } = step
  return [
    lookedAt === null ? '' : `${shortTime(lookedAt, now)}看过`,
    state === 'broken' && doneAt !== null ? `${shortTime(doneAt, now)}还是好的` : '',
    state === 'unknown' && doneAt !== null ? `${shortTime(doneAt, now)}办好过` : '',
    state === 'skipped' && skippedAt !== null ? `${shortTime(skippedAt, now)}跳过` : '',
  ].filter(text => text !== '')
}

export function StepRow({ step, isNow }: { step: GuideStep; isNow: boolean }) {
  const now = useNow(30_000)
  const edit = useEditGuide()
  const act = (what: 'skip' | 'take' | 'look') =>
    edit.mutate({ step: step.name, act: what }, { onError: error => showError(reasonOf(error)) })
  const { state } = step
  const way = wayOf(step)
  const open = state === 'todo' || state === 'broken' || state === 'unknown'
  return (
    <li
      data-step={step.name}
      data-state={state}
      className={cx(
        styles.step,
        state === 'done' && styles.stepDone,
        state === 'broken' && styles.stepBad,
        isNow && state === 'todo' && styles.stepNow,
        state === 'skipped' && styles.stepOff,
      )}
    >
      <StepState step={step} isNow={isNow} />
      <h3>{stepNames[step.name]}</h3>
      <p>
        {step.says.map(({ state: found, text }) => (
          <span key={text} className={cx(found === 'ok' && step.says.length > 1 && styles.tell)}>
            {text}
          </span>
        ))}
      </p>
      <span className={styles.seen}>
        {seenText(step, now).map(text => (
          <span key={text}>{text}</span>
        ))}
      </span>
      <span className={styles.do}>
        {open && (
          <ButtonLink size="small" kind={isNow ? 'primary' : 'plain'} to={way.to}>
            {way.label}
          </ButtonLink>
        )}
        {state === 'skipped' && (
          <Button size="small" kind="link" onClick={() => act('take')}>
            捡回来
          </Button>
        )}
      </span>
      {open && (
        <div className={styles.more}>
          {step.records.length > 0 && <Records records={step.records} />}
          <div className={styles.acts}>
            <Button
              size="small"
              kind="quiet"
              icon={<RotateCw aria-hidden />}
              busy={edit.isPending}
              onClick={() => act('look')}
            >
              再查
            </Button>
            <Button size="small" kind="quiet" icon={<SkipForward aria-hidden />} onClick={() => act('skip')}>
              跳过
            </Button>
            {step.name === 'portIn' && <WithoutPort />}
          </div>
        </div>
      )}
    </li>
  )
}

/** Values in words are for reading. */
const isCopied = (value: string): boolean => /^[\x20-\x7e]+$/.test(value)

function Records({ records }: { records: readonly DnsRecord[] }) {
  return (
    <ul className={styles.records}>
      {records.map(({ key, state, name, type, value, advice }) => (
        <li key={key}>
          {state === 'missing' ? (
            <StateWord tone="wait" icon={<CircleDashed aria-hidden />}>
              缺失
            </StateWord>
          ) : (
            <StateWord tone="bad" icon={<CircleX aria-hidden />}>
              错误
            </StateWord>
          )}
          <code className="mono">
            {name} {type}
          </code>
          <code className="mono">{value}</code>
          {isCopied(value) ? <CopyIcon text={value} label="复制值" /> : <span />}
          {advice !== '' && <small>{advice}</small>}
        </li>
      ))}
    </ul>
  )
}

/** The other way in for mail, for machines that nobody may reach on port 25. */
function WithoutPort() {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button size="small" kind="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
        没有 25 端口
      </Button>
      {shown && (
        <ol className={styles.without}>
          <li>
            设环境变量 <code className="mono">YANSHU_INGEST_SECRET</code>（至少 16 位），重启。
          </li>
          <li>
            域名放在 Cloudflare，打开 Email Routing，把地址交给一个 Email Worker；代码在{' '}
            <code className="mono">docs/operating.md</code> 里，它用 <code className="mono">/api/ingest</code>{' '}
            把信转进来，暂时不通时会再试，不会退信。
          </li>
          <li>MX 记录照 Cloudflare 给的填，这一步会自己勾上。</li>
        </ol>
      )}
    </>
  )
}

/** The store is a wish: its parts stand side by side, each leading to where it is set up. */
export function StoreRow({ step }: { step: GuideStep }) {
  const parts = step.says
  return (
    <div className={styles.shop} data-step={step.name} data-state={step.state}>
      {step.state === 'done' ? (
        <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
          办好
        </StateWord>
      ) : (
        <StateWord icon={<CircleDashed aria-hidden />}>可选</StateWord>
      )}
      <h3>{stepNames[step.name]}</h3>
      <ul>
        {parts.map(({ key, state, text }) => {
          const to = storeWays[key]
          return (
            <li key={text}>
              <StateWord
                tone={state === 'ok' ? 'good' : 'plain'}
                icon={state === 'ok' ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
              >
                <span className="sr">{state === 'ok' ? '有了：' : '还没有：'}</span>
              </StateWord>
              {to === undefined || state === 'ok' ? text : <Link to={to}>{text}</Link>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
