/** The two halves of a rule: 当, what it looks at, and 就, what it does. */
import { Select, Switch } from 'antd'
import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { useCan } from '../../../account/permission.ts'
import { Button } from '../../../ui/button.tsx'
import { ActionRow } from './action-row.tsx'
import styles from './builder.module.css'
import { ConditionRow } from './condition-row.tsx'
import { newAction, newCondition, type RuleDraft } from './draft.ts'
import { FaultText } from './fault-text.tsx'
import { ScopeSelect } from './scope-select.tsx'
import type { useSaveRule } from './use-save-rule.ts'
import { type ActionKind, actionKinds } from './words.ts'

const MOST_CONDITIONS = 20
const MOST_ACTIONS = 9

/**
 * Offers each step once; only labels, notifications and forwards may occur several times. A caller who may
 * not send cannot forward either. A rule that also judges other people's mail leads none of it elsewhere.
 */
function kindsFor(draft: RuleDraft, current: ActionKind | null, maySend: boolean): ActionKind[] {
  const used = draft.actions.map(action => action.kind)
  return actionKinds.filter(kind => {
    if (kind === current || kind === 'label') return true
    if (draft.scope.everyone && (kind === 'forward' || kind === 'webhook')) return false
    if (kind === 'webhook') return true
    return kind === 'forward' ? maySend : !used.includes(kind)
  })
}

type PartProps = {
  draft: RuleDraft
  form: Pick<ReturnType<typeof useSaveRule>, 'faults' | 'faultAt'>
  onChange: (draft: RuleDraft) => void
}

const matchOptions = [
  { value: 'all' as const, label: '下面全部' },
  { value: 'any' as const, label: '下面任一' },
]

export function When({ draft, form, onChange }: PartProps) {
  const faultId = useId()
  const add = useRef<HTMLButtonElement>(null)
  const { conditions } = draft
  const put = (next: RuleDraft['conditions']) => onChange({ ...draft, conditions: next })
  /** The button that did it goes with its row; the keyboard goes on from the next one. */
  const remove = (index: number) => {
    put(conditions.toSpliced(index, 1))
    add.current?.focus()
  }
  return (
    <section className={styles.if} aria-label="当">
      <h3>当</h3>
      <div className={styles.stack}>
        <div className={styles.to}>
          来信送到
          <ScopeSelect scope={draft.scope} onChange={scope => onChange({ ...draft, scope })} />
          且符合
          <Select
            aria-label="全部还是任一"
            value={draft.match}
            options={matchOptions}
            onChange={match => onChange({ ...draft, match })}
          />
        </div>
        <FaultText
          id={`${faultId}scope`}
          text={form.faults['scope.id'] ?? form.faults['scope.everyone'] ?? null}
        />
        {conditions.map((condition, index) => (
          <ConditionRow
            key={condition.key}
            condition={condition}
            joint={index === 0 ? '' : draft.match === 'all' ? '且' : '或'}
            faultOf={(part, typed) => form.faultAt(`conditions.${index}.${part}`, typed)}
            onChange={next => put(conditions.with(index, next))}
            onRemove={conditions.length > 1 ? () => remove(index) : null}
          />
        ))}
        <FaultText id={`${faultId}all`} text={form.faultAt('conditions', '')} />
        {conditions.length < MOST_CONDITIONS && (
          <Button
            ref={add}
            kind="link"
            size="small"
            className={styles.add}
            icon={<Plus aria-hidden />}
            onClick={() => put([...conditions, newCondition()])}
          >
            加一个条件
          </Button>
        )}
      </div>
    </section>
  )
}

export function Then({ draft, form, onChange }: PartProps) {
  const faultId = useId()
  const add = useRef<HTMLButtonElement>(null)
  const maySend = useCan('send')
  const { actions } = draft
  const put = (next: RuleDraft['actions']) => onChange({ ...draft, actions: next })
  const free = kindsFor(draft, null, maySend)[0]
  return (
    <section className={styles.if} aria-label="就">
      <h3>就</h3>
      <div className={styles.stack}>
        {actions.map((action, index) => (
          <ActionRow
            key={action.key}
            action={action}
            kinds={kindsFor(draft, action.kind, maySend)}
            faultOf={(part, typed) => form.faultAt(`actions.${index}.${part}`, typed)}
            onChange={next => put(actions.with(index, next))}
            onRemove={() => {
              put(actions.toSpliced(index, 1))
              add.current?.focus()
            }}
          />
        ))}
        <FaultText id={faultId} text={form.faultAt('actions', '')} />
        <div className={styles.last}>
          {actions.length < MOST_ACTIONS && free && (
            <Button
              ref={add}
              kind="link"
              size="small"
              className={styles.add}
              icon={<Plus aria-hidden />}
              onClick={() => put([...actions, newAction(free)])}
            >
              加一步
            </Button>
          )}
          <span className="grow" />
          <span className="small" id={`${faultId}stop`}>
            后面的规则不再看
          </span>
          <Switch
            size="small"
            className={styles.stop ?? ''}
            checked={draft.stop}
            aria-labelledby={`${faultId}stop`}
            onChange={stop => onChange({ ...draft, stop })}
          />
        </div>
      </div>
    </section>
  )
}
