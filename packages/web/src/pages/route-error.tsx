import { Button } from '../ui/button.tsx'
import styles from './route-error.module.css'

/** A page that could not be fetched (a newer version was put up, the network went) or that broke while drawing. */
export function RouteError() {
  return (
    <main className={styles.page} role="alert">
      <h1>这一页没能打开</h1>
      <p className="muted">可能是网络断了，或者网站刚刚更新过。</p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        重新打开
      </Button>
    </main>
  )
}
