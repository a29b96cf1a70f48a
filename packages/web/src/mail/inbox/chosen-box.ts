/**
 * The mailbox that the URL names. Actions apply to this mailbox only, even if only its id is known because
 * the list of mailboxes is cut short.
 */
import type { Mailbox, MailRow } from '@yanshu/contract'

export type ChosenBox = Pick<Mailbox, 'id' | 'address'>

export const UNNAMED_BOX = '选中的邮箱'

export function chosenBox(
  id: string | null,
  boxes: readonly ChosenBox[] | undefined,
  mails: readonly Pick<MailRow, 'mailboxId' | 'address'>[],
): ChosenBox | undefined {
  if (id === null) return undefined
  const address =
    boxes?.find(box => box.id === id)?.address ?? mails.find(mail => mail.mailboxId === id)?.address
  return { id, address: address ?? UNNAMED_BOX }
}
