/**
 * Actions on mails: the page shows them at once, reverts them when the server refuses, and offers an undo
 * when something is lost.
 */
import { useQueryClient } from '@tanstack/react-query'
import type { Folder, MailRow } from '@yanshu/contract'
import { useMemo } from 'react'
import { isApiError, reasonOf } from '../api/api-error.ts'
import type { Api } from '../api/index.ts'
import { shortened } from '../ui/shortened.ts'
import { showError, showToast, showUndo } from '../ui/toast.ts'
import {
  askAnew,
  changeEverywhere,
  changeUnread,
  forgetMails,
  lookAgain,
  type MailCache,
  onItsWay,
  renewCounts,
} from './cache.ts'
import { useMailSource } from './source.tsx'
import { afterReading } from './unread-counts.ts'

export const folderNames: Readonly<Record<Folder, string>> = {
  inbox: '收件箱',
  archive: '归档',
  spam: '垃圾邮件',
  trash: '回收站',
}

/** Where mails go: a folder that every mailbox has, or one's own with its name. */
export type Place = Folder | { id: string; name: string }

const folderOf = (place: Place): string => (typeof place === 'string' ? place : place.id)

export type MailActions = {
  setRead: (mails: readonly MailRow[], read: boolean) => void
  star: (mails: readonly MailRow[], starred: boolean) => void
  /** Moves mails to another folder, with undo. */
  move: (mails: readonly MailRow[], place: Place) => void
  /** Deletes mails in the trash for good; the caller has asked the person. */
  destroy: (mails: readonly MailRow[]) => Promise<void>
  readAll: (mailbox: string | undefined) => void
}

type Deps = {
  api: Pick<Api, 'setReadEmail' | 'updateEmail' | 'delEmail'>
  cache: MailCache
}

const idsOf = (mails: readonly MailRow[]) => mails.map(mail => mail.id)

type Attempt = { onPage: () => void; onServer: () => Promise<unknown>; takeBack: () => void }

/**
 * Does it on the page, then on the server. When the server refuses, only this change is reverted: later mails
 * and changes stay.
 */
async function tryOut(deps: Deps, { onPage, onServer, takeBack }: Attempt): Promise<boolean> {
  const askAgain = onItsWay(deps.cache)
  onPage()
  try {
    await onServer()
    askAgain()
    renewCounts(deps.cache)
    return true
  } catch (error) {
    takeBack()
    showError(reasonOf(error))
    // Another window has deleted some of them for good. Counts may have been updated meanwhile.
    if (isApiError(error, 'notFound')) lookAgain(deps.cache)
    else askAnew(deps.cache)
    return false
  }
}

function setRead(deps: Deps, mails: readonly MailRow[], read: boolean): void {
  const changed = mails.filter(mail => mail.read !== read)
  if (changed.length === 0) return
  const show = (isRead: boolean) => {
    const others = changed.map(mail => ({ ...mail, read: !isRead }))
    changeUnread(deps.cache, unread => afterReading(unread, others, isRead))
    changeEverywhere(deps.cache, changed, { read: isRead })
  }
  void tryOut(deps, {
    onPage: () => show(read),
    onServer: () => deps.api.setReadEmail({ body: { ids: idsOf(changed), read } }),
    takeBack: () => show(!read),
  })
}

function star(deps: Deps, mails: readonly MailRow[], starred: boolean): void {
  const others = mails.filter(mail => mail.starred !== starred)
  void tryOut(deps, {
    onPage: () => changeEverywhere(deps.cache, others, { starred }),
    onServer: () => deps.api.updateEmail({ body: { ids: idsOf(mails), starred } }),
    takeBack: () => changeEverywhere(deps.cache, others, { starred: !starred }),
  })
}

/** Makes words that differ for two consecutive moves. */
export function movedWords(mails: readonly Pick<MailRow, 'subject'>[], place: Place): string {
  const [first, ...others] = mails
  const which =
    others.length > 0 ? `，${mails.length} 封` : `：${shortened(first?.subject || '没有主题', 24)}`
  const where = typeof place === 'string' ? folderNames[place] : `“${shortened(place.name, 24)}”`
  return `已移到${where}${which}`
}

async function move(deps: Deps, mails: readonly MailRow[], place: Place): Promise<void> {
  const folder = folderOf(place)
  const moved = mails.filter(mail => mail.folder !== folder)
  if (moved.length === 0) return
  const done = tryOut(deps, {
    onPage: () => {
      changeUnread(deps.cache, unread => afterReading(unread, moved, true))
      changeEverywhere(deps.cache, moved, { folder })
    },
    // `delEmail` is wrong even for the trash: it would delete mails for good that another window has put
    // there meanwhile.
    onServer: () => deps.api.updateEmail({ body: { ids: idsOf(moved), folder } }),
    takeBack: () => {
      const unreadOnes = moved.filter(mail => !mail.read).map(mail => ({ ...mail, read: true }))
      changeUnread(deps.cache, unread => afterReading(unread, unreadOnes, false))
      for (const [was, ones] of Map.groupBy(moved, mail => mail.folder))
        changeEverywhere(deps.cache, ones, { folder: was })
    },
  })
  const closeUndo = showUndo(movedWords(moved, place), () => void undoMove(deps, moved, done))
  if (!(await done)) closeUndo()
}

async function undoMove(deps: Deps, moved: readonly MailRow[], done: Promise<boolean>): Promise<void> {
  if (!(await done)) return
  try {
    for (const [folder, mails] of Map.groupBy(moved, mail => mail.folder)) {
      await deps.api.updateEmail({ body: { ids: idsOf(mails), folder } })
      changeEverywhere(deps.cache, mails, { folder })
    }
  } catch (error) {
    showError(reasonOf(error))
  }
  askAnew(deps.cache)
}

async function destroy(deps: Deps, mails: readonly MailRow[]): Promise<void> {
  await deps.api.delEmail({ body: { ids: idsOf(mails) } })
  forgetMails(deps.cache, idsOf(mails))
  showToast(mails.length > 1 ? `已彻底删除 ${mails.length} 封` : '已彻底删除')
}

async function readAll(deps: Deps, mailbox: string | undefined): Promise<void> {
  try {
    const body = { all: true, read: true, ...(mailbox !== undefined && { mailbox }) } as const
    const { changed } = await deps.api.setReadEmail({ body }, { long: true })
    showToast(changed === 0 ? '没有未读邮件' : `${changed} 封标为已读`)
  } catch (error) {
    showError(reasonOf(error))
  }
  askAnew(deps.cache)
}

export function mailActions(deps: Deps): MailActions {
  return {
    setRead: (mails, read) => setRead(deps, mails, read),
    star: (mails, starred) => star(deps, mails, starred),
    move: (mails, place) => void move(deps, mails, place),
    destroy: mails => destroy(deps, mails),
    readAll: mailbox => void readAll(deps, mailbox),
  }
}

export function useMailActions(): MailActions {
  const { key, api } = useMailSource()
  const client = useQueryClient()
  return useMemo(() => mailActions({ api, cache: { client, source: key } }), [api, client, key])
}
