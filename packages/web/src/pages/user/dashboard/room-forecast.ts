/** How long the room that is left lasts, if mail keeps coming as in the span that is shown. Deletions are not foreseen. */
import type { Dashboard } from '@yanshu/contract'
import { numberText } from '../../../ui/number-text.ts'
import { sizeText } from '../../../ui/size-text.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MEGABYTE = 1_048_576

/** The first days of a site must not be spread over a span in which there was no site. */
function beginOfMail(data: Dashboard): number | null {
  const received = data.series.find(({ name }) => name === 'received')
  const first = received?.points.find(({ value }) => value > 0)
  return first === undefined ? null : Date.parse(first.at)
}

/** The least of what the nodes' disks and the own limit leave; null where nothing is known of either. */
function roomLeft({ storage, nodes = [] }: Dashboard): number | null {
  const disks = nodes.flatMap(({ alive, diskFreeMb }) =>
    alive && diskFreeMb !== null ? [diskFreeMb * MEGABYTE] : [],
  )
  const own = storage.limitBytes === null ? [] : [Math.max(0, storage.limitBytes - storage.usedBytes)]
  const left = [...disks, ...own]
  return left.length === 0 ? null : Math.min(...left)
}

function daysText(days: number): string {
  if (days < 1) return '不到 1 天'
  if (days < 60) return `约 ${numberText(Math.floor(days))} 天`
  if (days < 730) return `约 ${numberText(Math.floor(days / 30))} 个月`
  return '两年以上'
}

export type RoomForecast = { text: string; soon: boolean }

/** Null where there is no bound to run into. */
export function roomForecast(data: Dashboard, now: number): RoomForecast | null {
  const left = roomLeft(data)
  if (left === null) return null
  const begin = beginOfMail(data)
  const bytes = data.figures.bytes ?? 0
  if (begin === null || bytes === 0)
    return { text: `还剩 ${sizeText(left)}；有了来信，这里说够用多久`, soon: false }
  const perDay = bytes / (Math.max(HOUR, Math.min(now, Date.parse(data.to)) - begin) / DAY)
  const days = left / perDay
  return {
    text: `还剩 ${sizeText(left)}；照这段时间的来信（一天 ${sizeText(Math.round(perDay))}），不算删除，够用${daysText(days)}`,
    soon: days < 14,
  }
}
