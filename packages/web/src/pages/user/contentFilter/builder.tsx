/** Writing a rule: 当 … 就 …, judged as it is typed, tried below before it is saved. */
import type { FilterRow } from '@yanshu/contract'
import { ConfigProvider } from 'antd'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import styles from './builder.module.css'
import { CodeWarning } from './code-warning.tsx'
import type { RuleDraft } from './draft.ts'
import { ElsewhereNote } from './elsewhere-note.tsx'
import { RuleName } from './rule-name.tsx'
import { suggestedName } from './sentence.ts'
import { TryIt, withoutCodes } from './try-it.tsx'
import { useSaveRule } from './use-save-rule.ts'
import { Then, When } from './when-then.tsx'

type BuilderProps = {
  saved: FilterRow | null
  draft: RuleDraft
  /** The rule as it was when the change was begun. */
  begun: RuleDraft
  changed: boolean
  /** The fate of the rule in another window since. */
  elsewhere: 'changed' | 'deleted' | null
  onChange: (draft: RuleDraft) => void
  onDiscard: () => void
  onSaved: (row: FilterRow) => void
  onRemove: () => void
  /** Instead of the draft, the rule as it is now. */
  onTake: () => void
  /** On a phone: back to the list. */
  onBack: (() => void) | null
}

/** Once the faults are shown. */
function focusFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

export function Builder(props: BuilderProps) {
  const { saved, draft, changed, elsewhere, onChange, onDiscard, onRemove, onTake, onBack } = props
  const form = useSaveRule(props)
  return (
    <ConfigProvider theme={{ token: { controlHeight: 32, fontSize: 13 } }}>
      <form
        className={styles.build}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          form.save(draft)
          focusFirstFault(event.currentTarget)
        }}
      >
        <header className={styles.head}>
          {onBack && (
            <IconButton label="回到规则" onClick={onBack}>
              <ArrowLeft aria-hidden />
            </IconButton>
          )}
          <RuleName
            name={draft.name}
            suggested={suggestedName(draft)}
            isNew={saved === null}
            fault={form.faults.name ?? null}
            onChange={name => onChange({ ...draft, name })}
          />
          {saved && (
            <IconButton label="删除规则" onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          )}
          {(changed || saved === null) && (
            <Button kind="quiet" onClick={onDiscard}>
              {saved === null ? '不建了' : '不改了'}
            </Button>
          )}
          <Button
            kind="primary"
            type="submit"
            busy={form.busy}
            disabledReason={
              elsewhere === 'changed' ? '先选保留哪一份' : saved && !changed ? '没有改动' : null
            }
          >
            保存
          </Button>
        </header>
        <Failure text={form.failure} />
        {elsewhere && (
          <ElsewhereNote gone={elsewhere === 'deleted'} onKeep={() => form.saveOver(draft)} onTake={onTake} />
        )}
        <When draft={draft} form={form} onChange={onChange} />
        <Then draft={draft} form={form} onChange={onChange} />
        <TryIt draft={draft} trial={form.trial} onChange={onChange} />
      </form>
      <CodeWarning
        found={form.found}
        mayLeaveOut={draft.match === 'all'}
        onClose={form.closeWarning}
        onAnyway={() => form.saveAnyway(draft)}
        onLeaveOut={() => {
          const next = withoutCodes(draft)
          onChange(next)
          form.saveAnyway(next)
        }}
      />
    </ConfigProvider>
  )
}
