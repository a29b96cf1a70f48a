/** A list of rows of one height, drawn only where it can be seen. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import listStyles from '../../../mail/mail-list.module.css'
import type { MailListHandle } from '../../../mail/mail-list.tsx'
import { MailRowBones } from '../../../ui/mail-row.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'

type RowListProps<Row> = {
  rows: readonly Row[]
  render: (row: Row) => ReactNode
  onEnd: (() => void) | undefined
  loadingMore: boolean
  ref?: Ref<MailListHandle>
}

const ROW = 89
const ROW_ON_PHONE = 92

export function RowList<Row extends { id: string }>(props: RowListProps<Row>) {
  const { rows, render, onEnd, loadingMore, ref } = props
  const height = useMedia(PHONE) ? ROW_ON_PHONE : ROW
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    getItemKey: index => rows[index]?.id ?? index,
  })
  useEffect(() => {
    if (height > 0) virtual.measure()
  }, [virtual, height])
  useImperativeHandle(ref, () => ({
    show: id => {
      const index = rows.findIndex(row => row.id === id)
      if (index === -1) return
      virtual.scrollToIndex(index)
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-mail="${id}"] a`)?.focus({ preventScroll: true }),
      )
    },
  }))
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
