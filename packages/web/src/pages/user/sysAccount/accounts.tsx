/** The table of system accounts with its drawer and dialogs. Which account is open for editing is in the URL. */
import type { SysAccount } from '@yanshu/contract'
import { CircleCheck, LogOut, Pause, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DataTable } from '../../../api/data-table.tsx'
import { BatchBar } from '../../../ui/batch-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { TableTools } from '../../../ui/table-tools.tsx'
import { accountColumns, PhoneAccount } from './account-columns.tsx'
import { AccountDrawer } from './account-drawer.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useLoginActs } from './login-acts.tsx'
import type { LoginAct } from './login-words.ts'
import { roleOptions, statusOptions, useSysAccounts } from './queries.ts'

export function Accounts({ onCreate }: { onCreate: () => void }) {
  const table = useTableQuery()
  const result = useSysAccounts(table)
  const [params, setParams] = useSearchParams()
  const [deleting, setDeleting] = useState<SysAccount | null>(null)
  const [password, setPassword] = useState<{ name: string; password: string } | null>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const acts = useLoginActs(() => setChosen([]))

  const edit = (id: string | null) =>
    setParams(known => {
      const next = new URLSearchParams(known)
      if (id === null) next.delete('edit')
      else next.set('edit', id)
      return next
    })
  const rows = result.data?.list ?? []

  const actions = {
    onEdit: (row: SysAccount) => edit(row.id),
    onDelete: setDeleting,
    onAsk: (act: LoginAct, row: SysAccount) => acts.ask(act, [row]),
    onResume: (row: SysAccount) => acts.resume([row]),
  }
  const picked = rows.filter(row => chosen.includes(row.id))

  return (
    <>
      <TableTools
        query={table}
        searchLabel="搜用户名、备注"
        filters={[
          { name: 'role', label: '角色', options: roleOptions },
          { name: 'status', label: '状态', options: statusOptions },
        ]}
        summary={result.data && `共 ${result.data.total.toLocaleString('zh-CN')} 个`}
      />
      <DataTable
        label="系统账号"
        query={table}
        result={result}
        columns={accountColumns(actions)}
        phone={row => <PhoneAccount row={row} {...actions} />}
        selection={{ chosen, onChange: setChosen, nameOf: row => row.username }}
        empty={
          table.q || params.has('role') || params.has('status') ? (
            <Empty drawing={<Drawing of="search" />} text="没有符合条件的账号，换个词或去掉筛选试试。" />
          ) : (
            <Empty drawing={<Drawing of="people" />} text="还没有别的账号。">
              <Button size="small" icon={<Plus aria-hidden />} onClick={onCreate}>
                新建账号
              </Button>
            </Empty>
          )
        }
      />
      <BatchBar
        count={chosen.length}
        unit="个"
        busy={acts.busy}
        onClear={() => setChosen([])}
        actions={[
          {
            label: '停用',
            icon: <Pause aria-hidden />,
            run: () => acts.ask('stop', picked),
          },
          {
            label: '恢复',
            icon: <CircleCheck aria-hidden />,
            run: () => acts.resume(picked),
          },
          {
            label: '结束登录',
            icon: <LogOut aria-hidden />,
            run: () => acts.ask('endSessions', picked),
          },
        ]}
      />
      <AccountDrawer
        wanted={params.get('edit')}
        listed={result.data?.list}
        onClose={() => edit(null)}
        onPassword={setPassword}
      />
      {acts.dialog}
      <DeleteDialog account={deleting} onClose={() => setDeleting(null)} />
      <SecretOnce
        title={`${password?.name ?? ''} 的密码`}
        says="只显示这一次，请复制后交给本人。"
        secret={password?.password ?? null}
        onClose={() => setPassword(null)}
      />
    </>
  )
}
