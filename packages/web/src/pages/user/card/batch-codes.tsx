/** The codes of an opened batch by step, with what can be done with single ones. */
import type { CardBatch, CardRow } from '@yanshu/contract'
import { Ban, CalendarPlus, Download, Pause, Play, Tag, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { DataTable } from '../../../api/data-table.tsx'
import { BatchBar } from '../../../ui/batch-bar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'
import { SearchBox } from '../../../ui/table-tools.tsx'
import { showError } from '../../../ui/toast.ts'
import type { CardAct } from './acts.ts'
import styles from './batches.module.css'
import { type CardActs, useCardActs } from './card-acts.tsx'
import { cardColumns, PhoneCard } from './card-columns.tsx'
import { codesPrefix, exportOf, stepOf, useCards, useCodeSearch } from './queries.ts'
import { batchTitle, canDelete } from './words.ts'

export function BatchCodes({ batch }: { batch: CardBatch }) {
  const table = useCodeSearch(codesPrefix)
  const result = useCards(batch.id, table)
  const [chosen, setChosen] = useState<string[]>([])
  const acts = useCardActs(() => setChosen([]))
  const rows = result.data?.list ?? []
  const gone = batch.revoked + batch.expired
  const chips = [
    { name: 'all', label: '全部', count: batch.made },
    { name: 'left', label: '剩下', count: batch.left },
    { name: 'sold', label: '卖出没用', count: batch.sold - batch.used },
    { name: 'used', label: '用掉', count: batch.used },
    ...(gone > 0 ? [{ name: 'gone', label: '作废或过期', count: gone }] : []),
  ]
  return (
    <>
      <div className={styles.tools}>
        <Chips
          label="到哪一步"
          items={chips}
          active={stepOf(table) ?? 'all'}
          onChange={name => table.change({ step: name === 'all' ? null : name })}
        />
        <span className="grow" />
        <div className={styles.find}>
          <SearchBox label="搜末四位、邮箱、卖给谁" value={table.q} onChange={q => table.change({ q })} />
          <IconButton
            small
            label="导出这些为 CSV"
            disabled={acts.busy}
            onClick={() => acts.save(exportOf(batch.id, table), batchTitle(batch))}
          >
            <Download aria-hidden />
          </IconButton>
        </div>
      </div>
      <DataTable<CardRow>
        label={`${batchTitle(batch)}的卡密`}
        query={table}
        result={result}
        columns={cardColumns(batch, acts)}
        phone={row => <PhoneCard row={row} batch={batch} acts={acts} />}
        selection={{ chosen, onChange: setChosen, nameOf: row => `卡密 ${row.tail}` }}
        empty={<Empty drawing={<Drawing of="search" />} text="没有符合条件的卡密，换个词或看别的一步。" />}
      />
      <p className={`small muted ${styles.foot}`}>
        {batch.kept
          ? '这一批保留了明文，可以从“再看卡密”看到。'
          : '明文只在做的时候给过一次，这里只有末四位。'}
      </p>
      <ChosenBar rows={rows} chosen={chosen} acts={acts} onClear={() => setChosen([])} />
      {acts.dialogs}
    </>
  )
}

type ChosenBarProps = { rows: readonly CardRow[]; chosen: string[]; acts: CardActs; onClear: () => void }

function ChosenBar({ rows, chosen, acts, onClear }: ChosenBarProps) {
  const picked = rows.filter(row => chosen.includes(row.id))
  const every = (is: (row: CardRow) => boolean) => picked.length > 0 && picked.every(is)
  const name = `选中的 ${chosen.length} 张卡密`
  const start = (act: CardAct) => acts.start(act, { ids: chosen }, name)
  const erase = () => {
    const used = new Set(picked.filter(row => !canDelete(row)).map(row => row.id))
    const ids = chosen.filter(id => !used.has(id))
    if (ids.length === 0) showError('选中的都用过了，不能删除，可以作废')
    else acts.start('delete', { ids }, used.size > 0 ? `选中的 ${ids.length} 张没用过的卡密` : name)
  }
  const paused = every(row => row.state === 'disabled')
  return (
    <BatchBar
      count={chosen.length}
      unit="张"
      busy={acts.busy}
      onClear={onClear}
      actions={[
        every(row => row.step === 'sold')
          ? { label: '收回', icon: <Undo2 aria-hidden />, run: () => start('takeBack') }
          : {
              label: '标为卖出',
              icon: <Tag aria-hidden />,
              run: () => acts.sell({ target: { ids: chosen }, name }),
            },
        {
          label: '改最晚使用',
          icon: <CalendarPlus aria-hidden />,
          run: () =>
            acts.edit({
              target: { ids: chosen },
              name,
              note: '',
              endsAt: picked[0]?.expiresAt ?? null,
              fields: 'end',
            }),
        },
        paused
          ? { label: '启用', icon: <Play aria-hidden />, run: () => start('enable') }
          : { label: '停用', icon: <Pause aria-hidden />, run: () => start('disable') },
        { label: '作废', icon: <Ban aria-hidden />, run: () => start('revoke'), apart: true },
        { label: '删除', icon: <Trash2 aria-hidden />, run: erase },
      ]}
    />
  )
}
