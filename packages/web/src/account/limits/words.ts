/** Limits in words. */
import { sizeText } from '../../ui/size-text.ts'
import type { LimitName, Room } from './use-limits.ts'

type Words = {
  title: string
  unit: string
  /** 还能建 3 个 */
  more: string
  /** 这次要建 5 个 */
  want: string
  /** Help for when nothing is left. */
  help: string
}

const askForMore = '请管理员提高上限'

const words: Readonly<Record<LimitName, Words>> = {
  mailboxes: {
    ...{ title: '邮箱', unit: '个', more: '还能建', want: '这次要建' },
    help: `删掉不用的，或${askForMore}`,
  },
  storage: {
    ...{ title: '存储', unit: '', more: '还剩', want: '这次要占' },
    help: `满了以后新邮件进不来。删掉大的邮件，或${askForMore}`,
  },
  domains: {
    ...{ title: '域名', unit: '个', more: '还能加', want: '这次要加' },
    help: `删掉不用的，或${askForMore}`,
  },
  sendsPerDay: {
    ...{ title: '24 小时发信', unit: '封', more: '还能发', want: '这次要发' },
    help: `等重新计，或${askForMore}`,
  },
  apiPerMinute: {
    ...{ title: '每分钟调用接口', unit: '次', more: '还能调用', want: '这次要调用' },
    help: `等下一分钟，或${askForMore}`,
  },
  cards: {
    ...{ title: '没用的卡密', unit: '张', more: '还能做', want: '这次要做' },
    help: '等它们用掉，或作废不卖的',
  },
}

export const limitTitle = (name: LimitName): string => words[name].title

function amount({ name }: Pick<Room, 'name'>, value: number): string {
  if (name === 'storage') return value === 0 ? '0' : sizeText(value)
  return value.toLocaleString('zh-CN')
}

const withUnit = (room: Pick<Room, 'name'>, value: number): string => {
  const { unit } = words[room.name]
  return unit === '' ? amount(room, value) : `${amount(room, value)} ${unit}`
}

/** 38 / 200 个 */
export const useText = (room: Room): string => `${amount(room, room.used)} / ${withUnit(room, room.limit)}`

/** 还能建 162 个 */
export const leftText = (room: Room): string =>
  room.left === 0 ? '用完了' : `${words[room.name].more} ${withUnit(room, room.left)}`

/** Why a form would be refused: it wants more than is left. Null when it does not, or when nothing limits it. */
export function excessText(room: Room | null, wanted: number): string | null {
  if (room === null || wanted <= room.left) return null
  if (room.left === 0) return `${leftText(room)}：${words[room.name].help}`
  return `${leftText(room)}，${words[room.name].want} ${withUnit(room, wanted)}`
}
