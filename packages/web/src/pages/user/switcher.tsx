/** Which of the own mailboxes is shown: all, or one of them, by domain; many are found by typing. */
import type { Mailbox } from '@yanshu/contract'
import { ChevronsUpDown, Layers } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { UNNAMED_BOX } from '../../mail/inbox/chosen-box.ts'
import { useMailboxesWith, useMailboxSearch, useUnread } from '../../mail/queries.ts'
import { countOf } from '../../mail/unread-counts.ts'
import { inboxPath } from '../../site/paths.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { FormPopover } from '../../ui/form-popover.tsx'
import styles from './switcher.module.css'

export function Switcher({ mailbox }: { mailbox: string | null }) {
  const [open, setOpen] = useState(false)
  const { data } = useMailboxesWith(mailbox)
  const boxes = data?.list ?? []
  const current = boxes.find(box => box.id === mailbox)
  const only = boxes.length === 1 ? boxes[0] : undefined
  const name = current?.address ?? (mailbox === null ? (only?.address ?? '全部邮箱') : UNNAMED_BOX)
  return (
    <FormPopover
      label="切换邮箱"
      open={open}
      onOpenChange={setOpen}
      content={
        <Choices current={mailbox} boxes={boxes} total={data?.total ?? 0} onChoose={() => setOpen(false)} />
      }
    >
      <button type="button" className={styles.switcher} aria-label={`${name}，切换邮箱`}>
        <span className={styles.avatar} aria-hidden="true">
          {current ? current.localPart[0]?.toUpperCase() : <Layers />}
        </span>
        <span className="clip">{name}</span>
        <ChevronsUpDown aria-hidden />
      </button>
    </FormPopover>
  )
}

type ChoicesProps = { current: string | null; boxes: readonly Mailbox[]; total: number; onChoose: () => void }

function Choices({ current, boxes, total, onChoose }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const found = useMailboxSearch(words)
  const unread = useUnread().data
  const choiceOf = (box: Mailbox, whole: boolean) => (
    <Choice
      key={box.id}
      box={box}
      whole={whole}
      unread={unread ? countOf(unread, box.id) : box.unread}
      isCurrent={box.id === current}
      onChoose={onChoose}
    />
  )
  const groups = [...Map.groupBy(boxes, box => box.domain)]
  return (
    <div className={styles.choices}>
      <input
        type="search"
        className={styles.find}
        value={typed}
        placeholder="地址或备注的一部分"
        aria-label="找邮箱"
        onChange={event => setTyped(event.target.value)}
      />
      <div className={styles.scroll}>
        {words !== '' && <ul>{found.data?.map(box => choiceOf(box, true))}</ul>}
        {words !== '' && found.data?.length === 0 && <p className={styles.note}>没有这样的邮箱。</p>}
        {words === '' && boxes.length > 1 && (
          <Link
            className={styles.choice}
            to={inboxPath({})}
            aria-current={current === null ? 'true' : undefined}
            onClick={onChoose}
          >
            <Layers aria-hidden />
            全部邮箱
            <Count unread={unread?.total ?? 0} />
          </Link>
        )}
        {words === '' && groups.length === 1 && <ul>{boxes.map(box => choiceOf(box, true))}</ul>}
        {words === '' &&
          groups.length > 1 &&
          groups.map(([domain, list]) => (
            <Group key={domain} domain={domain} boxes={list} current={current} choiceOf={choiceOf} />
          ))}
        {words === '' && total > boxes.length && (
          <p className={styles.note}>
            还有 {(total - boxes.length).toLocaleString('zh-CN')} 个，输入一部分来找。
          </p>
        )}
      </div>
    </div>
  )
}

/** More than this are folded. */
const SHOWN = 5

type GroupProps = {
  domain: string
  boxes: readonly Mailbox[]
  current: string | null
  choiceOf: (box: Mailbox, whole: boolean) => ReactNode
}

function Group({ domain, boxes, current, choiceOf }: GroupProps) {
  const [all, setAll] = useState(() => boxes.findIndex(box => box.id === current) >= SHOWN)
  const folded = boxes.length > SHOWN + 1 && !all ? boxes.length - SHOWN : 0
  return (
    <section aria-label={domain}>
      <h3 className={styles.domain}>
        {domain}
        <small>{boxes.length}</small>
      </h3>
      <ul>{boxes.slice(0, boxes.length - folded).map(box => choiceOf(box, false))}</ul>
      {folded > 0 && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          再看 {folded} 个
        </button>
      )}
    </section>
  )
}

type ChoiceProps = { box: Mailbox; whole: boolean; unread: number; isCurrent: boolean; onChoose: () => void }

function Choice({ box, whole, unread, isCurrent, onChoose }: ChoiceProps) {
  return (
    <li>
      <Link
        className={styles.choice}
        to={inboxPath({ mailbox: box.id })}
        aria-label={unread > 0 ? `${box.address}，未读 ${unread}` : box.address}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
      >
        {whole ? (
          <AddressText oneLine address={box.address} />
        ) : (
          <span className="mono clip">{box.localPart}</span>
        )}
        <Count unread={unread} />
      </Link>
    </li>
  )
}

const Count = ({ unread }: { unread: number }) => unread > 0 && <small>{unread}</small>
