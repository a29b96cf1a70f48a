import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { isReachable, useBackAgain } from '../ui/use-back-again.ts'
import styles from './route-error.module.css'

const reload = () => window.location.reload()

/** A page that could not be fetched (a newer version was put up, the network went) or that broke while drawing. */
export function RouteError() {
  // Only what the network took opens again by itself: a page that breaks while drawing would break again and again.
  const [away, setAway] = useState(false)
  useEffect(() => {
    void isReachable().then(reachable => setAway(!reachable))
  }, [])
  useBackAgain(away, reload)
  return (
    <main className={styles.page} role="alert">
      <h1>这一页没能打开</h1>
      <p className="muted">
        {away ? '连不上服务器，恢复之后会自动重新打开。' : '可能是网络断了，或者网站刚刚更新过。'}
      </p>
      <Button kind="primary" onClick={reload}>
        重新打开
      </Button>
    </main>
  )
}
