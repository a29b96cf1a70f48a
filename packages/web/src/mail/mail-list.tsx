/**
 * A list of mails that draws only its visible part. A new mail slides in at the top; when the reader has
 * scrolled down, nothing moves, and a note above shows how many came.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { MailRow as Mail } from '@yanshu/contract'
import { ArrowUp } from 'lucide-react'
import {
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from '../ui/cx.ts'
import { PHONE, useMedia } from '../ui/use-media.ts'
import { type Anchor, anchorAt, scrollBy } from './anchor.ts'
import { type MailListHandle, useListFocus } from './list-focus.ts'
import { useLive } from './live.tsx'
import styles from './mail-list.module.css'
import { MailRowBones } from './mail-list-bones.tsx'
import { MailRow } from './mail-row.tsx'

type MailListProps = {
  mails: readonly Mail[]
  toOf: (mail: Mail) => string
  openId: string | null
  picked?: ReadonlySet<string>
  onPick?: (mail: Mail, picked: boolean, range: boolean) => void
  marked?: string | undefined
  /** Returns what stands in the place of a code. */
  sealOf?: (mail: Mail) => ReactNode
  /** Runs when the end becomes visible and there are more mails. */
  onEnd?: (() => void) | undefined
  loadingMore?: boolean
  /** Rows can be dragged; those in `away` are on their way. */
  drag?: RowDrag | undefined
  /** The list is as tall as its rows, up to the height that the page gives it. */
  fit?: boolean
  ref?: Ref<MailListHandle>
}

export type RowDrag = {
  onStart: (mail: Mail, event: DragEvent<HTMLElement>) => void
  onEnd: () => void
  away: ReadonlySet<string>
}

const ROW = 89
const ROW_ON_PHONE = 92

export function MailList(props: MailListProps) {
  const {
    mails,
    toOf,
    openId,
    picked,
    onPick,
    marked,
    sealOf,
    onEnd,
    drag,
    loadingMore = false,
    fit = false,
    ref,
  } = props
  const { cameAlone } = useLive()
  const rowHeight = useMedia(PHONE) ? ROW_ON_PHONE : ROW
  const scroller = useRef<HTMLDivElement>(null)
  const order = useMemo(() => mails.map(mail => mail.id), [mails])
  const { above, atTop, onScroll, toTop } = useStillness(scroller, order, rowHeight)
  const virtual = useVirtualizer({
    count: mails.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: index => order[index] ?? index,
  })
  useEffect(() => {
    if (rowHeight > 0) virtual.measure()
  }, [virtual, rowHeight])
  useListFocus(ref, { scroller, order, openId, scrollTo: index => virtual.scrollToIndex(index) })
  const items = virtual.getVirtualItems()
  const end = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (onEnd && end >= mails.length - 5) onEnd()
  }, [onEnd, end, mails.length])
  return (
    <div className={cx(styles.list, fit && styles.fit)}>
      {above > 0 && !atTop && (
        <button type="button" className={styles.pill} onClick={toTop}>
          <ArrowUp aria-hidden />
          {above} 封新邮件
        </button>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScroll}
        style={fit ? { height: virtual.getTotalSize() } : undefined}
      >
        <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(item => {
            const mail = mails[item.index]
            return (
              mail && (
                <li
                  key={item.key}
                  data-mail={mail.id}
                  className={cx(styles.row, drag?.away.has(mail.id) && styles.away)}
                  {...(drag && {
                    draggable: true,
                    onDragStart: (event: DragEvent<HTMLElement>) => drag.onStart(mail, event),
                    onDragEnd: drag.onEnd,
                  })}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <MailRow
                    mail={mail}
                    to={toOf(mail)}
                    open={mail.id === openId}
                    picked={picked?.has(mail.id) ?? false}
                    {...(onPick && { onPick: (one: boolean, range: boolean) => onPick(mail, one, range) })}
                    arrived={cameAlone.has(mail.id)}
                    marked={marked}
                    seal={sealOf?.(mail)}
                  />
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

/** Keeps the row at the top of the view in place, and counts new rows above it. */
function useStillness(
  scroller: { current: HTMLDivElement | null },
  order: readonly string[],
  rowHeight: number,
) {
  const anchor = useRef<Anchor>(null)
  const first = useRef<string | undefined>(undefined)
  const [above, setAbove] = useState(0)
  const [atTop, setAtTop] = useState(true)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const by = scrollBy(anchor.current, order, element.scrollTop, rowHeight)
    if (by !== 0) element.scrollTop += by
    const came = first.current === undefined ? 0 : order.indexOf(first.current)
    if (by > 0 && came > 0) setAbove(count => count + came)
    first.current = order[0]
    anchor.current = anchorAt(order, element.scrollTop, rowHeight)
  }, [scroller, order, rowHeight])
  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    anchor.current = anchorAt(order, element.scrollTop, rowHeight)
    const top = element.scrollTop < rowHeight / 2
    setAtTop(top)
    if (top) setAbove(0)
  }
  /**
   * Scrolls at once, because mail that comes during a long animation would stop it to keep the visible rows
   * in place.
   */
  const toTop = () => {
    scroller.current?.scrollTo({ top: 0 })
    onScroll()
  }
  return { above, atTop, onScroll, toTop }
}
