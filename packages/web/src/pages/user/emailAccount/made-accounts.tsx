/** Addresses with passwords that are shown this once. They leave the screen only by the button, and not before they were kept. */
import { Check, Copy, Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { LossDialog } from '../../../ui/loss-dialog.tsx'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { csvCell } from '../card/codes-file.ts'
import styles from './drawer.module.css'

export type Made = { address: string; password: string }
export type NotMade = { address: string; msg: string }

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
  const { copied, copy } = useCopy()
  useUnsaved(!kept)
  const text = made.map(({ address, password }) => `${address}\t${password}`).join('\n')
  const save = () => {
    const lines = [['地址', '密码'], ...made.map(({ address, password }) => [address, password])]
    const csv = lines.map(cells => cells.map(csvCell).join(',')).join('\r\n')
    saveBlob(new Blob([`\ufeff${csv}\r\n`]), `${title}-${made.length}个.csv`)
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
              <Button
                icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
                onClick={() => {
                  copy(text)
                  setKept(true)
                }}
              >
                <span aria-live="polite">{copied ? '已复制' : '复制全部'}</span>
              </Button>
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

function Faults({ failed }: { failed: readonly NotMade[] }) {
  // The same address may stand there twice.
  const shown = failed.slice(0, SHOWN_FAULTS).map((fault, place) => ({ ...fault, place }))
  return (
    <table className={styles.report}>
      <caption className="sr">没有建成的</caption>
      <thead>
        <tr>
          <th scope="col">没有建成的 {failed.length} 个</th>
          <th scope="col">原因</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ address, msg, place }) => (
          <tr key={place}>
            <td className="mono">{address}</td>
            <td>{msg}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
