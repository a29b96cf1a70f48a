/** Every record, in three groups: its state, what it is for, where it goes and what it says; what was found, if not that. */
import type { DnsKind, DnsRecord } from '@yanshu/contract'
import { CircleCheck, CircleDashed, CircleHelp, CircleX, RotateCw } from 'lucide-react'
import { CopyIcon } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { shortTime } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from './records-table.module.css'
import { kindWords, recordGroups, stateNames } from './words.ts'

type RecordsTableProps = { records: readonly DnsRecord[]; pending: ReadonlySet<DnsKind> }

const icons = { ok: CircleCheck, missing: CircleDashed, wrong: CircleX, unknown: CircleHelp }
const tones = { ok: 'good', missing: 'wait', wrong: 'bad', unknown: 'plain' } as const

type Looked = Pick<DnsRecord, 'state'> & { checkedAt?: string | null }

export function RecordState({ record, pending }: { record: Looked; pending: boolean }) {
  if (pending)
    return (
      <StateWord icon={<RotateCw className={styles.turning} aria-hidden />}>
        <span>检查中</span>
      </StateWord>
    )
  const Icon = icons[record.state]
  return (
    <StateWord tone={tones[record.state]} icon={<Icon aria-hidden />}>
      {record.checkedAt === null ? '未检查' : stateNames[record.state]}
    </StateWord>
  )
}

const isBad = (record: DnsRecord): boolean => record.state === 'missing' || record.state === 'wrong'

/** Values in words are for reading. */
const isCopied = (value: string): boolean => /^[\x20-\x7e]+$/.test(value)

const brokenText = (since: string): string => (since === '刚刚' ? '刚才还是好的' : `${since}起不再正常`)

/** Shows the values found in place of the expected one, and advice. */
function Finding({ record }: { record: DnsRecord }) {
  const now = useNow(60_000)
  const shown = record.state === 'wrong' ? record.found.slice(0, 3) : []
  if (record.advice === '' && shown.length === 0) return null
  return (
    <div className={styles.found}>
      {shown.map(value => (
        <p key={value}>
          查到 <code className="mono">{value}</code>
        </p>
      ))}
      {record.advice !== '' && <p>{record.advice}</p>}
      {isBad(record) && record.brokenAt !== null && <p>{brokenText(shortTime(record.brokenAt, now))}</p>}
    </div>
  )
}

function Row({ record, pending }: { record: DnsRecord; pending: boolean }) {
  const words = kindWords[record.kind]
  return (
    <tr
      className={cx(
        !pending && isBad(record) && styles.todo,
        !pending && record.state === 'wrong' && styles.wrong,
      )}
    >
      <td>
        <RecordState record={record} pending={pending} />
      </td>
      <td>
        <b>{words.name}</b>
        <small>{words.what}</small>
      </td>
      <td>
        <span className={cx('mono', styles.type)}>{record.type}</span>
      </td>
      <td>
        <div className={styles.value}>
          <code className="mono" title={record.name}>
            {record.name}
          </code>
          {isCopied(record.name) && <CopyIcon text={record.name} label={`复制${words.name}的主机名`} />}
        </div>
      </td>
      <td>
        {record.value !== '' && (
          <div className={styles.value}>
            <code className="mono" title={record.value}>
              {record.value}
            </code>
            {isCopied(record.value) && <CopyIcon text={record.value} label={`复制${words.name}的值`} />}
          </div>
        )}
        {!pending && record.checkedAt !== null && record.state !== 'ok' && <Finding record={record} />}
        {!pending && record.state === 'ok' && record.advice !== '' && (
          <div className={styles.found}>
            <p>{record.advice}</p>
          </div>
        )}
      </td>
    </tr>
  )
}

export function RecordsTable({ records, pending }: RecordsTableProps) {
  return (
    <table className={styles.table}>
      <caption className="sr">要设的 DNS 记录</caption>
      <thead>
        <tr>
          <th scope="col">状态</th>
          <th scope="col">记录</th>
          <th scope="col">类型</th>
          <th scope="col">主机名</th>
          <th scope="col">应填的值</th>
        </tr>
      </thead>
      {recordGroups.map(group => {
        const rows = group.kinds.flatMap(kind => records.filter(record => record.kind === kind))
        return (
          rows.length > 0 && (
            <tbody key={group.title}>
              <tr className={styles.group}>
                <th colSpan={5} scope="rowgroup">
                  {group.title}
                </th>
              </tr>
              {rows.map(record => (
                <Row key={record.key} record={record} pending={pending.has(record.kind)} />
              ))}
            </tbody>
          )
        )
      })}
    </table>
  )
}
