/** The table of mailboxes with what can be done to one, to the chosen ones, or to all that the filter means. */
import type { AccountRow } from '@yanshu/contract'
import {
  CalendarClock,
  HardDrive,
  KeyRound,
  Pause,
  Pencil,
  Plus,
  RotateCcw,
  Trash2,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../../account/permission.ts'
import { reasonOf } from '../../../api/api-error.ts'
import { DataTable } from '../../../api/data-table.tsx'
import { api } from '../../../api/index.ts'
import { useDomains } from '../../../mail/address/use-domains.ts'
import { userPath } from '../../../site/paths.ts'
import { type BatchAction, BatchBar } from '../../../ui/batch-bar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { type Filter, TableTools } from '../../../ui/table-tools.tsx'
import { showError, showToast, showUndo } from '../../../ui/toast.ts'
import { accountColumns, PhoneAccount } from './account-columns.tsx'
import { BatchDialog, type BatchField, type BatchTarget } from './batch-dialog.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import {
  expiryOptions,
  sendOptions,
  statusOptions,
  useAccounts,
  useFilter,
  useOwners,
  useRenew,
  useTab,
} from './queries.ts'
import type { RowActions } from './row-menu.tsx'
import { SelectAll } from './select-all.tsx'

export function Accounts({ onMake }: { onMake: () => void }) {
  const table = useTableQuery()
  const tab = useTab()
  const filter = useFilter(table)
  const result = useAccounts(table)
  const renew = useRenew()
  const filters = useFilters()
  const isAdmin = usePermission().role === 'admin'
  const [chosen, setChosen] = useState<string[]>([])
  const [all, setAll] = useState(false)
  const [batch, setBatch] = useState<BatchField[] | null>(null)
  const [editing, setEditing] = useState<AccountRow | null>(null)
  const [client, setClient] = useState<AccountRow | null>(null)
  const [deleting, setDeleting] = useState<{ target: BatchTarget; name: string } | null>(null)
  const rows = result.data?.list ?? []
  const total = result.data?.total ?? 0
  const target: BatchTarget = all ? { filter, total } : { ids: chosen }
  const count = all ? total : chosen.length

  const choose = (ids: string[]) => {
    setChosen(ids)
    setAll(false)
  }
  const done = async () => {
    choose([])
    await renew()
  }
  const tell = (work: Promise<void>) => {
    work.catch((error: unknown) => showError(reasonOf(error)))
  }
  const restore = async (ids: string[]) => {
    await api.restoreEmailAccount({ body: { ids } })
    await done()
    showToast(ids.length === 1 ? '已恢复' : `已恢复 ${ids.length} 个`)
  }
  /** One that can be brought back needs no question. */
  const deleteOne = async (row: AccountRow) => {
    if (row.deletedAt !== null) {
      setDeleting({ target: { ids: [row.id] }, name: row.address })
      return
    }
    const { restorableUntil } = await api.delEmailAccount({ body: { ids: [row.id], keep: true } })
    await done()
    if (restorableUntil === null) showToast('已删除')
    else showUndo(`已删除 ${row.address}`, () => tell(restore([row.id])))
  }
  const actions: RowActions = {
    onEdit: setEditing,
    onClient: setClient,
    onPause: row =>
      tell(
        (async () => {
          const status = row.status === 'paused' ? 'active' : 'paused'
          await api.editEmailAccount({ body: { id: row.id, status } })
          await renew()
          showToast(status === 'paused' ? '已暂停收信' : '已恢复收信')
        })(),
      ),
    onDelete: row => tell(deleteOne(row)),
    onRestore: row => tell(restore([row.id])),
  }
  const remove: BatchAction = {
    label: tab === 'deleted' ? '彻底删除' : '删除',
    icon: <Trash2 aria-hidden />,
    apart: true,
    run: () => setDeleting({ target, name: `选中的 ${count.toLocaleString('zh-CN')} 个邮箱` }),
  }
  const batchActions: BatchAction[] =
    tab === 'deleted'
      ? [{ label: '恢复', icon: <RotateCcw aria-hidden />, run: () => tell(restore(chosen)) }, remove]
      : [
          { label: '改空间', icon: <HardDrive aria-hidden />, run: () => setBatch(['quotaMb']) },
          { label: '改到期', icon: <CalendarClock aria-hidden />, run: () => setBatch(['expiresAt']) },
          { label: '暂停', icon: <Pause aria-hidden />, run: () => setBatch(['status']) },
          { label: '重置密码', icon: <KeyRound aria-hidden />, run: () => setBatch(['resetPassword']) },
          ...(isAdmin
            ? [{ label: '转给别人', icon: <UserRound aria-hidden />, run: () => setBatch(['ownerId']) }]
            : []),
          { label: '更多修改', icon: <Pencil aria-hidden />, run: () => setBatch([]) },
          remove,
        ]

  return (
    <>
      <TableTools
        query={table}
        searchLabel="搜地址、备注"
        filters={tab === 'deleted' ? [] : filters}
        summary={result.data && `共 ${total.toLocaleString('zh-CN')} 个`}
      />
      <SelectAll
        shown={rows.length}
        chosen={chosen.length}
        total={total}
        all={all}
        offered={tab !== 'deleted'}
        onAll={setAll}
      />
      <DataTable<AccountRow>
        label="邮箱"
        query={table}
        result={result}
        columns={accountColumns(tab, isAdmin, actions)}
        phone={row => <PhoneAccount row={row} {...actions} />}
        selection={{ chosen, onChange: choose, nameOf: row => row.address }}
        empty={<NoAccounts filtered={Object.keys(filter).length > 1} onMake={onMake} />}
      />
      <BatchBar count={count} unit="个" busy={false} onClear={() => choose([])} actions={batchActions} />
      <BatchDialog fields={batch} target={target} onDone={done} onClose={() => setBatch(null)} />
      <EditDrawer row={editing} onClose={() => setEditing(null)} />
      <ClientDialog row={client} onClose={() => setClient(null)} />
      <DeleteDialog
        asked={deleting}
        forGood={tab === 'deleted'}
        onDone={done}
        onUndo={ids => tell(restore(ids))}
        onClose={() => setDeleting(null)}
      />
    </>
  )
}

