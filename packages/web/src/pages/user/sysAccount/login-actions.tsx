/** An admin's actions on the logins of an account: new password, second factor off, log out everywhere. */
import type { SysAccount } from '@yanshu/contract'
import { useState } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './account-form.module.css'
import { endable, type Question, questionOf } from './login-words.ts'
import { useRenew } from './queries.ts'

type Ask = 'resetPassword' | 'resetTwoFactor' | 'endSessions'

type LoginActionsProps = {
  account: SysAccount
  onPassword: (shown: { name: string; password: string }) => void
}

export function LoginActions({ account, onPassword }: LoginActionsProps) {
  const [ask, setAsk] = useState<Ask | null>(null)
  const renew = useRenew()
  const ownId = usePermission().account?.id
  const name = account.username
  const words: Record<Ask, Question> = {
    resetPassword: {
      title: `给 ${name} 换一个新密码？`,
      says: `旧密码立即失效，它的 ${account.sessions} 个登录也会结束。`,
      action: '重置密码',
      done: '密码已重置',
    },
    resetTwoFactor: {
      title: `关掉 ${name} 的两步验证？`,
      says: '之后只凭密码就能登录，原来的备用码全部作废。',
      action: '关掉两步验证',
      done: '两步验证已关掉',
    },
    endSessions: questionOf('endSessions', [account], ownId),
  }
  const run = async (what: Ask) => {
    const answer = await api.editSysAccount({ body: { id: account.id, [what]: true } })
    await renew()
    if (answer.password !== null) onPassword({ name, password: answer.password })
    else showToast(words[what].done)
  }
  const shown = words[ask ?? 'endSessions']
  return (
    <section className={styles.section} aria-label="登录">
      <h2>登录</h2>
      <div className={styles.rows}>
        <Row
          text="密码"
          hint="换成随机密码，只显示一次"
          button="重置密码"
          onClick={() => setAsk('resetPassword')}
        />
        <Row
          text="两步验证"
          hint={account.twoFactor ? '已开启' : '未开启'}
          button="关掉"
          reason={account.twoFactor ? null : '这个账号没有开两步验证'}
          onClick={() => setAsk('resetTwoFactor')}
        />
        <Row
          text="有效登录"
          hint={`${account.sessions} 个`}
          button="全部结束"
          reason={endable(account, ownId) > 0 ? null : '现在没有别的登录'}
          onClick={() => setAsk('endSessions')}
        />
      </div>
      <LossDialog
        open={ask !== null}
        title={shown.title}
        action={shown.action}
        onConfirm={() => (ask === null ? Promise.resolve() : run(ask))}
        onClose={() => setAsk(null)}
      >
        <p className="muted">{shown.says}</p>
      </LossDialog>
    </section>
  )
}

function Row(props: {
  text: string
  hint: string
  button: string
  reason?: string | null
  onClick: () => void
}) {
  return (
    <div className={styles.row}>
      <div>
        {props.text} <span className="muted small">{props.hint}</span>
      </div>
      <Button size="small" disabledReason={props.reason} onClick={props.onClick}>
        {props.button}
      </Button>
    </div>
  )
}
