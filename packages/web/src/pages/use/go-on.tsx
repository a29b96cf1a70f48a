/**
 * A phone that came with a ticket: it goes on with the mailbox only when its holder says so. A program that
 * looks at links to preview them does not use the ticket up, and a person can first choose another browser.
 */
import { LogIn, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '../../account/permission.ts'
import { PublicLayout } from '../../account/public-layout.tsx'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { api } from '../../api/index.ts'
import { withProof } from '../../api/proof.ts'
import { useShelf } from '../../mail/shelf/shelf.ts'
import { authPath, paths } from '../../site/paths.ts'
import { isInsideChat } from '../../ui/agent-name.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import styles from './go-on.module.css'

export default function GoOn({ ticket }: { ticket: string }) {
  const [over, setOver] = useState(false)
  return (
    <PublicLayout>
      <section className={styles.sheet}>
        {over ? <Over /> : <Ask ticket={ticket} onOver={() => setOver(true)} />}
      </section>
    </PublicLayout>
  )
}

function Ask({ ticket, onOver }: { ticket: string; onOver: () => void }) {
  const { kind, enter } = useShelf()
  const { account } = usePermission()
  const [busy, setBusy] = useState(false)
  const [proof, setProof] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const go = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const send = (given: { proof?: string }) => api.loginTicket({ body: { ticket, ...given } })
      const { token } = await withProof('loginTicket', send, setProof)
      await enter(token)
    } catch (error) {
      if (isApiError(error, 'ticketOver')) onOver()
      else setFailure(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <>
      <Smartphone aria-hidden />
      <h1>在这里接着用这个邮箱</h1>
      <p>两边是同一个邮箱，收到的信一样。扫到的码只能用一次。</p>
      {kind === 'account' && account !== null && (
        <p className={styles.note}>这里现在登录着系统账号 {account.name}，接着用就换成这个邮箱。</p>
      )}
      {isInsideChat(navigator.userAgent) && (
        <p className={styles.note}>想以后也找得到它，先点右上角，用浏览器打开这一页，再接着用。</p>
      )}
      <Failure text={failure} />
      <div className={styles.ways}>
        <Button kind="primary" size="large" busy={busy} onClick={() => void go()}>
          {proof === null ? '接着用' : `正在验证，${Math.round(proof * 100)}%`}
        </Button>
        <ButtonLink kind="quiet" size="large" to={paths.use} replace>
          不了
        </ButtonLink>
      </div>
    </>
  )
}

function Over() {
  return (
    <>
      <Smartphone aria-hidden />
      <h1>这个二维码用不了了</h1>
      <p>它已经用过，或者过了 5 分钟。回到显示它的那台设备，换一个新的再扫。</p>
      <div className={styles.ways}>
        <ButtonLink kind="primary" size="large" icon={<LogIn aria-hidden />} to={authPath('email')} replace>
          用地址和密码打开
        </ButtonLink>
        <ButtonLink size="large" to={paths.use} replace>
          去使用邮箱
        </ButtonLink>
      </div>
    </>
  )
}
