/** The codes of a batch just made. Where the site does not keep them, they leave the screen only by the button, and not before they were kept somewhere. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { csvOf, type Ordered, txtOf } from './codes-file.ts'
import styles from './make-drawer.module.css'
import { batchName } from './words.ts'

export type Made = AnswerOf<Calls['createCard']> & {
  ordered: Ordered
  /** Why there are fewer than were asked for; null when there are not. */
  short: string | null
}

export function MadeCodes({ made, onClose }: { made: Made; onClose: () => void }) {
  const { codes, ordered, batchId, short } = made
  const [kept, setKept] = useState(made.kept)
  const [asking, setAsking] = useState(false)
  useUnsaved(!kept)
  const save = (text: string, type: 'txt' | 'csv') => {
    saveBlob(new Blob([text]), `卡密-${batchName(batchId)}-${codes.length}张.${type}`)
    setKept(true)
  }
  return (
    <div className={styles.drawer}>
      <div className={styles.made}>
        <p className={made.kept ? 'muted' : styles.once} role="status">
          {!made.kept && <TriangleAlert aria-hidden />}
          <span>
            {short !== null && <b>没有做完：{short}。下面是做好的，一样能用。</b>}
            {made.kept
              ? '站点保留了明文，以后打开这一批还可以再看。'
              : '只显示这一次，请马上复制或下载。关掉后只能看到末四位。'}
          </span>
        </p>
        <textarea
          className={styles.codes}
          aria-label="新做的卡密"
          readOnly
          spellCheck={false}
          value={codes.join('\n')}
          onFocus={event => event.currentTarget.select()}
          onCopy={() => setKept(true)}
        />
        <div className={styles.ways}>
          <CopyButton text={codes.join('\n')} label="复制全部" onCopied={() => setKept(true)} />
          <Button icon={<Download aria-hidden />} onClick={() => save(txtOf(codes), 'txt')}>
            下载 TXT
          </Button>
          <Button icon={<Download aria-hidden />} onClick={() => save(csvOf(codes, ordered), 'csv')}>
            下载 CSV
          </Button>
        </div>
      </div>
      <div className={styles.foot}>
        <div className={styles.buttons}>
          <span className="grow" />
          <Button kind="primary" onClick={() => (kept ? onClose() : setAsking(true))}>
            {made.kept ? '关掉' : '已存好，关掉'}
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
        <p className="muted">关掉后这 {codes.length} 张卡密再也看不到全文，只能作废重做。</p>
      </LossDialog>
    </div>
  )
}
