import { useEffect, useState } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { Button } from '../ui/button.tsx'
import { isReachable, useBackAgain } from '../ui/use-back-again.ts'
import styles from './route-error.module.css'

const reload = () => window.location.reload()

/** Browsers say this when the code of a page could not be fetched. */
const notFetched = /dynamically imported module|importing a module script|preload css/i

const says = {
  away: '连不上服务器，恢复之后会自动重新打开。',
  updated: '网站刚刚更新过，重新打开就是新的。',
  broken: '这一页自己出了错，不是网络的问题，存过的内容都在。重新打开还是这样，就把下面这行告诉站点管理员。',
}

/** A page that could not be fetched (a newer version was put up, the network went) or that broke while drawing. */
export function RouteError({ inFrame = false }: { inFrame?: boolean }) {
  const error = useRouteError()
  const { pathname } = useLocation()
  const words = error instanceof Error ? error.message : String(error)
  // Only what the network took opens again by itself: a page that breaks while drawing would break again and again.
  const [away, setAway] = useState(false)
  useEffect(() => {
    void isReachable().then(reachable => setAway(!reachable))
  }, [])
  useBackAgain(away, reload)
  const kind = away ? 'away' : notFetched.test(words) ? 'updated' : 'broken'
  const Place = inFrame ? 'div' : 'main'
  return (
    <Place className={inFrame ? styles.inFrame : styles.page} role="alert">
      <h1>这一页没能打开</h1>
      <p className={`muted ${styles.says}`}>{says[kind]}</p>
      {kind === 'broken' && <code className={styles.words}>{`${pathname}：${words.slice(0, 300)}`}</code>}
      <Button kind="primary" onClick={reload}>
        重新打开
      </Button>
    </Place>
  )
}
