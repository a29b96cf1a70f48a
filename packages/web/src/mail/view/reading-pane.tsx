/**
 * The pane for reading a mail: it fetches the mail, marks it as read, and shows the bar above it. It is empty
 * when none is open.
 */
import type { MailDetail } from '@yanshu/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { keysHere } from '../../ui/key-place.ts'
import { Bones, Empty } from '../../ui/states.tsx'
import { type MailActions, useMailActions } from '../actions.ts'
import { useMail } from '../queries.ts'
import type { BodyView } from './body-view.ts'
import { LaterMailView, useMailViewSoon } from './later-mail-view.tsx'
import styles from './reading-pane.module.css'
import { BareBar, type MovingButtons, type Neighbours, ViewBar } from './view-bar.tsx'

type ReadingPaneProps = {
  id: string | null
  /** False for a mail that is merely shown, which does not count as read. */
  marksRead?: boolean
  neighbours: Neighbours
  onBack: () => void
  onTrash: (mail: MailDetail) => void
  labelPath?: ((label: string) => string) | undefined
  /** The reader may answer an invitation in the mail. */
  mayAnswer?: boolean
  /** The buttons that move a mail to other folders than the trash. */
  movingOf?: ((mail: MailDetail) => MovingButtons) | undefined
  onFilter?: ((mail: MailDetail) => void) | undefined
  /** The buttons at the foot: 回复, 转发. */
  foot?: ((mail: MailDetail) => ReactNode) | undefined
}

export function ReadingPane(props: ReadingPaneProps) {
  const { id, marksRead = true } = props
  const { data: mail, error, refetch } = useMail(id)
  const actions = useMailActions()
  useMailViewSoon()
  // This happens once on opening, so that a mail that is then marked unread stays unread.
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (!marksRead || mail === undefined) opened.current = null
    else if (opened.current !== mail.id) {
      opened.current = mail.id
      actions.setRead([mail], true)
    }
  }, [mail, marksRead, actions])
  const pane = useFocusOnOpening(id)
  if (id === null) {
    return (
      <section className={styles.pane} aria-label="阅读">
        <div className={styles.blank}>选一封邮件来读</div>
      </section>
    )
  }
  return (
    <section ref={pane} className={styles.pane} aria-label="阅读" tabIndex={-1} {...keysHere}>
      {mail ? (
        <Opened key={mail.id} mail={mail} actions={actions} {...props} />
      ) : (
        <>
          <BareBar onBack={props.onBack} />
          <div className={styles.body}>
            {!error && <Bones />}
            {error && isApiError(error, 'notFound') && <Empty text="这封邮件已经不在了" />}
            {error && !isApiError(error, 'notFound') && (
              <ErrorState error={error} retry={() => void refetch()} />
            )}
          </div>
        </>
      )}
    </section>
  )
}

/**
 * Moves the focus along when the mail covers the list, or when its buttons are replaced by those of another
 * mail.
 */
function useFocusOnOpening(id: string | null) {
  const pane = useRef<HTMLElement>(null)
  const known = useRef(id)
  useEffect(() => {
    const before = known.current
    known.current = id
    if (id === null || id === before) return
    const { activeElement, body } = document
    const isLost = activeElement === body ? before !== null : activeElement?.closest('[inert]') != null
    if (isLost) pane.current?.focus({ preventScroll: true })
  }, [id])
  return pane
}

type OpenedProps = ReadingPaneProps & { mail: MailDetail; actions: MailActions }

function Opened({
  mail,
  actions,
  neighbours,
  onBack,
  onTrash,
  movingOf,
  onFilter,
  foot,
  ...props
}: OpenedProps) {
  const { labelPath, mayAnswer = false } = props
  const [view, setView] = useState<BodyView>('html')
  return (
    <>
      <ViewBar
        mail={mail}
        actions={actions}
        neighbours={neighbours}
        view={view}
        onView={setView}
        onBack={onBack}
        onTrash={() => onTrash(mail)}
        onUnread={() => {
          actions.setRead([mail], false)
          onBack()
        }}
        moving={movingOf?.(mail)}
        onFilter={onFilter && (() => onFilter(mail))}
      />
      <div className={styles.body}>
        <LaterMailView mail={mail} view={view} mayAnswer={mayAnswer} labelPath={labelPath} />
      </div>
      {foot?.(mail)}
    </>
  )
}
