/** The caller's log-ins: which, from where, since when; one or all others can be ended. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { Monitor, Smartphone, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { reasonOf } from '../../../api/api-error.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Bones } from '../../../ui/states.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { useRenewSessions, useSessions } from './queries.ts'
import styles from './shared/account-tab.module.css'

type Session = AnswerOf<Calls['getSessions']>['list'][number]

export function Sessions() {
  const sessions = useSessions()
  const own = usePermission().actedBy === null
  const renew = useRenewSessions()
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState<string | null>(null)
  if (sessions.isPending) return <Bones lines={3} />
  if (sessions.isError) return <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />
  const others = sessions.data.list.filter(session => !session.current)
  const end = async (session: Session) => {
    setEnding(session.id)
    try {
      await api.endSession({ body: { id: session.id } })
      showToast('登录已结束')
    } catch (error) {
      showError(reasonOf(error))
    }
    await renew()
    setEnding(null)
  }
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.data.list.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending === session.id}
            mayEnd={own && !session.current}
            onEnd={() => void end(session)}
          />
        ))}
      </ul>
      {others.length > 0 && own && (
        <div className={styles.others}>
          <Button onClick={() => setAsking(true)}>结束其他全部登录</Button>
        </div>
      )}
      <LossDialog
        open={asking}
        title={`结束其他 ${others.length} 个登录？`}
        action="全部结束"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          const { ended } = await api.endSession({ body: { others: true } })
          showToast(`已结束 ${ended} 个登录`)
          await renew()
        }}
      >
        <p className="muted">那些设备上要重新登录。这里的登录不受影响。</p>
      </LossDialog>
    </>
  )
}

type SessionRowProps = { session: Session; busy: boolean; mayEnd: boolean; onEnd: () => void }

function SessionRow({ session, busy, mayEnd, onEnd }: SessionRowProps) {
  const { role } = usePermission()
  const name = agentName(session.agent)
  const Icon = /iPhone|iPad|Android|鸿蒙/.test(name) ? Smartphone : /，/.test(name) ? Monitor : SquareTerminal
  return (
    <li>
      <Icon aria-hidden />
      <div>
        <b title={session.agent}>{name}</b>
        {session.current && <span className={styles.here}>就是这里</span>}
        {session.actedBy && (
          <span className={styles.here}>
            管理员 {session.actedBy} {role === 'mailbox' ? '正在查看' : '代为登录'}
          </span>
        )}
        <p className="small muted">
          <span className="mono">{session.client}</span>，最近活动 <TimeText at={session.lastSeenAt} />
          ，登录于 <TimeText at={session.createdAt} />
        </p>
      </div>
      {mayEnd && (
        <Button size="small" busy={busy} onClick={onEnd} aria-label={`结束 ${name} 的登录`}>
          结束
        </Button>
      )}
    </li>
  )
}
