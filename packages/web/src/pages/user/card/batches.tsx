/**
 * The batches of codes: how many of each were made, sold, used and are left, and inside an opened one its codes.
 * Search, filters and what is open are in the URL.
 */
import type { AnswerOf, Calls, CardBatch } from '@yanshu/contract'
import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ErrorState } from '../../../api/error-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { shortened } from '../../../ui/shortened.ts'
import { Bones, Empty } from '../../../ui/states.tsx'
import { TableTools } from '../../../ui/table-tools.tsx'
import { BatchCodes } from './batch-codes.tsx'
import { BatchRow, Legend } from './batch-row.tsx'
import styles from './batches.module.css'
import { useCardActs } from './card-acts.tsx'
import { codesPrefix, kindOptions, leftOptions, useBatches, useCodeSearch } from './queries.ts'
import { batchTitle } from './words.ts'

/** Opens a batch, or closes it. The codes that a search found in it are what one wants to see. */
function useOpenBatch(q: string) {
  const [params, setParams] = useSearchParams()
  const open = (batch: CardBatch | null) =>
    setParams(
      known => {
        const next = new URLSearchParams([...known].filter(([name]) => !name.startsWith(codesPrefix)))
        next.delete('batch')
        if (batch) next.set('batch', batch.id)
        if (batch?.found) next.set(`${codesPrefix}q`, q)
        return next
      },
      { replace: true },
    )
  return { opened: params.get('batch'), open }
}

export function Batches({ onMake }: { onMake: (() => void) | null }) {
  const table = useCodeSearch()
  const result = useBatches(table)
  const { opened, open } = useOpenBatch(table.q)
  const acts = useCardActs()
  const { data } = result
  if (!data)
    return result.error ? (
      <ErrorState error={result.error} retry={() => void result.refetch()} />
    ) : (
      <Bones lines={8} />
    )
  const filtered =
    table.q !== '' ||
    !!table.filter('kind', values(kindOptions)) ||
    !!table.filter('left', values(leftOptions))
  if (data.total === 0 && !filtered) return <NoBatches onMake={onMake} />
  return (
    <>
      <div className={styles.sum}>
        <h2>{sumText(data)}</h2>
        <Legend />
      </div>
      <TableTools
        query={table}
        searchLabel="搜批次、末四位、邮箱"
        filters={[
          { name: 'kind', label: '种类', options: kindOptions },
          { name: 'left', label: '剩下', options: leftOptions },
        ]}
        summary={`共 ${data.total.toLocaleString('zh-CN')} 批，新做的在前`}
      />
      {data.list.length === 0 ? (
        <Empty drawing={<Drawing of="search" />} text="没有符合条件的批次，换个词或去掉筛选试试。" />
      ) : (
        <ul className={cx(styles.list, result.isPlaceholderData && styles.old)} aria-label="批次">
          {data.list.map(batch => (
            <BatchRow
              key={batch.id}
              batch={batch}
              open={batch.id === opened}
              onToggle={() => open(batch.id === opened ? null : batch)}
              acts={acts}
            >
              <BatchCodes batch={batch} />
            </BatchRow>
          ))}
        </ul>
      )}
      <Pager query={table} total={data.total} />
      {acts.dialogs}
    </>
  )
}

const values = <Value extends string>(options: readonly { value: Value }[]): Value[] =>
  options.map(({ value }) => value)

function sumText({ left, soonest }: AnswerOf<Calls['getCardBatches']>): string {
  const hand = left === 0 ? '手里没有剩下的了' : `手里还有 ${left.toLocaleString('zh-CN')} 张`
  if (soonest === null) return hand
  return `${hand}；${shortened(batchTitle(soonest), 20)}只剩 ${soonest.left.toLocaleString('zh-CN')} 张，照这几天的快慢约够 ${soonest.lasts} 天`
}

function NoBatches({ onMake }: { onMake: (() => void) | null }) {
  if (onMake === null)
    return <Empty drawing={<Drawing of="cards" />} text="还没有卡密。制作卡密的权限由管理员开通。" />
  return (
    <Empty
      drawing={<Drawing of="cards" />}
      text="还没有卡密。做一批，卖给或送给要用邮箱的人，他们在登录页用卡密开通。"
    >
      <Button size="small" icon={<Plus aria-hidden />} onClick={onMake}>
        制作卡密
      </Button>
    </Empty>
  )
}
