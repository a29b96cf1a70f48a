import { useEffect, useRef } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { Bones, Empty, ErrorState } from '../../ui/states.tsx'
import { useMailActions } from '../actions.ts'
import { useMail } from '../queries.ts'
import { MailView } from './mail-view.tsx'

/** A mail beside its list on a public page: no bar above it, as tall as it is. One merely shown is not read by that. */
export function BriefReading({ id, marksRead }: { id: string; marksRead: boolean }) {
  const { data: mail, error, refetch } = useMail(id)
  const { setRead } = useMailActions()
  const read = useRef(false)
  useEffect(() => {
    if (!marksRead || read.current || !mail) return
    read.current = true
    setRead([mail], true)
  }, [marksRead, mail, setRead])
  if (mail) return <MailView mail={mail} brief />
  if (isApiError(error, 'notFound')) return <Empty text="这封邮件已经不在了" />
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Bones />
}
