/** The foot of public pages: what the site says of itself, its terms, where to complain, and what programs and the curious ask. */
import { lazy, Suspense, useRef, useState } from 'react'
import { useKeptSettings } from '../api/kept-settings.ts'
import { outside } from '../site/paths.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { type AboutTopic, aboutNames, aboutTopics } from './about/topics.ts'
import { useSiteName } from './brand.tsx'
import styles from './public-layout.module.css'

const AboutDialog = lazy(() => import('./about/about-dialog.tsx'))
const ComplaintDialog = lazy(() => import('./complaint-dialog.tsx'))

export default function PublicFooter() {
  const name = useSiteName()
  const legal = useKeptSettings(state => state.settings.legal)
  const complaint = useKeptSettings(state => state.settings.complaint)
  const complaintForm = useKeptSettings(state => state.settings.complaintForm)
  const icp = useKeptSettings(state => state.settings.icp)
  const terms = useRef<HTMLDialogElement>(null)
  const [about, setAbout] = useState<AboutTopic | null>(null)
  const [complaining, setComplaining] = useState(false)
  return (
    <>
      <footer className={cx('wrap', styles.foot)}>
        <span>{name} · 自己的服务器，自己的邮箱</span>
        {legal && (
          <button type="button" onClick={() => terms.current?.showModal()}>
            使用条款
          </button>
        )}
        {complaintForm ? (
          <button type="button" onClick={() => setComplaining(true)}>
            举报滥用
          </button>
        ) : (
          complaint && <a href={`mailto:${complaint}`}>举报滥用</a>
        )}
        {aboutTopics.map(topic => (
          <button key={topic} type="button" onClick={() => setAbout(topic)}>
            {aboutNames[topic]}
          </button>
        ))}
        {icp && (
          <a href={outside.icp} target="_blank" rel="noreferrer">
            {icp}
          </a>
        )}
        {legal && (
          <dialog ref={terms} className={styles.terms} aria-labelledby="terms-title">
            <h2 id="terms-title">使用条款</h2>
            <p>{legal}</p>
            <Button onClick={() => terms.current?.close()}>看完了</Button>
          </dialog>
        )}
      </footer>
      {about && (
        <Suspense>
          <AboutDialog topic={about} onClose={() => setAbout(null)} />
        </Suspense>
      )}
      {complaining && (
        <Suspense>
          <ComplaintDialog onClose={() => setComplaining(false)} />
        </Suspense>
      )}
    </>
  )
}
