/** The table of codes with what can be done to them. Search, state and batch are in the URL. */
import type { CardRow } from '@yanshu/contract'
import { Ban, Pause, Play, Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { BatchBar } from '../../../ui/batch-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { LossDialog } from '../../../ui/loss-dialog.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type TableQuery, useTableQuery } from '../../../ui/table-query.ts'
import { TableTools } from '../../../ui/table-tools.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { BatchBand } from './batch-band.tsx'
import { type CardDeed, cardColumns, PhoneCard, type RowActions } from './card-columns.tsx'
import { type Asked, doDeed, questionOf, type Target } from './deeds.ts'
import { EditDialog, type Editing } from './edit-dialog.tsx'
import { stateOptions, useBatch, useCards, useRenew } from './queries.ts'
import { RevealDialog, type Revealing } from './reveal-dialog.tsx'
import { batchName, canChange, canDelete, searchText } from './words.ts'

/** A whole code goes no further than the search field. */
function useCardTable(): TableQuery {
  const table = useTableQuery()
  const { change } = table
  const guarded = useCallback<TableQuery['change']>(
    changes => change(changes.q ? { ...changes, q: searchText(changes.q) } : changes),
    [change],
  )
  return useMemo(() => ({ ...table, change: guarded }), [table, guarded])
}

export function Cards({ onMake }: { onMake: (() => void) | null }) {
  const table = useCardTable()
  const result = useCards(table)
  const batch = useBatch()
  const renew = useRenew()
  const [chosen, setChosen] = useState<string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [revealing, setRevealing] = useState<Revealing | null>(null)
  const [busy, setBusy] = useState(false)
  const rows = result.data?.list ?? []

  const run = async (deed: CardDeed, target: Target) => {
    const said = await doDeed(deed, target)
    setChosen([])
    await renew()
    showToast(said)
  }
  /** What takes nothing away is done at once, the rest is asked for. */
  const start = (deed: CardDeed, target: Target, name: string) => {
    if (deed === 'revoke' || deed === 'delete') {
      setAsked({ deed, target, name })
      return
    }
    setBusy(true)
    run(deed, target)
      .catch((error: unknown) => showError(messageOf(error)))
      .finally(() => setBusy(false))
  }
  const startChosen = (deed: CardDeed) => {
    const used = new Set(rows.filter(row => !canDelete(row)).map(row => row.id))
    const ids = deed === 'delete' ? chosen.filter(id => !used.has(id)) : chosen
    if (ids.length === 0) showError('选中的都用过了，不能删除，可以作废')
    else start(deed, { ids }, `选中的 ${ids.length} 张${ids.length < chosen.length ? '没用过的' : ''}卡密`)
  }

  const actions: RowActions = {
    onBatch: batchId => table.change({ batch: batchId }),
    onEdit: row =>
      setEditing({ target: { ids: [row.id] }, name: `卡密 ${row.tail}`, like: row, ends: canChange(row) }),
    onReveal: row => setRevealing({ target: { ids: [row.id] }, name: `卡密 ${row.tail}` }),
    onDeed: (deed, row) => start(deed, { ids: [row.id] }, `卡密 ${row.tail}`),
  }
  const [first] = rows
  const question = asked && questionOf(asked)

  return (
    <>
      <TableTools
        query={table}
        searchLabel="搜末四位、备注、邮箱"
        filters={[
          { name: 'state', label: '状态', options: stateOptions },
          ...(batch === null
            ? []
            : [{ name: 'batch', label: '批次', options: [{ value: batch, label: batchName(batch) }] }]),
        ]}
        summary={result.data && `共 ${result.data.total.toLocaleString('zh-CN')} 张`}
      />
      {batch !== null && rows.length > 0 && (
        <BatchBand
          batchId={batch}
          busy={busy}
          onDeed={deed => start(deed, { batchId: batch }, `批次 ${batchName(batch)}`)}
          onReveal={
            first?.kept
              ? () => setRevealing({ target: { batchId: batch }, name: `批次 ${batchName(batch)}` })
              : undefined
          }
          onEdit={
            first &&
            (() =>
              setEditing({
                target: { batchId: batch },
                name: `批次 ${batchName(batch)}`,
                like: first,
                ends: true,
              }))
          }
        />
      )}
      <DataTable<CardRow>
        label="卡密"
        query={table}
        result={result}
        columns={cardColumns(actions)}
        phone={row => <PhoneCard row={row} {...actions} />}
        selection={{ chosen, onChange: setChosen, nameOf: row => `卡密 ${row.tail}` }}
        empty={<NoCards filtered={table.q !== '' || batch !== null || isFiltered(table)} onMake={onMake} />}
      />
      <BatchBar
        count={chosen.length}
        unit="张"
        busy={busy}
        onClear={() => setChosen([])}
        actions={[
          { label: '停用', icon: <Pause aria-hidden />, run: () => startChosen('disable') },
          { label: '启用', icon: <Play aria-hidden />, run: () => startChosen('enable') },
          { label: '作废', icon: <Ban aria-hidden />, run: () => startChosen('revoke'), apart: true },
          { label: '删除', icon: <Trash2 aria-hidden />, run: () => startChosen('delete') },
        ]}
      />
      <RevealDialog revealing={revealing} onClose={() => setRevealing(null)} />
      <EditDialog editing={editing} onClose={() => setEditing(null)} />
      <LossDialog
        open={asked !== null}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked) await run(asked.deed, asked.target)
        }}
      >
        <p className="muted">{question?.says}</p>
      </LossDialog>
    </>
  )
}

const isFiltered = (table: TableQuery): boolean =>
  table.filter(
    'state',
    stateOptions.map(option => option.value),
  ) !== undefined

function NoCards({ filtered, onMake }: { filtered: boolean; onMake: (() => void) | null }) {
  if (filtered) return <Empty text="没有符合条件的卡密，换个词或去掉筛选试试。" />
  if (onMake === null) return <Empty text="还没有卡密。制作卡密的权限由管理员开通。" />
  return (
    <Empty text="还没有卡密。做一批，卖给或送给要用邮箱的人，他们在登录页用卡密开通。">
      <Button size="small" icon={<Plus aria-hidden />} onClick={onMake}>
        制作卡密
      </Button>
    </Empty>
  )
}
