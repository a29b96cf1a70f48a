import type { MailRow } from '@yanshu/contract'
import { Forward, Reply } from 'lucide-react'
import { Kbd } from '../../../mail/keys-help.tsx'
import { composePath } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'

/** Answering the open mail, for those who may send. */
export function ReplyFoot({ mail, className }: { mail: MailRow; className: string | undefined }) {
  return (
    <footer className={className}>
      <ButtonLink to={composePath('reply', mail.id)} icon={<Reply aria-hidden />}>
        回复
      </ButtonLink>
      <ButtonLink to={composePath('forward', mail.id)} icon={<Forward aria-hidden />}>
        转发
      </ButtonLink>
      <span className="grow desk-only" />
      <span className="tiny muted desk-only">
        按 <Kbd>r</Kbd> 回复，<Kbd>?</Kbd> 看全部按键
      </span>
    </footer>
  )
}
