/** Says in plain words what a calendar file tells, as far as a reader needs it. */
import type { InvitationAnswer } from '@yanshu/contract'
import type { CalendarTime, EventSpan } from '@yanshu/contract/calendar/event-time'
import type {
  Attendee,
  Calendar,
  CalendarEvent,
  CalendarPerson,
  Recurrence,
} from '@yanshu/contract/calendar/read-calendar'
import dayjs from 'dayjs'
import { dateText } from '../../ui/time-text.ts'

export type Occasion = {
  what: string
  when: string
  where: string
  /** The person who invites, and the number of guests. */
  who: string
  guests: number
  note: string
  cancelled: boolean
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

const weekdayOf = (shown: string): string => weekdays[dayjs(shown).day()] ?? ''

/** The parts of a leaf of a calendar that is torn off day by day. */
export type Leaf = { month: string; day: string; weekday: string }

/** Returns what the reader's own clock shows at a time, where that is known. */
const ownClock = ({ shown, at }: CalendarTime): string =>
  at === null ? shown : dayjs(at).format('YYYY-MM-DDTHH:mm')

export function leafOf({ start }: EventSpan): Leaf | null {
  if (start === null) return null
  const shown = ownClock(start)
  return { month: dayjs(shown).format('M月'), day: dayjs(shown).format('D'), weekday: weekdayOf(shown) }
}

const dayWords = (shown: string): string => `${dateText(shown)} ${weekdayOf(shown)}`
const clockWords = (shown: string): string => shown.slice(11)

function spanWords(from: string, to: string | null): string {
  const begins = `${dayWords(from)} ${clockWords(from)}`
  if (to === null) return begins
  const isSameDay = from.slice(0, 10) === to.slice(0, 10)
  return `${begins} 至 ${isSameDay ? '' : `${dayWords(to)} `}${clockWords(to)}`
}

function daysWords(from: string, to: string | null): string {
  return to === null ? `${dayWords(from)} 全天` : `${dayWords(from)} 至 ${dayWords(to)}`
}

/** Names a zone as the language does: 中欧时间. */
function zoneWords(zone: string, at: number): string {
  try {
    const look = { timeZone: zone, timeZoneName: 'longGeneric' } as const
    const parts = new Intl.DateTimeFormat('zh-CN', look).formatToParts(at)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    // Only the file knows this zone.
    return zone
  }
}

/** Says the time on the reader's clock, and beside it the one on the clock of its place where that differs. */
function timeWords({ start, end }: EventSpan): string {
  if (start === null) return ''
  if (start.isDay) return daysWords(start.shown, end?.shown ?? null)
  const here = spanWords(ownClock(start), end && ownClock(end))
  const { zone, at } = start
  if (at === null) return zone === '' ? here : `${here}（${zone} 时间）`
  if (zone === 'Etc/UTC' || ownClock(start) === start.shown) return here
  const there =
    start.shown.slice(0, 10) === ownClock(start).slice(0, 10)
      ? clockWords(start.shown)
      : `${dayWords(start.shown)} ${clockWords(start.shown)}`
  return `${here}（${zoneWords(zone, at)} ${there}）`
}

const units = { day: '天', week: '周', month: '个月', year: '年' } as const

function recurrenceWords({ every, interval, count, until }: Recurrence): string {
  if (every === null) return '会重复'
  const often =
    interval === 1 ? `每${every === 'month' ? '月' : units[every]}` : `每 ${interval} ${units[every]}`
  const last = until && `，到 ${dateText(until.isDay ? `${until.shown}T00:00` : ownClock(until))} 为止`
  return `${often}重复${count === null ? (last ?? '') : `，共 ${count} 次`}`
}

const personWords = ({ name, address }: CalendarPerson): string =>
  [name, address].filter((part, at, parts) => part !== '' && parts.indexOf(part) === at).join(' ')

export function occasionOf(event: CalendarEvent, method: string): Occasion {
  const { organizer, recurrence } = event
  return {
    what: event.summary || '没有标题的日程',
    when: [timeWords(event), recurrence && recurrenceWords(recurrence)].filter(Boolean).join('，'),
    where: event.location,
    who: organizer ? personWords(organizer) : '',
    guests: event.attendees.length,
    note: event.description,
    cancelled: method === 'CANCEL' || event.status === 'CANCELLED',
  }
}

export const occasionsOf = ({ method, events }: Calendar): Occasion[] =>
  events.map(event => occasionOf(event, method))

const replies: Readonly<Record<string, string>> = {
  ACCEPTED: '接受了',
  TENTATIVE: '还没有定',
  DECLINED: '谢绝了',
  DELEGATED: '转给了别人',
  'NEEDS-ACTION': '还没有答复',
}

/** Says who has answered what: 林牧 接受了. */
export function replyWords(attendee: Attendee | undefined): string {
  if (attendee === undefined) return '有人答复了'
  return `${attendee.name || attendee.address || '有人'} ${replies[attendee.status] ?? '答复了'}`
}

/** Says what the sender of a calendar wants. */
export const methodWords: Readonly<Record<string, string>> = {
  REQUEST: '邀请',
  ADD: '邀请',
  CANCEL: '已取消',
  REPLY: '答复',
  COUNTER: '想改时间',
}

export const answerNames: Readonly<Record<InvitationAnswer, string>> = {
  accepted: '接受',
  tentative: '待定',
  declined: '谢绝',
}

export const answeredWords: Readonly<Record<InvitationAnswer, string>> = {
  accepted: '已接受',
  tentative: '已答复待定',
  declined: '已谢绝',
}

const answers: Readonly<Record<string, InvitationAnswer>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
}

/** Returns the answer that the organizer knows of already. */
export const answerKnown = ({ status }: Attendee): InvitationAnswer | null => answers[status] ?? null
