/** The buttons that move the open mail: to the archive or back, and to a folder that is asked for. */
import type { MailDetail } from '@yanshu/contract'
import { Archive, Folder, Inbox } from 'lucide-react'
import type { Place } from '../../../mail/actions.ts'
import type { MovingButtons } from '../../../mail/view/view-bar.tsx'
import { IconButton } from '../../../ui/button.tsx'

/** Mails that are put away come back; the others can be put into the archive. */
export const isPutAway = (mail: { folder: string }): boolean =>
  mail.folder === 'archive' || mail.folder === 'spam' || mail.folder === 'trash'

export function moveButtons(
  mail: MailDetail,
  act: { onPlace: (place: Place) => void; onMove: () => void },
): MovingButtons {
  const away = isPutAway(mail)
  return {
    before: (
      <IconButton
        label={away ? '移到收件箱' : '归档'}
        onClick={() => act.onPlace(away ? 'inbox' : 'archive')}
      >
        {away ? <Inbox aria-hidden /> : <Archive aria-hidden />}
      </IconButton>
    ),
    after: (
      <IconButton label="移到文件夹" onClick={act.onMove}>
        <Folder aria-hidden />
      </IconButton>
    ),
  }
}
