/** Guides and calls, by chapter, searchable. */
import type { Call, CallName, Group } from '@yanshu/contract'
import { groups } from '@yanshu/contract/call'
import { callNames, calls } from '@yanshu/contract/calls'
import { useState } from 'react'
import { Link } from 'react-router'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'
import { SearchBox } from '../../../ui/table-tools.tsx'
import styles from './call-list.module.css'
import { type GuideName, guideNames, guides } from './guides/guides.tsx'

export type Open = { kind: 'call'; name: CallName } | { kind: 'guide'; name: GuideName } | null

const callOf = (name: CallName): Call => calls[name] as Call

const shortMethods = { GET: 'GET', POST: 'POST', DELETE: 'DEL' } as const

/** The end of the path, which is how a call is known. */
export const shortPath = (call: Call): string => call.path.replace(/^\/api\/(?:user\/|admin\/)?/, '')

/** Chapters that programs need most come first. */
const order: readonly Group[] = [
  'mail',
  'mailbox',
  'sent',
  'filter',
  'webhook',
  'domain',
  'card',
  'store',
  'account',
]

const sorted = [...order, ...(Object.keys(groups) as Group[]).filter(group => !order.includes(group))]

export function searchCalls(word: string): CallName[] {
  const wanted = word.trim().toLowerCase()
  return callNames.filter(name => {
    const { path, summary } = callOf(name)
    return `${name}\n${path}\n${summary.zh}\n${summary.en}`.toLowerCase().includes(wanted)
  })
}

export function CallList({ open }: { open: Open }) {
  const [word, setWord] = useState('')
  const found = new Set(searchCalls(word))
  return (
    <nav className={styles.calls} aria-label="全部调用">
      <SearchBox label="搜调用" value={word} onChange={setWord} />
      {word === '' && (
        <>
          <h2>说明</h2>
          <ul>
            {guideNames.map(name => (
              <li key={name}>
                <Link
                  className={styles.guide}
                  to={{ search: `?guide=${name}` }}
                  aria-current={open?.kind === 'guide' && open.name === name ? 'page' : undefined}
                >
                  {guides[name].title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {sorted.map(group => {
        const members = callNames.filter(name => callOf(name).group === group && found.has(name))
        if (members.length === 0) return null
        return (
          <section key={group} aria-label={groups[group]}>
            <h2>{groups[group]}</h2>
            <ul>
              {members.map(name => (
                <li key={name}>
                  <Link
                    className={styles.call}
                    to={{ search: `?call=${name}` }}
                    aria-current={open?.kind === 'call' && open.name === name ? 'page' : undefined}
                  >
                    <span className={styles.method}>{shortMethods[callOf(name).method]}</span>
                    <span className="clip">
                      <code>{shortPath(callOf(name))}</code>
                      <small>{callOf(name).summary.zh}</small>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {found.size === 0 && <Empty drawing={<Drawing of="search" />} text="没有这样的调用，换个词试试。" />}
    </nav>
  )
}
