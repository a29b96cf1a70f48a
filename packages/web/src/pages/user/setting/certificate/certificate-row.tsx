/** One name: its state, its life as a bar with the notch where renewal begins, the last try, and what can be done. */
import type { Certificate } from '@yanshu/contract'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../../api/api-error.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { StateWord } from '../../../../ui/state-word.tsx'
import { dayText, fullTime } from '../../../../ui/time-text.ts'
import { showError } from '../../../../ui/toast.ts'
import styles from './certificate-tab.module.css'
import { aboutName, daysLeft, issuerText, leftText, overPercent, stateLooks } from './certificate-words.ts'

type RowProps = {
  certificate: Certificate
  now: Date
  /** Null where nothing can be asked for. */
  renew: ((name: string) => Promise<void>) | null
}

const soonDays = 14

function Life({ certificate, now }: Pick<RowProps, 'certificate' | 'now'>) {
  const { state, validUntil, source } = certificate
  if (validUntil === null)
    return (
      <>
        <div className={cx(styles.life, styles.lifeNone)} />
        <p className={styles.left}>
          <b>还没有证书</b>
        </p>
      </>
    )
  const over = overPercent(certificate, now)
  const tone = state === 'ended' ? styles.lifeBad : state === 'failing' && styles.lifeWait
  return (
    <>
      <div className={cx(styles.life, tone)} role="img" aria-label={`已过 ${over}%`}>
        <i style={{ width: `${over}%` }} />
        {source === 'authority' && <u />}
        <b style={{ left: `${over}%` }} />
      </div>
      <p className={styles.left}>
        <b className={cx(daysLeft(validUntil, now) < soonDays && styles.soon)}>{leftText(validUntil, now)}</b>
        <span>到 {dayText(validUntil, now)}</span>
      </p>
    </>
  )
}

function lastTry({ source, state, triedAt, obtainedAt, failures, renewsAt }: Certificate, now: Date) {
  if (source === 'file') return { when: '自己带的文件', says: '文件改了会重读，这里不续' }
  const next = renewsAt === null ? '' : `下次 ${fullTime(renewsAt, now)}`
  if (state === 'working') return { when: '正在等签发方', says: '' }
  if (triedAt === null) return { when: '还没试过', says: next }
  if (failures > 0)
    return {
      when: `${fullTime(triedAt, now)} 没成`,
      says: [`第 ${failures} 次`, next].filter(Boolean).join('，'),
    }
  return { when: fullTime(obtainedAt ?? triedAt, now), says: next }
}

export function CertificateRow({ certificate, now, renew }: RowProps) {
  const { name, state, advice, said, source, triesLeft } = certificate
  const [busy, setBusy] = useState(false)
  const { tone, icon: Icon, says } = stateLooks[state]
  const last = lastTry(certificate, now)
  const troubled = advice !== '' && state !== 'working'
  const ask = renew !== null && source !== 'file' && state !== 'working' ? renew : null
  const press = async (one: (name: string) => Promise<void>) => {
    setBusy(true)
    await one(name).catch((error: unknown) => showError(reasonOf(error)))
    setBusy(false)
  }
  const button = ask && (
    <Button
      {...(troubled ? {} : { size: 'small' as const })}
      kind={troubled ? 'primary' : 'plain'}
      icon={troubled && <RotateCw aria-hidden />}
      aria-label={`${state === 'waiting' ? '再看' : '现在续'} ${name}`}
      busy={busy}
      disabledReason={triesLeft === 0 ? '这一小时里试得太多了，过会儿再试' : null}
      onClick={() => void press(ask)}
    >
      {state === 'waiting' ? '再看' : certificate.validUntil === null ? '现在申请' : '现在续'}
    </Button>
  )
  return (
    <li className={cx(styles.row, troubled && styles.todo)} aria-label={name}>
      <div className={styles.name}>
        <b className="mono">{name}</b>
        <small>{aboutName(certificate)}</small>
      </div>
      <div className={styles.state}>
        <StateWord tone={tone} icon={<Icon aria-hidden />}>
          {says}
        </StateWord>
        <small>{issuerText(certificate)}</small>
      </div>
      <div className={styles.time}>
        <Life certificate={certificate} now={now} />
      </div>
      <div className={styles.last}>
        {last.when}
        <small>{last.says}</small>
      </div>
      <div className={styles.act}>{!troubled && button}</div>
      {troubled && (
        <div className={styles.why}>
          {said !== '' && (
            <q className={styles.quote} lang="en">
              {said}
            </q>
          )}
          <p>{advice}</p>
          <div className={styles.acts}>
            {button}
            <ButtonLink to="/user/setting?tab=site&group=certificate">改验证方式</ButtonLink>
            {ask && <span className="small muted">这一小时里还能试 {triesLeft} 次</span>}
          </div>
        </div>
      )}
    </li>
  )
}
