/**
 * Addresses with passwords that are shown only once. They close only by the button, and only after the person
 * has stored them.
 */
import { csvDocument } from '@yanshu/contract/csv'
import { Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '../../account/permission.ts'
import { LossDialog } from '../../api/loss-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { saveBlob } from '../view/save-blob.ts'
import styles from './drawer.module.css'
import { ReleaseName } from './release-name.tsx'

export type Made = { address: string; password: string }
export type NotMade = { address: string; msg: string; resting?: true | undefined }

type MadeAccountsProps = {
  title: string
  made: readonly Made[]
  failed: readonly NotMade[]
  onClose: () => void
}

const SHOWN_FAULTS = 200

export function MadeAccounts({ title, made, failed, onClose }: MadeAccountsProps) {
  const [kept, setKept] = useState(made.length === 0)
  const [asking, setAsking] = useState(false)
  useUnsaved(!kept)
  const text = made.map(({ address, password }) => `${address}\t${password}`).join('\n')
  const save = () => {
    const lines = [['地址', '密码'], ...made.map(({ address, password }) => [address, password])]
    saveBlob(new Blob([csvDocument(lines)]), `${title}-${made.length}个.csv`)
    setKept(true)
  }
  return (
    <div className={styles.drawer}>
      <div className={styles.made}>
        {made.length > 0 && (
          <>
            <p className={styles.once} role="status">
              <TriangleAlert aria-hidden />
              密码只显示这一次，请马上复制或下载。
            </p>
            <textarea
              className={styles.codes}
              aria-label={title}
              readOnly
              spellCheck={false}
              value={text}
              style={{ height: Math.min(300, made.length * 24 + 28) }}
              onFocus={event => event.currentTarget.select()}
              onCopy={() => setKept(true)}
            />
            <div className={styles.ways}>
              <CopyButton text={text} label="复制全部" onCopied={() => setKept(true)} />
              <Button icon={<Download aria-hidden />} onClick={save}>
                下载 CSV
              </Button>
            </div>
          </>
        )}
        {failed.length > 0 && <Faults failed={failed} />}
      </div>
      <div className={styles.foot}>
        <div className={styles.buttons}>
          <span className="grow" />
          <Button kind="primary" onClick={() => (kept ? onClose() : setAsking(true))}>
            {made.length === 0 ? '知道了' : '已存好，关掉'}
          </Button>
        </div>
      </div>
      <LossDialog
        open={asking}
        title="还没有复制或下载"
        action="不存了，关掉"
        onClose={() => setAsking(false)}
        onConfirm={async () => onClose()}
      >
        <p className="muted">关掉后这 {made.length} 个密码再也看不到，只能重置。</p>
      </LossDialog>
    </div>
  )
}

export function Faults({ failed, total = failed.length }: { failed: readonly NotMade[]; total?: number }) {
  const isAdmin = usePermission().role === 'admin'
  const [released, setReleased] = useState<ReadonlySet<string>>(new Set())
  // The same address may occur twice.
  const shown = failed.slice(0, SHOWN_FAULTS).map((fault, place) => ({ ...fault, place }))
  return (
    <table className={styles.report}>
      <caption className="sr">没成的</caption>
      <thead>
        <tr>
          <th scope="col">没成的 {total} 个</th>
          <th scope="col">原因</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ address, msg, resting, place }) => (
          <tr key={place}>
            <td className="mono">{address}</td>
            <td>
              {released.has(address) ? '放开了，可以再建一次' : msg}
              {resting && isAdmin && !released.has(address) && (
                <div className={styles.release}>
                  <ReleaseName
                    address={address}
                    onReleased={() => setReleased(before => new Set(before).add(address))}
                  />
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
