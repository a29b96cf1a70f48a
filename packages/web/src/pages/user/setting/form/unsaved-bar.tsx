import { useRef } from 'react'
import { Failure } from '../../../../ui/failure.tsx'
import styles from './unsaved-bar.module.css'
import type { SettingForm } from './use-setting-form.ts'

const namedAtMost = 3

/** Floats while something typed is not saved; nothing is saved by itself. */
export function UnsavedBar({ form, onShow }: { form: SettingForm; onShow?: (name: string) => void }) {
  const shown = useRef(-1)
  const { unsaved, busy, failure } = form
  if (unsaved.length === 0) return null
  const names = unsaved.slice(0, namedAtMost).map(({ label }) => label)
  const showNext = () => {
    shown.current = (shown.current + 1) % unsaved.length
    const next = unsaved[shown.current]
    if (next) onShow?.(next.name)
  }
  return (
    <section className={styles.place} aria-label="还没保存的改动">
      <Failure text={failure} />
      <div className={styles.bar}>
        <b role="status">{unsaved.length} 项还没保存</b>
        <span className="clip">
          {names.join('、')}
          {unsaved.length > names.length && ' 等'}
        </span>
        {onShow && (
          <button type="button" onClick={showNext}>
            逐项看
          </button>
        )}
        <button type="button" disabled={busy} onClick={form.discard}>
          放弃
        </button>
        <button type="submit" className={styles.go} aria-busy={busy || undefined}>
          保存
        </button>
      </div>
    </section>
  )
}
