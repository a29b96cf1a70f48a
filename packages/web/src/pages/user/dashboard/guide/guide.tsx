/** The guide of the first day: it ticks itself off, folds when all is done, and comes back with a step that breaks. */
import type { GuideStep } from '@yanshu/contract'
import { ChevronDown, ChevronUp, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ErrorState } from '../../../../api/error-state.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { StateWord } from '../../../../ui/state-word.tsx'
import { Bones } from '../../../../ui/states.tsx'
import styles from './guide.module.css'
import { useGuide } from './queries.ts'
import { StepRow, StoreRow } from './step-row.tsx'
import { doneText, headline, isComplete, neededSteps, stepForNow, stepNames } from './words.ts'

const foldedKey = 'yanshu.guide'

/** The steps that somebody has seen as not done when they folded the guide. */
function readFolded(): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(foldedKey) ?? 'null')
    return Array.isArray(kept) ? kept.map(String) : null
  } catch {
    return null
  }
}

function keepFolded(problems: string[] | null): void {
  try {
    if (problems === null) localStorage.removeItem(foldedKey)
    else localStorage.setItem(foldedKey, JSON.stringify(problems))
  } catch {
    // Where nothing can be kept it is open again next time.
  }
}

const problemsOf = (steps: readonly GuideStep[]): string[] =>
  neededSteps(steps)
    .filter(({ state }) => state === 'todo' || state === 'broken')
    .map(({ name, state }) => `${name}:${state}`)

export function Guide() {
  const { data, error, isError, refetch } = useGuide()
  const [folded, setFolded] = useState(readFolded)
  const [opened, setOpened] = useState(false)
  if (!data) return isError ? <ErrorState error={error} retry={() => void refetch()} /> : <Bones lines={3} />
  const steps = data.list
  const problems = problemsOf(steps)
  // What broke since opens it again.
  const isFolded =
    !opened && (isComplete(steps) || (folded !== null && problems.every(problem => folded.includes(problem))))
  const fold = () => {
    setOpened(false)
    setFolded(problems)
    keepFolded(problems)
  }
  const open = () => {
    setOpened(true)
    setFolded(null)
    keepFolded(null)
  }
  return isFolded ? <Folded steps={steps} onOpen={open} /> : <Open steps={steps} onFold={fold} />
}

function Folded({ steps, onOpen }: { steps: readonly GuideStep[]; onOpen: () => void }) {
  const complete = isComplete(steps)
  return (
    <section className={styles.fold} aria-label="开站指引">
      {complete ? (
        <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
          <b>{doneText(steps)}</b>
        </StateWord>
      ) : (
        <b>{headline(steps)}</b>
      )}
      <Pips steps={steps} />
      <span className="small muted grow">以后每小时看一遍，哪步坏了会回到这里</span>
      <Button kind="quiet" size="small" icon={<ChevronDown aria-hidden />} onClick={onOpen}>
        看一遍
      </Button>
    </section>
  )
}

function Open({ steps, onFold }: { steps: readonly GuideStep[]; onFold: () => void }) {
  const needed = neededSteps(steps)
  const now = stepForNow(steps)
  const done = needed.filter(({ state }) => state === 'done').length
  return (
    <section className={styles.guide} aria-label="开站指引">
      <header className={styles.head}>
        <div>
          <h2 aria-live="polite">{headline(steps)}</h2>
          <p>开站指引。开着这一页就会自己再看，办好的会勾上，坏了会回来。不用按顺序，先用着也行。</p>
        </div>
        <div className={styles.progress}>
          <span>
            <b>办好 {done} 步</b>，共 {needed.length} 步
          </span>
          <Pips steps={steps} />
        </div>
        <IconButton label="收起，留一行" onClick={onFold}>
          <ChevronUp aria-hidden />
        </IconButton>
      </header>
      <ol className={styles.steps}>
        {needed.map(step => (
          <StepRow key={step.name} step={step} isNow={step.name === now} />
        ))}
      </ol>
      {steps
        .filter(step => step.optional)
        .map(step => (
          <StoreRow key={step.name} step={step} />
        ))}
    </section>
  )
}

const pipWords = {
  looking: '正在看',
  done: '办好',
  todo: '还没办',
  broken: '又不对了',
  unknown: '看不出来',
  skipped: '跳过了',
} as const

/** Each step as a mark of its colour; the rows below say the same in words. */
function Pips({ steps }: { steps: readonly GuideStep[] }) {
  const needed = neededSteps(steps)
  const now = stepForNow(steps)
  const label = needed.map(({ name, state }) => `${stepNames[name]}${pipWords[state]}`).join('，')
  return (
    <div className={styles.pips} role="img" aria-label={label}>
      {needed.map(({ name, state }) => (
        <i key={name} className={cx(styles[state], state === 'todo' && name === now && styles.now)} />
      ))}
    </div>
  )
}
