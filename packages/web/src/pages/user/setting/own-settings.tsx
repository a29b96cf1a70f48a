import type { SettingEntry } from '@yanshu/contract'
import { SettingRow } from './form/setting-row.tsx'
import { UnsavedBar } from './form/unsaved-bar.tsx'
import { useSettingForm } from './form/use-setting-form.ts'
import styles from './own-settings.module.css'

/** The few settings of a person's own: all are in sight, so a fault needs no way there. */
export function OwnSettings({ entries }: { entries: readonly SettingEntry[] }) {
  const form = useSettingForm(entries, () => undefined)
  return (
    <form className={styles.own} onSubmit={form.save} noValidate>
      {entries.map(entry => (
        <SettingRow key={entry.name} entry={entry} form={form} />
      ))}
      <UnsavedBar form={form} />
    </form>
  )
}
