import type { Mailbox } from '@yanshu/contract'

/**
 * The paused mailbox that is looked at, or null where mail can come: the chosen one, or the only one there is. Of
 * several together it is not said, because others of them receive.
 */
export function pausedBox(
  boxes: { readonly list: readonly Mailbox[]; readonly total: number } | undefined,
  chosen: string | null,
): Mailbox | null {
  const box =
    chosen === null
      ? boxes?.total === 1
        ? boxes.list[0]
        : undefined
      : boxes?.list.find(({ id }) => id === chosen)
  return box?.status === 'paused' ? box : null
}

/** Why no mail comes into it, in words; null where it can. */
export function whyItRests({ status, mailsLeft }: Pick<Mailbox, 'status' | 'mailsLeft'>): string | null {
  if (status === 'paused') return '已暂停收信'
  if (status === 'stopped') return '已停用'
  return mailsLeft === 0 ? '不再收新信' : null
}
