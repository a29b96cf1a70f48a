/** The stamp that a phone scans to go on with the mailbox. It is covered until somebody wants to see it. */
import { messageOf } from '../../api/api-error.ts'
import { QrStamp } from '../../ui/qr-stamp.tsx'
import styles from './ticket-stamp.module.css'
import { type TicketCall, useTicket } from './use-ticket.ts'

type TicketStampProps = {
  api: TicketCall
  /** The mailbox's id; null until it is known. */
  mailbox: string | null
  address: string
  /** The side of the code itself. */
  size: number
  /** The words under the covered stamp. */
  says: string
  /** It is shown at once: it stands where somebody went to see it. */
  atOnce?: boolean
}

const acts = { hidden: '显示', making: '正在画', over: '换一个', failed: '重试' } as const

export function TicketStamp({ api, mailbox, address, size, says, atOnce = false }: TicketStampProps) {
  const { url, covered, error, ask } = useTicket(api, mailbox, atOnce)
  if (url !== null) {
    return (
      <figure className={styles.ticket}>
        <QrStamp text={url} label={`在手机上接着用 ${address} 的二维码`} size={size} />
        <figcaption role="status">扫一次就用掉，5 分钟内有效</figcaption>
      </figure>
    )
  }
  const told = { hidden: says, making: says, over: '过期了，换一个再扫', failed: messageOf(error) }
  return (
    <figure className={styles.ticket}>
      <button
        type="button"
        className={styles.cover}
        aria-label={`${acts[covered]}让手机接着用的二维码`}
        aria-busy={covered === 'making' || undefined}
        onClick={() => covered !== 'making' && ask()}
      >
        <span aria-hidden="true">
          <QrStamp text={address} label="" size={size} />
        </span>
        <span className={styles.word} aria-hidden="true">
          {acts[covered]}
        </span>
      </button>
      <figcaption role="status">{told[covered]}</figcaption>
    </figure>
  )
}
