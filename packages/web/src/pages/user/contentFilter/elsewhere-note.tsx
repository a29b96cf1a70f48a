/** Over a rule that was changed or deleted in another window while it was being written here. */
import { Button } from '../../../ui/button.tsx'
import styles from './builder.module.css'

type ElsewhereNoteProps = { gone: boolean; onKeep: () => void; onTake: () => void }

export function ElsewhereNote({ gone, onKeep, onTake }: ElsewhereNoteProps) {
  if (gone) {
    return (
      <p className={styles.elsewhere} role="alert">
        这条规则在别处删掉了。保存就是重新建一条。
      </p>
    )
  }
  return (
    <div className={styles.elsewhere} role="alert">
      <span className="grow">这条规则在别处改过了，这里的还没有存。</span>
      <Button size="small" onClick={onKeep}>
        保留这里的
      </Button>
      <Button size="small" onClick={onTake}>
        换成那边的
      </Button>
    </div>
  )
}
