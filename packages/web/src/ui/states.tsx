/** The states of a list or page without content: empty, failed, not allowed, still loading. */
import { Lock, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './states.module.css'

type EmptyProps = {
  text: string
  /** The place waits for a code: it has the six boxes of an envelope. */
  code?: boolean
  /** Draws the things that will stand there; without it an empty sheet, for letters. */
  drawing?: ReactNode
  children?: ReactNode
}

/** The empty state: a drawing or the boxes of a code, the words, and the next step. */
export function Empty({ text, code = false, drawing, children }: EmptyProps) {
  return (
    <div className={styles.state}>
      {code ? <CodeBoxes /> : (drawing ?? <div className={styles.blank} aria-hidden="true" />)}
      <p>{text}</p>
      {children}
    </div>
  )
}

/** The six empty boxes into which a code is set. */
export function CodeBoxes() {
  return (
    <div className={styles.six} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

/** A failed load: the reason, and a button to try again. */
export function Failed({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <TriangleAlert aria-hidden />
      <p>{text}</p>
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

/** Placeholder lines of a page that is loading. */
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
