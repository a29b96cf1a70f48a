import type { Lifetime } from '@yanshu/contract'
import { useId, useState } from 'react'
import styles from './address-form.module.css'
import { type EndRule, endRuleNames, endRules, lifetimeOf, mailsFault } from './lifetime.ts'
import { minutesText } from './minutes-text.ts'

type LifetimeChoiceProps = {
  offered: readonly number[]
  /** The default lifetime in minutes. */
  usual: number | undefined
  /** Null while the typed text is not a lifetime. */
  onChange: (lifetime: Lifetime | undefined | null) => void
}

const minutesOf = (minutes: number | null, usual: number | undefined): string => {
  if (minutes !== null) return minutesText(minutes)
  return usual === undefined ? '默认' : minutesText(usual)
}

/**
 * Returns the choices in the order of the site. Null stands for the default: in its place, or first when it
 * is not among them.
 */
const choicesOf = (offered: readonly number[], usual: number | undefined): (number | null)[] =>
  usual !== undefined && offered.includes(usual)
    ? offered.map(one => (one === usual ? null : one))
    : [null, ...offered]

/** Chooses the lifetime: one of the times that the site offers, and an optional earlier end. */
export function LifetimeChoice({ offered, usual, onChange }: LifetimeChoiceProps) {
  const id = useId()
  const [minutes, setMinutes] = useState<number | null>(null)
  const [rule, setRule] = useState<EndRule>('none')
  const [mails, setMails] = useState('3')
  const fault = mailsFault(mails)
  const tell = (change: { minutes?: number | null; rule?: EndRule; mails?: string }) => {
    const next = { minutes, rule, mails, ...change }
    setMinutes(next.minutes)
    setRule(next.rule)
    setMails(next.mails)
    onChange(lifetimeOf(next.minutes, next.rule, next.mails))
  }
  return (
    <>
      <fieldset className={styles.times}>
        <legend>有效期</legend>
        {choicesOf(offered, usual).map(one => (
          <label key={one ?? 'default'}>
            <input type="radio" name={id} checked={minutes === one} onChange={() => tell({ minutes: one })} />
            <span>{minutesOf(one, usual)}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={`${id}r`}>提前失效</label>
        <div className={styles.rule}>
          <select
            id={`${id}r`}
            className={styles.input}
            value={rule}
            onChange={event => tell({ rule: endRules.find(one => one === event.target.value) ?? 'none' })}
          >
            {endRules.map(one => (
              <option key={one} value={one}>
                {endRuleNames[one]}
              </option>
            ))}
          </select>
          {rule === 'afterMails' && (
            <input
              className={styles.input}
              type="number"
              min={1}
              max={1000}
              aria-label="几封"
              aria-invalid={fault !== null}
              aria-describedby={`${id}f`}
              value={mails}
              onChange={event => tell({ mails: event.target.value })}
            />
          )}
        </div>
        {rule === 'afterMails' && (
          <p id={`${id}f`} className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </>
  )
}
