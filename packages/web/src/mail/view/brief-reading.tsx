import { useEffect, useRef } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import { useMailActions } from '../actions.ts'
import { useMail } from '../queries.ts'
import { LaterMailView, useMailViewSoon } from './later-mail-view.tsx'

/**
 * A mail beside its list on a public page: without a bar, and as tall as its content. A mail that is merely
 * shown does not count as read.
 */
export function BriefReading({ id, marksRead }: { id: string; marksRead: boolean }) {
  const { data: mail, error, refetch } = useMail(id)
  const { setRead } = useMailActions()
  useMailViewSoon()
  const read = useRef(false)
  useEffect(() => {
    if (!marksRead || read.current || !mail) return
    read.current = true
    setRead([mail], true)
  }, [marksRead, mail, setRead])
  if (mail) return <LaterMailView mail={mail} brief />
  if (isApiError(error, 'notFound')) return <Empty text="这封邮件已经不在了" />
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Bones />
}
