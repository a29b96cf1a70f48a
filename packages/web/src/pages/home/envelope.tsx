/** The hero: an addressed envelope, and the letters that came for it. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useDomains } from '../../mail/address/use-domains.ts'
import { MailLive } from '../../mail/live.tsx'
import { useFirstAddress } from '../../mail/shelf/first-address.ts'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { addressPath } from '../../paths.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button } from '../../ui/button.tsx'
import { DoubleRule } from '../../ui/double-rule.tsx'
import { Bone, ErrorState } from '../../ui/states.tsx'
import { showError } from '../../ui/toast.ts'
import styles from './envelope.module.css'
import { EnvelopeFace } from './envelope-face.tsx'
import { HomeInbox } from './home-inbox.tsx'

export function Envelope() {
  const { current, waiting, error, retry, kind, proof } = useShelf()
  const first = useFirstAddress()
  if (first.state === 'closed') return null
  return (
    <section className={styles.envelope} aria-label="你的临时邮箱">
      {current && !current.over && (
        <MailLive key={current.address}>
          <EnvelopeFace entry={current} />
          <DoubleRule className={styles.rule ?? ''} />
          <HomeInbox entry={current} />
        </MailLive>
      )}
      {current?.over && <Over entry={current} />}
      {!current && (
        <div className={styles.wait}>
          {error || first.state === 'failed' ? (
            <ErrorState error={error ?? first.error} retry={error ? retry : first.retry} />
          ) : waiting || first.state === 'making' ? (
            <Making proof={proof} />
          ) : (
            <NewOne says={kind === 'account' ? '你名下还没有邮箱。' : '手上没有地址。'} />
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

function Over({ entry: { address, loggedOut } }: { entry: ShelfEntry }) {
  return (
    <div className={styles.wait}>
      <NewOne
        says={
          loggedOut ? (
            <>
              <AddressText address={address} /> 在这里的登录失效了，
              <Link to={addressPath({ address })}>用密码打开</Link>
            </>
          ) : (
            <>
              <AddressText address={address} /> 已失效，不再收信。
            </>
          )
        }
      />
    </div>
  )
}

function NewOne({ says }: { says: React.ReactNode }) {
  const { create } = useShelf()
  const domain = useDomains().data?.[0]
  const [busy, setBusy] = useState(false)
  const make = async () => {
    if (domain === undefined) return
    setBusy(true)
    try {
      await create({ domain })
    } catch (error) {
      showError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.newOne}>
      <p>{says}</p>
      <Button
        kind="primary"
        size="large"
        icon={<Plus aria-hidden />}
        busy={busy}
        disabledReason={domain === undefined ? '现在没有开放的域名' : null}
        onClick={() => void make()}
      >
        新建一个
      </Button>
    </div>
  )
}
