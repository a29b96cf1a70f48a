/** Over the table while one batch is shown: what can be done with all of it. */
import { Ban, Eye, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import styles from './batch-band.module.css'
import type { CardDeed } from './card-columns.tsx'
import { batchName } from './words.ts'

type BatchBandProps = {
  batchId: string
  busy: boolean
  onDeed: (deed: CardDeed) => void
  /** Absent while there is nothing to take the values from. */
  onEdit: (() => void) | undefined
  /** Absent where the codes were not kept readable. */
  onReveal: (() => void) | undefined
}

export function BatchBand({ batchId, busy, onDeed, onEdit, onReveal }: BatchBandProps) {
  return (
    <section className={styles.band} aria-label="整批操作">
      <span>
        批次 <b className="mono">{batchName(batchId)}</b>
      </span>
      <span className="grow" />
      {onReveal && (
        <Button size="small" kind="quiet" icon={<Eye aria-hidden />} onClick={onReveal}>
          再看整批卡密
        </Button>
      )}
      {onEdit && (
        <Button size="small" kind="quiet" icon={<Pencil aria-hidden />} onClick={onEdit}>
          改备注和截止时间
        </Button>
      )}
      <Button
        size="small"
        kind="quiet"
        busy={busy}
        icon={<Pause aria-hidden />}
        onClick={() => onDeed('disable')}
      >
        整批停用
      </Button>
      <Button
        size="small"
        kind="quiet"
        busy={busy}
        icon={<Play aria-hidden />}
        onClick={() => onDeed('enable')}
      >
        整批启用
      </Button>
      <Button size="small" kind="quiet" danger icon={<Ban aria-hidden />} onClick={() => onDeed('revoke')}>
        整批作废
      </Button>
      <Button size="small" kind="quiet" danger icon={<Trash2 aria-hidden />} onClick={() => onDeed('delete')}>
        删除没用过的
      </Button>
    </section>
  )
}
