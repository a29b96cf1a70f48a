/** Stands before a sender whose name gives itself out as an address that is not the sender's. */
import { TriangleAlert } from 'lucide-react'
import styles from './false-name-mark.module.css'

export function FalseNameMark() {
  return <TriangleAlert className={styles.mark} role="img" aria-label="发件人名称冒充了别的地址" />
}
