import type { SettingEntry } from '@yanshu/contract'
import { useId } from 'react'
import { ChangedNote } from '../../../../ui/changed-note.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Marked } from '../../../../ui/marked.tsx'
import { SettingControl } from './setting-control.tsx'
import styles from './setting-row.module.css'
import { changeOf, isDefault, shortKinds, valueText, type WireValue } from './setting-value.ts'
import { toSetting, useArrival } from './use-arrival.ts'
import type { SettingForm } from './use-setting-form.ts'

type RowProps = {
  entry: SettingEntry
  form: SettingForm
  /** The words that it was found by. */
  words?: string
  /** Another after each time somebody was led here. */
  arrival?: string | null
}

/** One setting: what it is on the left, its field on the right, with the way back to what it was. */
export function SettingRow({ entry, form, words, arrival = null }: RowProps) {
  const id = useId()
  const row = useArrival<HTMLDivElement>(arrival, toSetting)
  const fault = form.faultOf(entry)
  const unsaved = form.isUnsaved(entry)
  const changed = !isDefault(entry)
  return (
    <div
      ref={row}
      data-setting={entry.name}
      className={cx(
        styles.row,
        entry.kind === 'switch' && styles.switch,
        unsaved ? styles.unsaved : changed && styles.changed,
        arrival !== null && styles.here,
      )}
    >
      <div className={styles.about}>
        <b>
          <span>
            <Marked text={entry.label} words={words} />
          </span>
        </b>
        <p id={`${id}-help`}>
          <Marked text={entry.help} words={words} />
          {boundsOf(entry)}
          {entry.fixedBy !== undefined && `由环境变量 ${entry.fixedBy} 定下，要改就改它，再重启。`}
        </p>
      </div>
      <div className={styles.side}>
        <div className={styles.field}>
          <SettingControl
            entry={entry}
            field={form.fieldOf(entry)}
            onChange={field => form.type(entry, field)}
            describedBy={`${id}-help ${id}-fault`}
            wrong={fault !== null}
          />
          {entry.unit && <span>{entry.unit}</span>}
          {entry.fixedBy === undefined && <WayBack entry={entry} form={form} />}
        </div>
        <FaultLine id={`${id}-fault`} text={fault} />
      </div>
      <OvertakenNote entry={entry} form={form} />
    </div>
  )
}

/** Says what a setting was before it was typed over, or its default, and leads back there. */
export function WayBack({ entry, form }: { entry: SettingEntry; form: SettingForm }) {
  const secret = entry.kind === 'secret'
  const short = shortKinds.includes(entry.kind)
  if (form.isUnsaved(entry)) {
    return (
      <span className={styles.back}>
        {short && <span>原来 {valueText(entry, entry.value ?? entry.default)}，</span>}
        <button type="button" aria-label={`${entry.label}撤回`} onClick={() => form.undo(entry)}>
          撤回
        </button>
      </span>
    )
  }
  if (isDefault(entry)) return null
  return (
    <span className={styles.back}>
      {short && <span>默认 {valueText(entry, entry.default)}，</span>}
      <button
        type="button"
        aria-label={`${entry.label}${secret ? '清除' : '恢复默认'}`}
        onClick={() => form.reset(entry)}
      >
        {secret ? '清除' : '恢复'}
      </button>
    </span>
  )
}

/** Says that somebody else changed the setting while it was being typed over. */
export function OvertakenNote({ entry, form }: { entry: SettingEntry; form: SettingForm }) {
  const by = form.overtakenBy(entry)
  if (by === null) return null
  const change = changeOf(entry, form.fieldOf(entry))
  const wanted = change !== null && 'value' in change ? (change.value ?? entry.default) : entry.default
  const told = (value: WireValue) => ` ${valueText(entry, value)}`
  const values =
    entry.kind === 'secret'
      ? { theirs: entry.value === null ? '没有设置' : '另一个', mine: '你填的' }
      : { theirs: told(entry.value ?? entry.default), mine: told(wanted) }
  return (
    <div className={styles.overtaken}>
      <ChangedNote
        list={[{ field: entry.name, label: `“${entry.label}”`, ...by, ...values }]}
        onTheirs={() => form.undo(entry)}
        onMine={() => form.keepMine(entry)}
      />
    </div>
  )
}

export function FaultLine({ id, text }: { id: string; text: string | null }) {
  return (
    <p id={id} className={styles.fault} role="alert">
      {text}
    </p>
  )
}

const shown = (value: number): string => value.toLocaleString('zh-CN')

function boundsOf({ kind, min, max }: SettingEntry): string | null {
  const numeric = kind === 'number' || kind === 'numberList'
  return numeric && min !== undefined && max !== undefined ? `可填 ${shown(min)} 到 ${shown(max)}。` : null
}
