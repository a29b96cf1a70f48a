/** Shows above a letter what its writer did to it: signed it, or encrypted it. */
import { LockKeyhole, Signature, TriangleAlert } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import styles from './seal-notices.module.css'
import { type Sealed, type SealNotice, sealNotices } from './seal-words.ts'

function iconOf({ tone, needed }: SealNotice) {
  if (tone === 'bad') return TriangleAlert
  return needed ? LockKeyhole : Signature
}

/** `brief` leaves out what one can read the letter without. */
export function SealNotices({ brief = false, ...sealed }: Sealed & { brief?: boolean }) {
  return sealNotices(sealed)
    .filter(({ needed }) => needed || !brief)
    .map(notice => {
      const Icon = iconOf(notice)
      return (
        <p key={notice.verdict} className={cx(styles.notice, styles[notice.tone])}>
          <Icon aria-hidden />
          <span>
            <b>{notice.verdict}</b>，{notice.says}
          </span>
        </p>
      )
    })
}
