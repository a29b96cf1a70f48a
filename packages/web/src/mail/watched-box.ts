import type { Mailbox } from '@yanshu/contract'

/** Returns the one mailbox in view: the chosen one, or the only one; null when several are in view. */
export function watchedBox(
  boxes: { readonly list: readonly Mailbox[]; readonly total: number } | undefined,
  chosen: string | null,
): Mailbox | null {
  if (chosen !== null) return boxes?.list.find(({ id }) => id === chosen) ?? null
  return boxes?.total === 1 ? (boxes.list[0] ?? null) : null
}

/** Returns in words why the mailbox receives no mail; null when it does. */
export function whyItRests(box: Pick<Mailbox, 'status' | 'mailsLeft'> | null): string | null {
  if (box === null) return null
  if (box.status === 'paused') return '已暂停收信'
  if (box.status === 'stopped') return '已停用'
  return box.mailsLeft === 0 ? '不再收新信' : null
}
