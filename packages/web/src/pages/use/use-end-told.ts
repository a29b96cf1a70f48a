import { useEffect, useRef } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { minutesText } from '../../mail/address/minutes-text.ts'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { showError, showOffer, showToast } from '../../ui/toast.ts'
import { useNow } from '../../ui/use-now.ts'

const BEFORE_MS = 60_000

/** A minute before the open address ends it is said, once, with the way to go on. */
export function useEndTold({ address, expiresAt }: ShelfEntry): void {
  const { edit } = useShelf()
  const now = useNow(1_000).getTime()
  const offered = useKeptSettings(state => state.settings.lifetimes) ?? []
  const minutes = offered.filter(length => length > 0).toSorted((one, other) => one - other)[0]
  const told = useRef('')
  const end = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
  const isNear = end > now && end - now <= BEFORE_MS
  useEffect(() => {
    const name = `${address} ${end}`
    if (!isNear || told.current === name) return
    told.current = name
    const extend = (length: number) =>
      edit({ lifetime: { minutes: length } }).then(
        () => showToast(`从现在起再用 ${minutesText(length)}`),
        (error: unknown) => showError(reasonOf(error)),
      )
    showOffer(
      '这个地址不到一分钟就失效了',
      BEFORE_MS / 1_000,
      minutes === undefined ? undefined : { label: '延长', run: () => void extend(minutes) },
    )
  }, [isNear, address, end, minutes, edit])
}