/** Filters that are offered: domains and owners as far as they are known, and whatever the URL names. */
function useFilters(): Filter[] {
  const [params] = useSearchParams()
  const domains = useDomains().data ?? []
  const owners = useOwners()
  const isAdmin = usePermission().role === 'admin'
  const named = params.get('domain')
  const names = named === null || domains.includes(named) ? domains : [named, ...domains]
  return [
    { name: 'domain', label: '域名', options: names.map(name => ({ value: name, label: name })) },
    { name: 'status', label: '状态', options: statusOptions },
    { name: 'expires', label: '到期', options: expiryOptions },
    { name: 'send', label: '发信', options: sendOptions },
    ...(isAdmin
      ? [{ name: 'owner', label: '归属', options: [{ value: 'none', label: '没有归属' }, ...owners] }]
      : []),
  ]
}

function NoAccounts({ filtered, onMake }: { filtered: boolean; onMake: () => void }) {
  const tab = useTab()
  if (tab === 'deleted')
    return (
      <Empty
        drawing={<Drawing of="mailboxes" />}
        text="没有可以恢复的邮箱。删除的邮箱会先放在这里，过了期限才彻底消失。"
      />
    )
  if (filtered)
    return <Empty drawing={<Drawing of="search" />} text="没有符合条件的邮箱，换个词或去掉筛选试试。" />
  if (tab === 'temporary')
    return (
      <Empty drawing={<Drawing of="mailboxes" />} text="还没有临时邮箱。在收件箱里点“新建”就有一个。">
        <ButtonLink size="small" to={userPath('inbox')}>
          去收件箱
        </ButtonLink>
      </Empty>
    )
  return (
    <Empty drawing={<Drawing of="mailboxes" />} text="还没有邮箱账号。建一个，就能用密码登录，一直收信。">
      <Button size="small" icon={<Plus aria-hidden />} onClick={onMake}>
        新建邮箱
      </Button>
    </Empty>
  )
}
