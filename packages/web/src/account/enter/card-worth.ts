/** Puts the worth of a card code into words. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { yuanText } from '../../ui/money.ts'

/** The title of the page while it shows the password of a redeemed mailbox. */
export const openedTitle = '邮箱开好了'

export type CardWorth = AnswerOf<Calls['verCard']>['card']

export const cardStateNames: Readonly<Record<CardWorth['state'], string>> = {
  unused: '可以使用',
  used: '已经用过',
  disabled: '已停用',
  revoked: '已作废',
  expired: '已过期',
}

/** Returns the worth of the card as one sentence. */
export function worthText(card: CardWorth): string {
  const term = card.days === null ? '长期' : ` ${card.days} 天`
  const room = card.quotaMb === null ? '' : `，空间 ${card.quotaMb} MB`
  const sends = card.maySend ? '，能发信' : ''
  switch (card.kind) {
    case 'open':
      return `开一个新邮箱，${term.trim()}${room}${sends}。`
    case 'given':
      return `打开已备好的邮箱 ${card.addresses.join('、')}，${term.trim()}${sends}。`
    case 'renew':
      return `给已有的邮箱续期${term}。`
    case 'pay':
      return `在商店下单时用来付款，还有 ${yuanText(card.balance)}。`
  }
}
