import type { SettingEntry } from '@yanshu/contract'
import { Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { loadVariables } from '../../../api/start-up.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { clearErrors, useSubmit } from '../../../ui/form.ts'
import { showError, showToast } from '../../../ui/toast.ts'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { useTakeEntries } from './queries.ts'
import { SettingField } from './setting-field.tsx'
import styles from './setting-list.module.css'
import { changedValues, type FieldValue, isDefault, toField } from './setting-value.ts'

type Values = Record<string, FieldValue | undefined>
type SettingGroupProps = {
  id: string
  name: string
  entries: readonly SettingEntry[]
  shown: ReadonlySet<string>
  /** What else belongs to the group, under its rows. */
  children?: ReactNode
}

const fieldsOf = (entries: readonly SettingEntry[]): Values =>
  Object.fromEntries(entries.map(entry => [entry.name, toField(entry)]))

/** A secret has no default to go back to; it is set, or it is not. */
const resetName = (entry: SettingEntry): string => (entry.kind === 'secret' ? '清除' : '恢复默认')

/** One group of settings. Hidden rows keep what was typed in them. */
export function SettingGroup({ id, name, entries, shown, children }: SettingGroupProps) {
  const [form] = Form.useForm<Values>()
  const [changed, setChanged] = useState(0)
  useUnsaved(changed > 0, 'tab')
  const take = useTakeEntries()
  const count = (typed: Values) => {
    clearErrors(form, Object.keys(typed))
    const { values, wrong } = changedValues(entries, form.getFieldsValue(true))
    setChanged(Object.keys(values).length + Object.keys(wrong).length)
  }

  /** Shows what the server made of a change, and asks again for what the whole interface knows of the settings. */
  const accept = (list: readonly SettingEntry[], names: readonly string[]) => {
    take(list)
    form.setFieldsValue(fieldsOf(list.filter(entry => names.includes(entry.name))))
    clearErrors(form, names)
    loadVariables().catch((error: unknown) => showError(messageOf(error)))
  }
  const { submit, busy, failure, setFailure } = useSubmit<Values>(form, async fields => {
    const { values, wrong } = changedValues(entries, fields)
    if (Object.keys(wrong).length > 0)
      throw new ApiError({ error: 1001, msg: '有内容填得不对，请看提示', fields: wrong })
    try {
      const { list } = await api.updateSetting({ body: { values } })
      accept(list, Object.keys(values))
    } catch (error) {
      throw error instanceof ApiError ? withPlainNames(error) : error
    }
    setChanged(0)
    showToast('已保存')
  })
  const reset = async (entry: SettingEntry) => {
    try {
      const { list } = await api.updateSetting({ body: { values: { [entry.name]: null } } })
      accept(list, [entry.name])
      showToast(entry.kind === 'secret' ? `${entry.label}已清除` : `${entry.label}已恢复默认`)
    } catch (error) {
      showError(messageOf(error))
    }
  }
  const undo = () => {
    form.setFieldsValue(fieldsOf(entries))
    clearErrors(form)
    setChanged(0)
    setFailure(null)
  }
  return (
    <section
      className={styles.group}
      id={id}
      aria-label={name}
      hidden={!entries.some(entry => shown.has(entry.name))}
    >
      <h2>{name}</h2>
      <Form form={form} initialValues={fieldsOf(entries)} onFinish={submit} onValuesChange={count}>
        {entries.map(entry => (
          <div key={entry.name} className={styles.row} hidden={!shown.has(entry.name)}>
            <div className={styles.about}>
              <b id={`about-${entry.name}`}>{entry.label}</b>
              {entry.help && <p>{entry.help}</p>}
              {!isDefault(entry) && (
                <button
                  type="button"
                  onClick={() => void reset(entry)}
                  aria-label={`${entry.label}${resetName(entry)}`}
                >
                  {resetName(entry)}
                </button>
              )}
            </div>
            <div className={styles.field}>
              <SettingField entry={entry} />
            </div>
          </div>
        ))}
        {changed > 0 && (
          <div className={styles.foot}>
            <Button kind="primary" type="submit" busy={busy}>
              保存
            </Button>
            <Button kind="quiet" onClick={undo}>
              不改了
            </Button>
            <span className="small muted">改了 {changed} 项</span>
            <Failure text={failure} />
          </div>
        )}
      </Form>
      {children}
    </section>
  )
}

/** The server names a field where it stands in the request; the form names it by the setting alone. */
function withPlainNames(error: ApiError): ApiError {
  const fields = Object.entries(error.fields).map(([name, text]) => [name.replace(/^values\./, ''), text])
  return new ApiError({ error: error.code, msg: error.message, fields: Object.fromEntries(fields) })
}
