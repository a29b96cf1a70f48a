import { HardDrive } from 'lucide-react'
import styles from './storage-note.module.css'

/** The browser takes nothing: said once, above the page, with what can be done. */
export default function StorageNote() {
  return (
    <p className={styles.note} role="status">
      <HardDrive aria-hidden />
      <span>
        浏览器没让本站存数据：被禁止了，或者空间满了。登录和地址关掉页面就没了，有的内容也显示不全。请在浏览器里允许本站存数据，或清出空间，再刷新。
      </span>
    </p>
  )
}
