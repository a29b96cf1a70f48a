/** The name being chosen, with its domain behind it and what the server says of it; below it, names that are free. */
import { CircleCheck, CircleX, Clock, Gem, LoaderCircle, RotateCw } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { yuanFigure } from '../../../ui/money.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { dateText } from '../../../ui/time-text.ts'
import { writtenDomain } from '../../../ui/written-domain.ts'
import type { NameAnswer } from '../shared/queries.ts'
import styles from './name-field.module.css'

type NameFieldProps = {
  domain: string
  /** The words about the name, shown beside it. */
  verdict: ReactNode
  good: boolean
  ref?: Ref<HTMLInputElement>
  /** antd's Form gives these. */
  id?: string
  value?: string
  onChange?: (value: string) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

/** A whole address is typed or pasted, too. */
const nameOnly = (typed: string, domain: string): string =>
  typed.toLowerCase().endsWith(`@${domain}`) ? typed.slice(0, -domain.length - 1) : typed

export function NameField(props: NameFieldProps) {
  const { domain, verdict, good, ref, id, value = '', onChange } = props
  return (
    <label className={cx(styles.name, good && styles.good)}>
      <input
        ref={ref}
        id={id}
        className="mono"
        aria-label="名字"
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        placeholder="起个名字"
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        value={value}
        // Figures of the monospace are one ch wide, Chinese ones two.
        style={{ width: `${value === '' ? 9 : value.length + 0.2}ch` }}
        onChange={event => onChange?.(nameOnly(event.target.value, domain))}
      />
      <span className={cx('mono', 'muted', styles.domain)}>@{writtenDomain(domain)}</span>
      <span className={styles.verdict} role="status">
        {verdict}
      </span>
    </label>
  )
}

export function Verdict(props: { answer: NameAnswer | undefined; busy: boolean; error: unknown }) {
  const { answer, busy, error } = props
  if (error)
    return (
      <StateWord tone="bad" icon={<CircleX aria-hidden />}>
        {messageOf(error)}
      </StateWord>
    )
  if (!answer) {
    return busy ? (
      <StateWord icon={<LoaderCircle className={styles.turning} aria-hidden />}>正在查</StateWord>
    ) : null
  }
  switch (answer.state) {
    case 'free':
      return answer.namePrice > 0 ? (
        <StateWord tone="wait" icon={<Gem aria-hidden />}>
          靓号，另加 ¥{yuanFigure(answer.namePrice)}
        </StateWord>
      ) : (
        <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
          可以用
        </StateWord>
      )
    case 'taken':
      return (
        <StateWord tone="bad" icon={<CircleX aria-hidden />}>
          有人用了
        </StateWord>
      )
    case 'held':
      return (
        <StateWord tone="wait" icon={<Clock aria-hidden />}>
          有人正在买
        </StateWord>
      )
    case 'resting':
      return (
        <StateWord tone="bad" icon={<Clock aria-hidden />}>
          {answer.restsUntil === null ? '刚有人用过' : `刚有人用过，${dateText(answer.restsUntil)}后才能买`}
        </StateWord>
      )
    case 'reserved':
      return (
        <StateWord tone="bad" icon={<CircleX aria-hidden />}>
          留着不卖
        </StateWord>
      )
  }
}

type SuggestionsProps = {
  says: string
  names: readonly string[]
  onPick: (name: string) => void
  onAgain: (() => void) | null
}

export function Suggestions({ says, names, onPick, onAgain }: SuggestionsProps) {
  if (names.length === 0) return null
  return (
    <p className={styles.suggestions}>
      <span className="muted">{says}</span>
      {names.map(name => (
        <button key={name} type="button" className="mono" onClick={() => onPick(name)}>
          {name}
        </button>
      ))}
      {onAgain && (
        <IconButton small label="换一批" onClick={onAgain}>
          <RotateCw aria-hidden />
        </IconButton>
      )}
    </p>
  )
}
