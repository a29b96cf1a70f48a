/**
 * Somebody else's mailbox, while an admin looks at it: whose it is, why, and for how long is said all the time. It shows
 * and changes nothing. In charge of the look itself, its beginning and its end; the mail parts know only another login.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, LogOut, SquarePen } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../../../account/permission.ts'
import { useTitle } from '../../../../account/use-title.ts'
import { isApiError, reasonOf } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { apiWith } from '../../../../api/index.ts'
import { withCompose } from '../../../../compose/compose-url.ts'
import { mailKeys } from '../../../../mail/mail-keys.ts'
import { type MailSource, MailSourceProvider } from '../../../../mail/source.tsx'
import { auditPath, userPath } from '../../../../site/paths.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { TakenSlot } from '../../../../ui/frame-slots.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { showError, showOffer } from '../../../../ui/toast.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { dropLook, type KeptLook } from './kept-look.ts'
import { LookBand } from './look-band.tsx'
import { LookPanes } from './look-panes.tsx'
import { whoseBox } from './look-url.ts'
import styles from './look-view.module.css'

export function LookView({ kept }: { kept: KeptLook }) {
  const { mailbox, token } = kept
  const source = useMemo<MailSource>(
    () => ({ key: `look ${token.slice(-8)}`, token, ...apiWith(token) }),
    [token],
  )
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: [...mailKeys.all(source.key), 'look'],
    queryFn: async ({ signal }) => (await source.api.getLook({}, { signal })).look,
    staleTime: Number.POSITIVE_INFINITY,
    // The server may end it at any time.
    refetchInterval: RENEW_MS,
  })
  const now = useNow(1000)
  const [leaving, setLeaving] = useState(false)
  const isOver =
    isApiError(error, 'loginNeeded') ||
    isApiError(error, 'notFound') ||
    (data !== undefined && Date.parse(data.until) <= now.getTime())
  const whose = data ? whoseBox(data.ownerName) : ''
  useTitle(data ? `${whose}的邮箱` : '别人的邮箱')
  const forget = useCallback(() => {
    dropLook(token)
    client.removeQueries({ queryKey: mailKeys.all(source.key) })
  }, [token, client, source])
  const ended = useEndOnLeaving(source, forget)

  const leave = async (to: string) => {
    setLeaving(true)
    try {
      const { mails } = await source.api.endLook({ body: {} })
      ended.current = true
      showOffer(`已离开${whose}的邮箱，看了 ${mails} 封，都记下了`, 8, {
        label: '看记录',
        run: () => void navigate(auditPath()),
      })
    } catch (failure) {
      if (!isApiError(failure, 'loginNeeded')) {
        setLeaving(false)
        return showError(reasonOf(failure))
      }
    }
    forget()
    await navigate(to)
  }

  useEffect(() => {
    if (isOver) ended.current = true
  }, [isOver, ended])
  if (isOver) return <Over whose={whose} onClose={forget} />
  return (
    <MailSourceProvider value={source}>
      <Frame whose={whose} />
      {!data && error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Bones />}
      {data && (
        <div className={styles.look}>
          <LookBand
            look={data}
            now={now}
            leaving={leaving}
            onLeave={() => void leave(userPath('emailAccount'))}
          />
          <LookPanes
            look={data}
            mailbox={mailbox}
            onWrite={() =>
              void leave(withCompose({ pathname: userPath('emailAccount'), search: '' }, { kind: 'new' }))
            }
          />
          <div className={styles.leave}>
            <Button
              kind="primary"
              busy={leaving}
              icon={<LogOut aria-hidden />}
              onClick={() => void leave(userPath('emailAccount'))}
            >
              离开{whose}的邮箱
            </Button>
          </div>
        </div>
      )}
    </MailSourceProvider>
  )
}

const RENEW_MS = 20_000

/** Going to another page ends the look; a reload of this one does not. True is put in where it has ended. */
function useEndOnLeaving(source: MailSource, forget: () => void): RefObject<boolean> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ended = useRef(false)
  useEffect(() => {
    clearTimeout(timer.current)
    return () => {
      timer.current = setTimeout(() => {
        if (ended.current) return
        source.api.endLook({ body: {} }, { outlivesPage: true }).catch(() => undefined)
        forget()
      })
    }
  }, [source, forget])
  return ended
}

/** The places of the frame that otherwise show the own mailboxes. */
function Frame({ whose }: { whose: string }) {
  const { account } = usePermission()
  return (
    <>
      <TakenSlot name="switcher">
        <div className={styles.where}>
          <span className={styles.who}>
            <span className={styles.eye} aria-hidden="true">
              <Eye />
            </span>
            <b className="clip">{whose}的邮箱</b>
          </span>
          <span className="small muted">你是 {account?.name}</span>
        </div>
      </TakenSlot>
      <TakenSlot name="compose">
        <Button
          kind="primary"
          className={styles.write ?? ''}
          icon={<SquarePen aria-hidden />}
          disabledReason="查看别人的邮箱时不能写信，先离开"
        >
          <span>写信</span>
        </Button>
      </TakenSlot>
      <TakenSlot name="phoneActions" />
    </>
  )
}

function Over({ whose, onClose }: { whose: string; onClose: () => void }) {
  return (
    <Empty text={`查看已经结束，${whose || '别人'}的邮箱关上了。看过什么都记在操作记录里。`}>
      <div className="line">
        <Button size="small" onClick={onClose}>
          回到邮箱账号
        </Button>
        <ButtonLink size="small" kind="link" to={auditPath()} onClick={onClose}>
          看记录
        </ButtonLink>
      </div>
    </Empty>
  )
}
