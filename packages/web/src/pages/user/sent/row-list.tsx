/** A list of rows of one height, drawn only where it can be seen. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react'
import { type MailListHandle, useListFocus } from '../../../mail/list-focus.ts'
import listStyles from '../../../mail/mail-list.module.css'
import { MailRowBones } from '../../../mail/mail-list-bones.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'

type RowListProps<Row> = {
  rows: readonly Row[]
  openId: string | null
  render: (row: Row) => ReactNode
  onEnd: (() => void) | undefined
  loadingMore: boolean
  ref?: Ref<MailListHandle>
}

const ROW = 89
const ROW_ON_PHONE = 92

export function RowList<Row extends { id: string }>(props: RowListProps<Row>) {
  const { rows, openId, render, onEnd, loadingMore, ref } = props
  const height = useMedia(PHONE) ? ROW_ON_PHONE : ROW
  const scroller = useRef<HTMLDivElement>(null)
  const order = useMemo(() => rows.map(row => row.id), [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    getItemKey: index => order[index] ?? index,
  })
  useEffect(() => {
    if (height > 0) virtual.measure()
  }, [virtual, height])
  useListFocus(ref, { scroller, order, openId, scrollTo: index => virtual.scrollToIndex(index) })
  const items = virtual.getVirtualItems()
  const end = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (onEnd && end >= rows.length - 5) onEnd()
  }, [onEnd, end, rows.length])
  return (
    <div className={listStyles.list}>
      <div ref={scroller} className={listStyles.scroller}>
        <ul className={listStyles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(item => {
            const row = rows[item.index]
            return (
              row && (
                <li
                  key={item.key}
                  data-mail={row.id}
                  className={listStyles.row}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {render(row)}
                </li>
              )
            )
          })}
        </ul>
        {loadingMore && <MailRowBones />}
      </div>
    </div>
  )
}
