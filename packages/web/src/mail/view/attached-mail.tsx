/** A mail that is attached to a mail. Nobody has checked who wrote it, and that is said. */
import { useQuery } from '@tanstack/react-query'
import type { AttachedMail as Attached, AttachmentInfo, Person } from '@yanshu/contract'
import { Bones, ErrorState } from '../../ui/states.tsx'
import { TimeText } from '../../ui/time.tsx'
import { useMailSource } from '../source.tsx'
import { Attachments } from './attachments.tsx'
import { Fact, Facts } from './facts.tsx'
import { LetterBody } from './mail-body.tsx'
import { Warnings } from './warnings.tsx'

export function AttachedMail({ mailId, file }: { mailId: string; file: AttachmentInfo }) {
  const { key, api } = useMailSource()
  const { data, error, refetch } = useQuery({
    queryKey: ['mail', key, 'one', mailId, 'attached', file.id],
    queryFn: async ({ signal }) =>
      (await api.getAttachedEmail({ params: { id: mailId, attachmentId: file.id } }, { signal })).mail,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones />
  return <Shown mail={data} mailId={mailId} attachedAs={file.id} />
}

const named = ({ name, address }: Person) => (name && address ? `${name} <${address}>` : name || address)
const all = (people: readonly Person[]) => people.map(named).join('，')

function Shown({ mail, mailId, attachedAs }: { mail: Attached; mailId: string; attachedAs: string }) {
  const letter = { ...mail, id: mailId, attachedAs }
  return (
    <article aria-label="附着的邮件">
      <Facts>
        <Fact name="主题" says={mail.subject || '没有主题'} />
        <Fact name="发件人" says={`${named(mail.from) || '没有写'}（没有核对过）`} />
        <Fact name="收件人" says={all(mail.to)} />
        <Fact name="抄送" says={all(mail.cc)} />
        {mail.date !== null && <Fact name="时间" says={<TimeText at={mail.date} full />} />}
      </Facts>
      <Warnings warnings={mail.warnings} />
      <LetterBody letter={letter} sender={null} />
      <Attachments mail={letter} />
    </article>
  )
}
