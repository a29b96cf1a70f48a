/** The page as a whole: header, addresses, and the sheet of the open one in whatever state it is. */
import { CalendarPlus, LogIn, Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ErrorState } from '../../api/error-state.tsx'
import { alertOf } from '../../mail/alerts.ts'
import { MailLive } from '../../mail/live.tsx'
import { ExtendMenu } from '../../mail/shelf/extend-menu.tsx'
import { useFirstAddress } from '../../mail/shelf/first-address.ts'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { whyItRests } from '../../mail/watched-box.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { mainPlace } from '../../ui/skip-link.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import { AddressBar } from './address-bar.tsx'
import { AddressTabs } from './address-tabs.tsx'
import { EnterDialog } from './enter-dialog.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { LastMail } from './last-mail.tsx'
import { NewAddress } from './new-address.tsx'
import styles from './use-body.module.css'
import { UseHeader } from './use-header.tsx'
import { UsePanes } from './use-panes.tsx'
import { atAddress, type UseView, urlOfUse } from './use-url.ts'

export type UseDialog = 'new' | 'enter' | null

export function UseBody({ view }: { view: UseView }) {
  const { current, entries, waiting, forget } = useShelf()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<UseDialog>(null)
  const held = entries.some(entry => entry.address === view.address)
  const unknown = view.address !== null && !waiting && !held
  // One that was here and went, in another window say, is not asked for.
  const was = useRef<string | null>(null)
  useEffect(() => {
    if (held) was.current = view.address
    else if (unknown && was.current !== view.address) setDialog('enter')
    else if (unknown) void navigate(urlOfUse(atAddress(null)), { replace: true })
  }, [held, unknown, view.address, navigate])
  const live = current !== null && !current.over
  const [shown, setShown] = useState<{ address: string; mail: string } | null>(null)
  const open = live ? current.address : null
  const onShown = useCallback(
    (mail: string | null) => {
      if (open !== null) setShown(mail === null ? null : { address: open, mail })
    },
    [open],
  )
  const body = (
    <div className={styles.app} data-reading={live && view.mail !== null}>
      <UseHeader
        live={live}
        rests={whyItRests(current?.mailbox ?? null)}
        onEnter={() => setDialog('enter')}
      />
      <main {...mainPlace} className={styles.use}>
        <h1 className="sr">使用邮箱</h1>
        <AddressTabs live={live} onNew={() => setDialog('new')} onEnter={() => setDialog('enter')} />
        <div className={styles.sheet}>
          {live ? (
            <>
              <AddressBar entry={current} onNew={() => setDialog('new')} />
              <UsePanes entry={current} view={view} onShown={onShown} />
            </>
          ) : current ? (
            <Over
              entry={current}
              last={shown?.address === current.address ? shown.mail : null}
              onNew={() => setDialog('new')}
              onEnter={() => setDialog('enter')}
              onForget={() => void forget(current)}
            />
          ) : unknown ? (
            <Empty text="这个地址还没在这里打开">
              <Button kind="primary" icon={<LogIn aria-hidden />} onClick={() => setDialog('enter')}>
                用密码打开
              </Button>
              <Button icon={<Plus aria-hidden />} onClick={() => setDialog('new')}>
                新建一个
              </Button>
            </Empty>
          ) : (
            <Nothing onNew={() => setDialog('new')} onEnter={() => setDialog('enter')} />
          )}
        </div>
      </main>
    </div>
  )
  // Beside the body, which is made anew with each address: what is being typed must not go with it.
  return (
    <>
      {live ? (
        <MailLive
          key={current.address}
          onArrival={mails =>
            alertOf(mails, {
              pathOf: mail => urlOfUse({ ...view, q: '', address: current.address, mail: mail.id }),
              open: path => void navigate(path),
            })
          }
        >
          {body}
        </MailLive>
      ) : (
        body
      )}
      <NewAddress open={dialog === 'new'} onClose={() => setDialog(null)} />
      <EnterDialog
        open={dialog === 'enter'}
        address={unknown ? view.address : current?.loggedOut ? current.address : null}
        onClose={() => {
          setDialog(null)
          if (unknown) void navigate(urlOfUse({ ...view, address: null }), { replace: true })
        }}
      />
    </>
  )
}

type OverProps = {
  entry: ShelfEntry
  /** The mail that was on the screen when it ended. */
  last: string | null
  onNew: () => void
  onEnter: () => void
  onForget: () => void
}

function Over({ entry, last, onNew, onEnter, onForget }: OverProps) {
  // An account's address is deleted on the server and not only removed from the shelf, so the page asks
  // first.
  const deletes = useShelf().kind === 'account'
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.state}>
      <p className={cx(styles.address, !entry.loggedOut && styles.over)}>
        <AddressText address={entry.address} />
      </p>
      <p>
        {entry.loggedOut
          ? '这里的登录失效了：可能改过密码，也可能地址已经删除。'
          : '这个地址已失效，不再收信。'}
      </p>
      <div className="line">
        {entry.loggedOut && (
          <Button kind="primary" icon={<LogIn aria-hidden />} onClick={onEnter}>
            用密码打开
          </Button>
        )}
        <Button kind={entry.loggedOut ? 'plain' : 'primary'} icon={<Plus aria-hidden />} onClick={onNew}>
          新建一个
        </Button>
        {deletes && entry.mailbox?.kind === 'temporary' && (
          <ExtendMenu
            button={given => (
              <Button icon={<CalendarPlus aria-hidden />} {...given}>
                延长
              </Button>
            )}
          />
        )}
        {deletes ? (
          <Button onClick={() => setAsking(true)}>删除这个地址</Button>
        ) : (
          <Button onClick={onForget}>从这里移走</Button>
        )}
      </div>
      {last !== null && !entry.loggedOut && (
        <LastMail key={last} source={deletes ? 'user' : entry.address} id={last} />
      )}
      <ForgetDialog entry={entry} open={asking} onClose={() => setAsking(false)} />
    </div>
  )
}

/** No address at hand: one is being made, or there is a way to get one. */
function Nothing({ onNew, onEnter }: { onNew: () => void; onEnter: () => void }) {
  const { kind, waiting, error, retry } = useShelf()
  const first = useFirstAddress()
  if (error) return <ErrorState error={error} retry={retry} />
  if (first.state === 'failed') return <ErrorState error={first.error} retry={first.retry} />
  if (waiting || first.state === 'making') {
    return (
      <div className={styles.state}>
        <Bones lines={4} />
      </div>
    )
  }
  if (first.state === 'closed') {
    return (
      <Empty text="这里现在不新开临时邮箱，可以打开已有的邮箱">
        <Button kind="primary" onClick={onEnter}>
          打开已有邮箱
        </Button>
      </Empty>
    )
  }
  return (
    <Empty text={kind === 'account' ? '你名下还没有邮箱' : '手上没有地址'}>
      <Button kind="primary" icon={<Plus aria-hidden />} onClick={onNew}>
        新建一个
      </Button>
    </Empty>
  )
}
