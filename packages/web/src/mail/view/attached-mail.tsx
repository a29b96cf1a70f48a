/** Shows a mail that is attached to a mail, and warns that nobody has checked its sender. */
import { useQuery } from '@tanstack/react-query'
import type { AttachedMail as Attached, AttachmentInfo, Person } from '@yanshu/contract'
import type { ReactNode } from 'react'
import { ErrorState } from '../../api/error-state.tsx'
import { Bones } from '../../ui/states.tsx'
import { TimeText } from '../../ui/time.tsx'
import { mailKeys } from '../mail-keys.ts'
import { useMailSource } from '../source.tsx'
import { Fact, Facts } from './facts.tsx'
import { LetterBody } from './mail-body.tsx'
import { SealNotices } from './seal-notices.tsx'
import { Warnings } from './warnings.tsx'

type Letter = Attached & { id: string; attachedAs: string }
/** Renders its own files, which may contain mails again. */
type FilesOf = (letter: Letter) => ReactNode

type AttachedMailProps = { mailId: string; file: AttachmentInfo; filesOf: FilesOf }

export function AttachedMail({ mailId, file, filesOf }: AttachedMailProps) {
  const { key, api } = useMailSource()
  const { data, error, refetch } = useQuery({
    queryKey: mailKeys.attached(key, mailId, file.id),
    queryFn: async ({ signal }) =>
      (await api.getAttachedEmail({ params: { id: mailId, attachmentId: file.id } }, { signal })).mail,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones />
  return <Shown letter={{ ...data, id: mailId, attachedAs: file.id }} filesOf={filesOf} />
}

const named = ({ name, address }: Person) => (name && address ? `${name} <${address}>` : name || address)
const all = (people: readonly Person[]) => people.map(named).join('，')

function Shown({ letter, filesOf }: { letter: Letter; filesOf: FilesOf }) {
  return (
    <article aria-label="附着的邮件">
      <Facts>
        <Fact name="主题" says={letter.subject || '没有主题'} />
        <Fact name="发件人" says={`${named(letter.from) || '没有写'}（没有核对过）`} />
        <Fact name="收件人" says={all(letter.to)} />
        <Fact name="抄送" says={all(letter.cc)} />
        {letter.date !== null && <Fact name="时间" says={<TimeText at={letter.date} full />} />}
      </Facts>
      <SealNotices seal={letter.seal} from={letter.from} at={letter.date} />
      <Warnings warnings={letter.warnings} />
      <LetterBody letter={letter} sender={null} />
      {filesOf(letter)}
    </article>
  )
}
