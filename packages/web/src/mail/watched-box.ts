import type { Mailbox } from '@yanshu/contract'

/** The one mailbox that is looked at: the chosen one, or the only one there is; null where several are looked at. */
export function watchedBox(
  boxes: { readonly list: readonly Mailbox[]; readonly total: number } | undefined,
  chosen: string | null,
): Mailbox | null {
  if (chosen !== null) return boxes?.list.find(({ id }) => id === chosen) ?? null
  return boxes?.total === 1 ? (boxes.list[0] ?? null) : null
}

/** Why no mail comes into it, in words; null where it can. */
export function whyItRests(box: Pick<Mailbox, 'status' | 'mailsLeft'> | null): string | null {
  if (box === null) return null
  if (box.status === 'paused') return '已暂停收信'
  if (box.status === 'stopped') return '已停用'
  return box.mailsLeft === 0 ? '不再收新信' : null
}
