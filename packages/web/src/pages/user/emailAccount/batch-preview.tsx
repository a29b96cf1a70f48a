import type { AnswerOf, Calls } from '@yanshu/contract'
import styles from '../../../mail/jobs/drawer.module.css'
import { AddressText } from '../../../ui/address-text.tsx'
import { dateText } from '../../../ui/time-text.ts'
import { type BatchChange, type BatchField, fieldNames } from './batch-fields.tsx'
import { statusNames, useOwnerName } from './queries.ts'
import { roomText } from './storage-bar.tsx'

export type Preview = AnswerOf<Calls['batchEditEmailAccount']>

/** A value as the server gives it, in words. */
function wordsOf(field: BatchField, value: string): string {
  switch (field) {
    case 'quotaMb':
      return value === '' ? '不限' : roomText(Number(value))
    case 'expiresAt':
      return value === '' ? '长期' : dateText(value)
    case 'status':
      return Object.hasOwn(statusNames, value) ? statusNames[value as keyof typeof statusNames] : value
    case 'maySend':
      return value === '1' ? '可以' : '不能'
    case 'ownerId':
      return value === '' ? '无' : value
    case 'toAccount':
      return value === 'account' ? '邮箱账号' : '临时邮箱'
    case 'resetPassword':
      return ''
    default:
      return value === '' ? '无' : value
  }
}

/** Shows the effect of a change: how many of each field change, and the first few before and after. */
export function BatchPreview({ preview, change }: { preview: Preview; change: BatchChange }) {
  const ownerName = useOwnerName(change.ownerId)
  const fields = (Object.keys(change) as BatchField[]).filter(field => change[field] !== undefined)
  const shown = fields.filter(field => field !== 'resetPassword')
  const after = (field: BatchField): string => {
    const value = change[field]
    if (field === 'ownerId') return value === null ? '无' : (ownerName ?? '')
    if (field === 'toAccount') return '邮箱账号'
    if (typeof value === 'boolean') return wordsOf(field, value ? '1' : '0')
    return wordsOf(field, value === null || value === undefined ? '' : String(value))
  }
  return (
    <div className={styles.made} style={{ paddingInline: 0 }}>
      <p role="status">
        选中 {preview.matched.toLocaleString('zh-CN')} 个，其中{' '}
        <b>{preview.changed.toLocaleString('zh-CN')}</b> 个会变
      </p>
      <ul className={styles.list}>
        {fields.map(field => (
          <li key={field}>
            <span>
              {fieldNames[field]}
              {field !== 'resetPassword' && field !== 'toAccount' && ` → ${after(field)}`}
            </span>
            <span className="muted">{(preview.differing[field] ?? 0).toLocaleString('zh-CN')} 个</span>
          </li>
        ))}
      </ul>
      {shown.length > 0 && preview.sample.length > 0 && (
        <table className={styles.report}>
          <thead>
            <tr>
              <th scope="col">前几个</th>
              {shown.map(field => (
                <th scope="col" key={field}>
                  {fieldNames[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.sample.slice(0, 5).map(({ address, before }) => (
              <tr key={address}>
                <td>
                  <AddressText address={address} />
                </td>
                {shown.map(field => {
                  const old = wordsOf(field, before[field === 'toAccount' ? 'kind' : field] ?? '')
                  const next = after(field)
                  return (
                    <td key={field}>
                      {old === next ? (
                        <span className="muted">{old}，不变</span>
                      ) : (
                        <>
                          <del className="muted">{old}</del> {next}
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
