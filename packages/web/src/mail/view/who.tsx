/**
 * Shows the sender, the recipients, the time, and whether the sender is genuine. The sender's real address is
 * always beside the name.
 */
import type { MailDetail, Person } from '@yanshu/contract'
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { Fragment, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { TimeText } from '../../ui/time.tsx'
import { FalseNameMark } from '../false-name-mark.tsx'
import { pretends, senderName } from '../sender-name.ts'
import { checkNames, judgeSender, resultNames, type Trust } from './trust.ts'
import styles from './who.module.css'

const icons: Readonly<Record<Trust['tone'], typeof ShieldCheck>> = {
  good: ShieldCheck,
  wait: ShieldQuestionMark,
  bad: ShieldAlert,
}

export function Who({ mail, brief = false }: { mail: MailDetail; brief?: boolean }) {
  const initial = [...senderName(mail.from)][0]?.toUpperCase() ?? '?'
  return (
    <>
      <div className={styles.who}>
        <span className={styles.avatar} aria-hidden="true">
          {initial}
        </span>
        <div className={styles.from}>
          <Sender person={mail.from} />
        </div>
        <TimeText at={mail.receivedAt} full={!brief} />
        <div className={styles.to}>
          {brief ? <TrustLine mail={mail} brief /> : <Recipients mail={mail} />}
        </div>
      </div>
      {!brief && <TrustLine mail={mail} />}
    </>
  )
}

/** A name that pretends to be another address comes after the real one and is labelled. */
function Sender({ person }: { person: Person }) {
  const { name, address } = person
  const isFalse = pretends(person)
  return (
    <>
      {isFalse && <FalseNameMark />}
      <b>{senderName(person)}</b>{' '}
      {name && <span className={styles.address}>{isFalse ? `自称 ${name}` : address}</span>}
    </>
  )
}

function Recipients({ mail }: { mail: MailDetail }) {
  const others = mail.to.filter(person => person.address.toLowerCase() !== mail.address.toLowerCase())
  const groups = [
    { says: '信上写给', people: others },
    { says: '抄送', people: mail.cc },
    { says: '回信到', people: differs(mail) ? mail.replyTo : [] },
  ].filter(({ people }) => people.length > 0)
  const [all, setAll] = useState(false)
  const isLong = groups.some(({ people }) => people.length > MOST_PEOPLE + 1)
  return (
    <span className={styles.recipients}>
      发给 <span className="mono">{mail.address}</span>
      {groups.map(({ says, people }) => (
        <Fragment key={says}>
          ，{says} <People people={people} all={all || people.length <= MOST_PEOPLE + 1} />
        </Fragment>
      ))}{' '}
      {isLong && (
        <button type="button" className={styles.why} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : '看全部'}
        </button>
      )}
    </span>
  )
}

/** A letter to hundreds must not disappear behind their addresses. */
const MOST_PEOPLE = 5

function People({ people, all }: { people: readonly Person[]; all: boolean }) {
  const shown = all ? people : people.slice(0, MOST_PEOPLE)
  return (
    <>
      <span className="mono">{shown.map(person => person.address).join('，')}</span>
      {!all && ` 等 ${people.length} 人`}
    </>
  )
}

function differs(mail: MailDetail): boolean {
  return mail.replyTo.some(person => person.address.toLowerCase() !== mail.from.address.toLowerCase())
}

function TrustLine({ mail, brief = false }: { mail: MailDetail; brief?: boolean }) {
  const [open, setOpen] = useState(false)
  const trust = judgeSender(mail)
  const Icon = icons[trust.tone]
  return (
    <div className={cx(styles.trust, styles[trust.tone], brief && styles.brief)}>
      <Icon aria-hidden />
      <div>
        <span>
          <b>{trust.verdict}</b>，{trust.says}
        </span>{' '}
        {!brief && (
          <button type="button" className={styles.why} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起依据' : '看依据'}
          </button>
        )}
        {open && <Evidence mail={mail} />}
      </div>
    </div>
  )
}

const checks = ['spf', 'dkim', 'dmarc', 'arc'] as const

function Evidence({ mail }: { mail: MailDetail }) {
  return (
    <table className={styles.evidence}>
      <thead className="sr">
        <tr>
          <th>检查</th>
          <th>结果</th>
          <th>说明</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(check => {
          const { result, domain, detail } = mail.auth[check]
          return (
            <tr key={check}>
              <th scope="row">{checkNames[check].name}</th>
              <td>{resultNames[check][result]}</td>
              <td>
                {detail || checkNames[check].says}
                {domain && <span className="mono"> {domain}</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
