/** The parts that show a calendar, loaded when a mail has one: few have. */
import type { MailDetail } from '@yanshu/contract'
import { type ComponentProps, lazy, Suspense, useMemo } from 'react'
import { Bones } from '../../ui/states.tsx'
import { calendarFile } from './attachment-kind.ts'
import type { InvitationBand, InvitationPreview } from './invitation-parts.ts'
import paper from './letter.module.css'

/** The mail itself must be readable when these parts cannot be loaded. */
const NotLoaded = () => <p className={paper.note}>附带的日程没有取到，请刷新页面再试。</p>

type Parts = typeof import('./invitation-parts.ts')

async function load(): Promise<Parts> {
  return import('./invitation-parts.ts').catch(() => ({
    InvitationBand: NotLoaded,
    InvitationPreview: NotLoaded,
  }))
}

const Band = lazy(async () => ({ default: (await load()).InvitationBand }))
const Preview = lazy(async () => ({ default: (await load()).InvitationPreview }))

type LaterBandProps = Omit<ComponentProps<typeof InvitationBand>, 'mailId' | 'file'> & {
  mail: Pick<MailDetail, 'id' | 'attachments'>
}

export function LaterInvitationBand({ mail, ...props }: LaterBandProps) {
  const file = useMemo(() => calendarFile(mail.attachments), [mail.attachments])
  return (
    file && (
      <Suspense fallback={<Bones lines={3} />}>
        <Band key={`${mail.id}/${file.id}`} mailId={mail.id} file={file} {...props} />
      </Suspense>
    )
  )
}

export function LaterInvitationPreview(props: ComponentProps<typeof InvitationPreview>) {
  return (
    <Suspense fallback={<Bones />}>
      <Preview {...props} />
    </Suspense>
  )
}
