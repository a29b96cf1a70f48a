/** The hero: an addressed envelope, and the letters that came for it. */
import { lazy, Suspense, useEffect } from 'react'
import { ErrorState } from '../../api/error-state.tsx'
import { MailLive } from '../../mail/live.tsx'
import { MailListBones } from '../../mail/mail-list-bones.tsx'
import { useFirstAddress } from '../../mail/shelf/first-address.ts'
import { useShelf } from '../../mail/shelf/shelf.ts'
import { DoubleRule } from '../../ui/double-rule.tsx'
import { Bone } from '../../ui/states.tsx'
import styles from './envelope.module.css'
import { EnvelopeFace } from './envelope-face.tsx'

const loadInbox = () => import('./home-inbox.tsx')
const HomeInbox = lazy(async () => ({ default: (await loadInbox()).HomeInbox }))

/** Hardly anybody comes without an address, or with one that is over. */
const NoAddress = lazy(() => import('./no-address.tsx'))

export function Envelope() {
  const { current, waiting, error, retry, proof } = useShelf()
  const first = useFirstAddress()
  // Fetched while the address is made; fetched again, and told of, when it is wanted.
  useEffect(() => {
    loadInbox().catch(() => undefined)
  }, [])
  if (first.state === 'closed') return null
  return (
    <section className={styles.envelope} aria-label="你的临时邮箱">
      {current && !current.over && (
        <MailLive key={current.address}>
          <EnvelopeFace entry={current} />
          <DoubleRule className={styles.rule ?? ''} />
          <Suspense fallback={<MailListBones rows={3} />}>
            <HomeInbox entry={current} />
          </Suspense>
        </MailLive>
      )}
      {current?.over && (
        <Suspense>
          <NoAddress over={current} />
        </Suspense>
      )}
      {!current && (
        <div className={styles.wait}>
          {error || first.state === 'failed' ? (
            <ErrorState error={error ?? first.error} retry={error ? retry : first.retry} />
          ) : waiting || first.state === 'making' ? (
            <Making proof={proof} />
          ) : (
            <Suspense>
              <NoAddress over={null} />
            </Suspense>
          )}
        </div>
      )}
    </section>
  )
}

function Making({ proof }: { proof: number | null }) {
  return (
    <div className={styles.making} role="status" aria-label="正在准备地址">
      <Bone width="140px" />
      <Bone width="min(420px, 90%)" className={styles.bigBone ?? ''} />
      <p className="small muted">
        {proof === null ? '正在准备地址' : `正在做一道防滥用的小题，${Math.round(proof * 100)}%`}
      </p>
    </div>
  )
}
