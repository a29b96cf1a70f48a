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
