/** Marks a sender whose name pretends to be another address. */
import { TriangleAlert } from 'lucide-react'
import styles from './false-name-mark.module.css'

export function FalseNameMark() {
  return <TriangleAlert className={styles.mark} role="img" aria-label="发件人名称冒充了别的地址" />
}
