/** Stopping accounts, letting them go on, and ending their logins: the first and the last ask before. */
import type { SysAccount } from '@yanshu/contract'
import { type ReactNode, useState } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { messageOf, reasonOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { type LoginAct, questionOf } from './login-words.ts'
import { useRenew } from './queries.ts'

type Change = { status: 'active' | 'stopped' } | { endSessions: true }
type Asked = { act: LoginAct; accounts: readonly SysAccount[] }

const changes: Readonly<Record<LoginAct, Change>> = {
  stop: { status: 'stopped' },
  endSessions: { endSessions: true },
}

export type LoginActs = {
  busy: boolean
  ask: (act: LoginAct, accounts: readonly SysAccount[]) => void
  resume: (accounts: readonly SysAccount[]) => void
  dialog: ReactNode
}

/** `onDone` runs after a change of all accounts. */
export function useLoginActs(onDone?: () => void): LoginActs {
  const renew = useRenew()
  const ownId = usePermission().account?.id
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)

  /** One after another, so that the rule "keep one admin" is judged each time; the first refusal ends it. */
  const changeAll = async (accounts: readonly SysAccount[], change: Change, said: string) => {
    setBusy(true)
    let done = 0
    try {
      for (const { id } of accounts) {
        await api.editSysAccount({ body: { id, ...change } })
        done++
      }
      onDone?.()
      showToast(accounts.length === 1 ? `${said} ${accounts[0]?.username}` : `${said} ${done} 个`)
    } catch (error) {
      if (accounts.length === 1) throw error
      showError(`${accounts[done]?.username ?? ''}：${messageOf(error)}`)
    } finally {
      setBusy(false)
      await renew()
    }
  }
  const question = asked && questionOf(asked.act, asked.accounts, ownId)
  return {
    busy,
    ask: (act, accounts) => setAsked({ act, accounts }),
    resume: accounts => {
      changeAll(accounts, { status: 'active' }, '已恢复').catch((error: unknown) =>
        showError(reasonOf(error)),
      )
    },
    dialog: (
      <LossDialog
        open={asked !== null}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked && question) await changeAll(asked.accounts, changes[asked.act], question.done)
        }}
      >
        <p className="muted">{question?.says}</p>
      </LossDialog>
    ),
  }
}
