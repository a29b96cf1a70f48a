/** What a list or a page shows when it has nothing to show: empty, failed, not allowed, still loading. */
import { Lock, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError, messageOf } from '../api/api-error.ts'
import { Button } from './button.tsx'
import styles from './states.module.css'
import { useBackAgain } from './use-back-again.ts'

/** Six boxes of an envelope, waiting; the words; and what to do next. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <div className={styles.six} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** What the server has judged stays so; where no answer came, it is tried again as soon as there can be one. */
export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  useBackAgain(!isApiError(error), retry)
  if (isApiError(error, 'forbidden')) return <NoPermission />
  return (
    <div className={styles.state} role="alert">
      <TriangleAlert aria-hidden />
      <p>{messageOf(error)}</p>
      <Button size="small" icon={<RotateCw aria-hidden />} onClick={retry}>
        重试
      </Button>
    </div>
  )
}

export function NoPermission({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <Lock aria-hidden />
      <p>这里需要更高的权限，请联系管理员开通。</p>
      {children}
    </div>
  )
}

export function Bone({ width, className }: { width: string; className?: string }) {
  return <span className={className ? `${styles.bone} ${className}` : styles.bone} style={{ width }} />
}

const WIDTHS = ['38%', '72%', '56%', '84%', '46%', '64%']

/** Lines of a page that is on its way. */
export function Bones({ lines = 6 }: { lines?: number }) {
  const bones = Array.from({ length: lines }, (_, line) => ({
    line,
    width: WIDTHS[line % WIDTHS.length] ?? '60%',
  }))
  return (
    <div className={styles.lines} role="status" aria-label="正在加载">
      {bones.map(({ line, width }) => (
        <Bone key={line} width={width} />
      ))}
    </div>
  )
}
