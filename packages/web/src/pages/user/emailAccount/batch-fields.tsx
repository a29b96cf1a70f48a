import type { BodyOf, Calls, MailboxStatus } from '@yanshu/contract'
import { Checkbox, DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { usePermission } from '../../../account/permission.ts'
import styles from '../../../mail/jobs/drawer.module.css'
import { Failure } from '../../../ui/failure.tsx'
import { numberFault } from '../../../ui/number-rule.ts'
import { OrNone } from '../../../ui/or-none.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { noOwner, statusOptions, useOwnerChoices, useTab } from './queries.ts'

type Body = BodyOf<Calls['batchEditEmailAccount']>
export type BatchChange = Pick<
  Body,
  'quotaMb' | 'expiresAt' | 'status' | 'maySend' | 'ownerId' | 'note' | 'resetPassword' | 'toAccount'
>
export type BatchField = keyof BatchChange

export const isEmptyChange = (change: BatchChange): boolean =>
  Object.values(change).every(value => value === undefined)

export const fieldNames: Readonly<Record<BatchField, string>> = {
  quotaMb: '空间',
  expiresAt: '到期',
  status: '状态',
  maySend: '发信',
  ownerId: '归属',
  note: '备注',
  resetPassword: '重置密码',
  toAccount: '变成邮箱账号',
}

/** Returns the fault of a value to set; null when there is none. */
export const changeFault = ({ quotaMb }: BatchChange): string | null =>
  quotaMb === undefined ? null : numberFault(quotaMb, { min: 0, max: 10_000_000, optional: true })

/** The first value of a field when it is ticked. */
const starts: Readonly<Record<BatchField, BatchChange>> = {
  quotaMb: { quotaMb: 1024 },
  expiresAt: { expiresAt: null },
  status: { status: 'paused' },
  maySend: { maySend: true },
  ownerId: {},
  note: { note: '' },
  resetPassword: { resetPassword: true },
  toAccount: { toAccount: true },
}

/** Returns the first values of these fields. */
export const startOf = (fields: readonly BatchField[]): BatchChange =>
  Object.assign({}, ...fields.map(field => starts[field])) as BatchChange

type BatchFieldsProps = {
  fields: readonly BatchField[]
  change: BatchChange
  onFields: (fields: BatchField[]) => void
  onChange: (change: BatchChange) => void
}

/** A box to tick for every field, and beside a ticked one its new value. */
export function BatchFields({ fields, change, onFields, onChange }: BatchFieldsProps) {
  const isAdmin = usePermission().role === 'admin'
  const tab = useTab()
  const offered = (Object.keys(fieldNames) as BatchField[]).filter(
    field => (field !== 'ownerId' || isAdmin) && (field !== 'toAccount' || tab === 'temporary'),
  )
  const toggle = (field: BatchField, on: boolean) => {
    onFields(on ? [...fields, field] : fields.filter(other => other !== field))
    const { [field]: _, ...rest } = change
    onChange(on ? { ...rest, ...starts[field] } : rest)
  }
  return (
    <div className={styles.fields}>
      {offered.map(field => (
        <Field key={field} on={fields.includes(field)} name={field} onToggle={on => toggle(field, on)}>
          <Value field={field} change={change} onChange={onChange} />
        </Field>
      ))}
    </div>
  )
}

function Field(props: {
  name: BatchField
  on: boolean
  onToggle: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <>
      <Checkbox checked={props.on} onChange={event => props.onToggle(event.target.checked)}>
        {props.name === 'quotaMb' ? '空间（MB）' : fieldNames[props.name]}
      </Checkbox>
      <div>{props.on && props.children}</div>
    </>
  )
}

type ValueProps = { field: BatchField; change: BatchChange; onChange: (change: BatchChange) => void }

function Value({ field, change, onChange }: ValueProps) {
  const set = (part: BatchChange) => onChange({ ...change, ...part })
  switch (field) {
    case 'quotaMb':
      return (
        <div className={styles.wide ?? ''}>
          <OrNone
            none="不限"
            start={1024}
            value={change.quotaMb === undefined ? 1024 : change.quotaMb}
            onChange={quotaMb => set({ quotaMb })}
          />
          <Failure text={changeFault(change)} />
        </div>
      )
    case 'expiresAt':
      return (
        <DatePicker
          className={styles.wide ?? ''}
          aria-label="到期"
          placeholder="长期"
          minDate={dayjs()}
          value={change.expiresAt ? dayjs(change.expiresAt) : null}
          onChange={day => set({ expiresAt: day?.endOf('day').toISOString() ?? null })}
        />
      )
    case 'status':
      return (
        <Select<MailboxStatus>
          className={styles.wide ?? ''}
          aria-label="状态"
          options={statusOptions}
          value={change.status ?? 'paused'}
          onChange={status => set({ status })}
        />
      )
    case 'maySend':
      return (
        <Select
          className={styles.wide ?? ''}
          aria-label="发信"
          options={[
            { value: 1, label: '可以发信' },
            { value: 0, label: '不能发信' },
          ]}
          value={change.maySend === false ? 0 : 1}
          onChange={value => set({ maySend: value === 1 })}
        />
      )
    case 'ownerId':
      return (
        <SearchSelect
          className={styles.wide ?? ''}
          aria-label="归属"
          placeholder="转给谁"
          fixed={noOwner}
          nothing="没有这样的账号"
          useFound={useOwnerChoices}
          value={change.ownerId === undefined ? null : (change.ownerId ?? '')}
          onChange={value => set({ ownerId: value === '' ? null : (value ?? undefined) })}
        />
      )
    case 'note':
      return (
        <Input
          aria-label="备注"
          maxLength={500}
          value={change.note ?? ''}
          onChange={event => set({ note: event.target.value })}
        />
      )
    case 'resetPassword':
      return <span className="small muted">各换一个随机密码，只显示一次；登录着的都会退出</span>
    case 'toAccount':
      return <span className="small muted">长期有效，没有密码的各给一个</span>
  }
}
