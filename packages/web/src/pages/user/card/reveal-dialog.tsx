/** Codes that the site keeps readable, shown again to those who made them. */
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { Download } from 'lucide-react'
import { ErrorState } from '../../../api/error-state.tsx'
import { api } from '../../../api/index.ts'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Bones, Empty } from '../../../ui/states.tsx'
import type { Target } from './acts.ts'
import { txtOf } from './codes-file.ts'
import styles from './make-drawer.module.css'
import { cardKeys } from './shared/keys.ts'

export type Revealing = { target: Target; name: string }

export function RevealDialog({ revealing, onClose }: { revealing: Revealing | null; onClose: () => void }) {
  return (
    <Modal
      open={revealing !== null}
      title={revealing?.name}
      onCancel={onClose}
      footer={null}
      width={460}
      destroyOnHidden
    >
      {revealing && <Codes {...revealing} />}
    </Modal>
  )
}

function Codes({ target, name }: Revealing) {
  const { data, error, refetch } = useQuery({
    queryKey: cardKeys.codes(target),
    queryFn: async ({ signal }) => (await api.revealCard({ body: target }, { signal })).list,
    gcTime: 0,
    staleTime: 0,
  })
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Bones lines={3} />
  const codes = data.flatMap(({ code }) => (code === null ? [] : [code]))
  if (codes.length === 0)
    return <Empty drawing={<Drawing of="cards" />} text="没有保留明文，只能看到末四位。" />
  const missing = data.length - codes.length
  return (
    <div className={styles.revealed}>
      <textarea
        className={styles.codes}
        aria-label="卡密"
        readOnly
        rows={Math.min(12, Math.max(2, codes.length))}
        spellCheck={false}
        value={codes.join('\n')}
      />
      {missing > 0 && <p className="small muted">另有 {missing} 张没有保留明文。</p>}
      <div className={styles.ways}>
        <CopyButton text={codes.join('\n')} label="复制" />
        <Button
          icon={<Download aria-hidden />}
          onClick={() => saveBlob(new Blob([txtOf(codes)]), `${name}.txt`)}
        >
          下载 TXT
        </Button>
      </div>
    </div>
  )
}
