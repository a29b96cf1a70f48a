import type { MailDetail } from '@yanshu/contract'
import { Forward, Reply, ReplyAll } from 'lucide-react'
import { Kbd } from '../mail/keys-help.tsx'
import { ButtonLink } from '../ui/button.tsx'
import styles from './reply-foot.module.css'
import { useCompose } from './use-compose.ts'

/** Buttons to answer the open mail, for callers who may send. */
export function ReplyFoot({
  mail,
  keys = false,
}: {
  mail: Pick<MailDetail, 'id' | 'to' | 'cc'>
  keys?: boolean
}) {
  const { to } = useCompose()
  return (
    <footer className={styles.foot}>
      <ButtonLink to={to({ kind: 'reply', of: mail.id })} preventScrollReset icon={<Reply aria-hidden />}>
        回复
      </ButtonLink>
      {mail.to.length + mail.cc.length > 1 && (
        <ButtonLink
          to={to({ kind: 'replyAll', of: mail.id })}
          preventScrollReset
          icon={<ReplyAll aria-hidden />}
        >
          回复全部
        </ButtonLink>
      )}
      <ButtonLink to={to({ kind: 'forward', of: mail.id })} preventScrollReset icon={<Forward aria-hidden />}>
        转发
      </ButtonLink>
      {keys && (
        <>
          <span className="grow desk-only" />
          <span className="tiny muted desk-only">
            按 <Kbd>r</Kbd> 回复，<Kbd>?</Kbd> 看全部按键
          </span>
        </>
      )}
    </footer>
  )
}
