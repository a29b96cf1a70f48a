/** Shows the outcome of a mail for each recipient, with the other side's words. */
import type { SentMail } from '@yanshu/contract'
import { AddressText } from '../../../ui/address-text.tsx'
import { TimeText } from '../../../ui/time.tsx'
import styles from './sent-view.module.css'
import { RecipientStateWord } from './states.tsx'

type Recipient = SentMail['recipients'][number]

const kinds: Readonly<Record<Recipient['kind'], string>> = { to: '', cc: '抄送', bcc: '密送' }

export function Recipients({ recipients }: { recipients: readonly Recipient[] }) {
  return (
    <ul className={styles.recipients} aria-label="收件人的状态">
      {recipients.map(one => (
        <li key={one.id}>
          <div className={styles.recipient}>
            <AddressText address={one.address} />
            {kinds[one.kind] && <small className="muted">{kinds[one.kind]}</small>}
            <span className="grow" />
            <RecipientStateWord state={one.state} />
          </div>
          {one.state !== 'delivered' && one.reason && <p>{one.reason}</p>}
          {one.state !== 'delivered' && one.answer && (
            <p className={styles.answer}>
              <small className="muted">对方的原话：</small>
              <q className="mono">{one.answer}</q>
            </p>
          )}
          <p className="tiny muted">
            <Facts one={one} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Facts({ one }: { one: Recipient }) {
  const { deliveredAt, nextAttemptAt, lastAttemptAt, attempts, host, state } = one
  return (
    <>
      {deliveredAt && (
        <>
          送达于 <TimeText at={deliveredAt} full />
        </>
      )}
      {state === 'deferred' && nextAttemptAt && (
        <>
          试过 {attempts} 次，下一次在 <TimeText at={nextAttemptAt} full />
        </>
      )}
      {state === 'bounced' && lastAttemptAt && (
        <>
          最后一次在 <TimeText at={lastAttemptAt} full />
          ，试了 {attempts} 次
        </>
      )}
      {host && state !== 'queued' && (
        <>
          {' '}
          · 对方是 <span className="mono">{host}</span>
        </>
      )}
      {state === 'delivered' && one.answer && (
        <>
          {' '}
          · 答 <span className="mono">{one.answer}</span>
        </>
      )}
    </>
  )
}
