import { Button } from '../../../ui/button.tsx'
import styles from './select-all.module.css'

type SelectAllProps = {
  shown: number
  chosen: number
  total: number
  all: boolean
  offered: boolean
  onAll: (all: boolean) => void
}

/** When a whole page is chosen: the rest that the filter means can be chosen with it. */
export function SelectAll({ shown, chosen, total, all, offered, onAll }: SelectAllProps) {
  if (!offered || shown === 0 || chosen < shown || total <= chosen) return null
  return (
    <p className={styles.band} role="status">
      {all ? (
        <>
          已选符合条件的全部 {total.toLocaleString('zh-CN')} 个
          <Button size="small" kind="link" onClick={() => onAll(false)}>
            只选这一页
          </Button>
        </>
      ) : (
        <>
          已选这一页的 {chosen} 个
          <Button size="small" kind="link" onClick={() => onAll(true)}>
            选符合条件的全部 {total.toLocaleString('zh-CN')} 个
          </Button>
        </>
      )}
    </p>
  )
}
