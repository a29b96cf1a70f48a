/** Importing a file: every line is checked first, what is wrong is shown with its number, and nothing is lost on the way. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { csvDocument } from '@yanshu/contract/csv'
import { Drawer } from 'antd'
import { Download, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { LimitLine } from '../../../account/limits/limit-line.tsx'
import { useLimit } from '../../../account/limits/use-limits.ts'
import { excessText } from '../../../account/limits/words.ts'
import { messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import styles from '../../../mail/jobs/drawer.module.css'
import { type Made, MadeAccounts } from '../../../mail/jobs/made-accounts.tsx'
import { useShowJob } from '../../../mail/jobs/queries.ts'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { slices, usePortions } from '../../../ui/run-portions.ts'
import { textOf } from '../../../ui/text-of.ts'
import { columnNames } from './column-names.ts'
import type { ImportFile } from './csv.ts'
import { useRenew } from './queries.ts'

type Fault = AnswerOf<Calls['importEmailAccount']>['failed'][number]
type Checked = { name: string; file: ImportFile; faults: Fault[] }

export function ImportDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [held, setHeld] = useState(false)
  return (
    <Drawer
      open={open || held}
      onClose={onClose}
      title="导入邮箱"
      size={640}
      closable={!held}
      mask={{ closable: !held }}
      keyboard={!held}
      styles={{ wrapper: { maxWidth: '100%' }, body: { padding: 0 } }}
      destroyOnHidden
    >
      <Importing onHeld={setHeld} onClose={onClose} />
    </Drawer>
  )
}

const PORTION = 1000
const MOST_LINES = 100_000
const MOST_BYTES = 20_000_000

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function Importing({ onHeld, onClose }: { onHeld: (held: boolean) => void; onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [made, setMade] = useState<Made[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const showJob = useShowJob()
  const { progress, run, stop } = usePortions()
  const renew = useRenew()
  const room = useLimit('mailboxes')

  /** Has the rows checked in portions; what is wrong with each comes back with its line. */
  async function checkAll(rows: ImportFile['rows'], take: (answer: { failed: Fault[] }) => void) {
    const parts = slices(rows, PORTION)
    await run(rows.length, async () => {
      const part = parts.shift() ?? []
      take(await api.importEmailAccount({ body: { rows: part, zone: zone(), dryRun: true } }))
      return { done: part.length, more: parts.length > 0 }
    })
  }

  async function check(given: File | undefined): Promise<void> {
    setFailure(null)
    if (!given) return
    try {
      if (given.size === 0) return setFailure('文件是空的')
      if (given.size > MOST_BYTES) return setFailure('文件太大，最多 20 MB')
      // Only whoever imports needs the reader.
      const { readImport } = await import('./csv.ts')
      const file = readImport(textOf(new Uint8Array(await given.arrayBuffer())))
      if (file.rows.length === 0)
        return setFailure(file.head.length > 0 ? '文件里只有列名，没有邮箱' : '文件是空的')
      if (file.rows.length > MOST_LINES) return setFailure('一次最多导入 100,000 行')
      const faults: Fault[] = twice(file.rows)
      const known = new Set(faults.map(fault => fault.line))
      await checkAll(
        file.rows.filter(row => !known.has(row.line)),
        answer => faults.push(...answer.failed),
      )
      setChecked({ name: given.name, file, faults: faults.sort((a, b) => a.line - b.line) })
    } catch (error) {
      setFailure(messageOf(error))
    }
  }

  /** A few are there at once; of many a job is made, which goes on without this page. */
  async function bring({ file, faults, name }: Checked): Promise<void> {
    const bad = new Set(faults.map(fault => fault.line))
    const rows = file.rows.filter(row => !bad.has(row.line))
    onHeld(true)
    setBusy(true)
    setFailure(null)
    let isMade = false
    try {
      const answer = await api.importEmailAccount({ body: { rows, zone: zone(), file: name.slice(0, 200) } })
      if (answer.jobId !== undefined) return showJob(answer.jobId)
      isMade = answer.made.length > 0
      setChecked({ name, file, faults: [...faults, ...answer.failed].sort((a, b) => a.line - b.line) })
      if (isMade) setMade(answer.made)
      await renew()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      onHeld(isMade)
      setBusy(false)
    }
  }

  if (made !== null)
    return (
      <MadeAccounts
        title="导入的邮箱和密码"
        made={made}
        failed={(checked?.faults ?? []).map(({ line, address, msg }) => ({
          address: `第 ${line} 行 ${address}`,
          msg,
        }))}
        onClose={() => {
          onHeld(false)
          onClose()
        }}
      />
    )
  const good = checked ? checked.file.rows.length - new Set(checked.faults.map(({ line }) => line)).size : 0
  return (
    <div className={styles.drawer}>
      <div className={styles.made}>
        {checked === null ? (
          <Choose onFile={file => void check(file)} />
        ) : (
          <Report checked={checked} good={good} />
        )}
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <LimitLine name="mailboxes" wanted={good} />
        {progress && <ProgressBar says="正在检查" progress={progress} onStop={stop} />}
        <div className={styles.buttons}>
          <span className="grow" />
          <Button kind="quiet" onClick={checked === null ? onClose : () => setChecked(null)}>
            {checked === null ? '不导了' : '换一个文件'}
          </Button>
          {checked !== null && (
            <Button
              kind="primary"
              busy={busy || progress !== null}
              disabledReason={good === 0 ? '没有可以导入的行' : excessText(room, good)}
              onClick={() => void bring(checked)}
            >
              导入 {good.toLocaleString('zh-CN')} 个
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Lines with an address that an earlier line has. */
function twice(rows: ImportFile['rows']): Fault[] {
  const seen = new Set<string>()
  return rows.flatMap(({ line, address }) => {
    const key = address.trim().toLowerCase()
    if (key === '' || !seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ line, address, column: 'address' as const, msg: '文件里有重复' }]
  })
}

const TEMPLATE = [
  ['地址', '密码', '空间MB', '到期', '状态', '发信', '归属', '备注'],
  ['wangfang@example.com', '', '1024', '2027-12-31', '正常', '是', '', '销售部'],
]

function Choose({ onFile }: { onFile: (file: File | undefined) => void }) {
  const id = useId()
  const template = () => saveBlob(new Blob([csvDocument(TEMPLATE)]), '邮箱导入模板.csv')
  return (
    <>
      <div className={styles.drop}>
        <Upload aria-hidden />
        <input
          id={id}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={event => {
            onFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <label htmlFor={id}>选一个 CSV 文件</label>
        <span className="small muted">先逐行检查，再决定导不导入</span>
      </div>
      <p className="muted">
        第一行是列名：地址、密码、空间MB、到期、状态、发信、归属、备注。只有地址必填；密码留空会随机生成。没有列名的文件，第一列当作地址，第二列当作密码。
      </p>
      <div>
        <Button size="small" icon={<Download aria-hidden />} onClick={template}>
          下载模板
        </Button>
      </div>
    </>
  )
}

const SHOWN_FAULTS = 200

function Report({ checked, good }: { checked: Checked; good: number }) {
  const { file, faults, name } = checked
  const save = () => {
    const lines = new Map(file.lines.map(({ line, cells }) => [line, cells]))
    const rows = faults.map(({ line, column, msg }) => [
      ...(lines.get(line) ?? []),
      `第 ${line} 行，${columnNames[column]}：${msg}`,
    ])
    const head = file.head.length > 0 ? [[...file.head, '问题']] : []
    saveBlob(new Blob([csvDocument([...head, ...rows])]), `有问题的行-${faults.length}.csv`)
  }
  return (
    <>
      <p role="status">
        {name}：{file.rows.length.toLocaleString('zh-CN')} 行，可以导入 <b>{good.toLocaleString('zh-CN')}</b>{' '}
        行{faults.length > 0 && `，有问题的 ${faults.length.toLocaleString('zh-CN')} 处`}
        {file.ignored.length > 0 && `。没有用到的列：${file.ignored.join('、')}`}
      </p>
      {faults.length > 0 && (
        <>
          <div>
            <Button size="small" icon={<Download aria-hidden />} onClick={save}>
              下载有问题的行
            </Button>
          </div>
          <table className={styles.report}>
            <thead>
              <tr>
                <th scope="col">行</th>
                <th scope="col">地址</th>
                <th scope="col">列</th>
                <th scope="col">问题</th>
              </tr>
            </thead>
            <tbody>
              {faults.slice(0, SHOWN_FAULTS).map(({ line, address, column, msg }) => (
                <tr key={`${line} ${column}`}>
                  <td>{line}</td>
                  <td className="mono">{address}</td>
                  <td>{columnNames[column]}</td>
                  <td>{msg}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  )
}
