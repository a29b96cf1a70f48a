import { Button } from './button.tsx'
import styles from './progress-bar.module.css'
import type { Progress } from './run-portions.ts'

const number = (value: number) => value.toLocaleString('zh-CN')

/** Shows the progress of a long task in figures and as a bar, with a button to stop it. */
export function ProgressBar({
  says,
  progress,
  onStop,
}: {
  says: string
  progress: Progress
  onStop: () => void
}) {
  const { done, total } = progress
  return (
    <div className={styles.wait}>
      <span className="small muted" role="status">
        {says} {number(done)} / {number(total)}，请不要关掉页面
      </span>
      <Button size="small" kind="quiet" onClick={onStop}>
        停下
      </Button>
      <progress aria-label={says} value={done} max={total} />
    </div>
  )
}
