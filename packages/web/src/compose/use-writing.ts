/**
 * Holds a mail during writing: its fields, its files, its draft on the server, and the sending. It ensures
 * that nothing is lost and nothing is sent twice.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ApiError, isApiError, messageOf, reasonOf } from '../api/api-error.ts'
import { useLostLogin } from '../api/lost-login.ts'
import { useLive } from '../mail/live.tsx'
import { renewDrafts, renewSent } from '../mail/sent-cache.ts'
import { useMailSource } from '../mail/source.tsx'
import { fullTime } from '../ui/time-text.ts'
import { showError, showToast, showUndo } from '../ui/toast.ts'
import { isRecipient } from './addresses.ts'
import type { ComposeDrawerProps } from './compose-props.ts'
import type { Content } from './content.ts'
import { createDraftKeeper, type KeeperState, type Saved } from './draft-keeper.ts'
import type { LetterHandle } from './editor/editor.tsx'
import { filesIn } from './editor/placeholders.ts'
import type { Session } from './session.ts'
import { keepUnsaved } from './unsaved.ts'
import { useFiles } from './use-files.ts'

export type Fields = Omit<Content, 'html'>
export type Faults = Readonly<Partial<Record<'to' | 'cc' | 'bcc' | 'from' | 'subject', string>>>

const REST_MS = 1_000

/** The most that a browser sends for a page that is already closed. */
const LAST_BYTES = 60_000

/**
 * A refusal with a reason would be repeated, so there is no retry. A server that is unreachable or too busy
 * is tried again.
 */
function againInMs(error: unknown, failures: number): number | null {
  const waitMs = Math.min(30_000, 1_000 * 2 ** failures)
  if (!(error instanceof ApiError)) return waitMs
  if (error.retryAfter !== undefined) return Math.max(waitMs, error.retryAfter * 1_000)
  return isApiError(error, 'internal', 'busy', 'tooMany') ? waitMs : null
}

/** The call itself may have come after the one that was told, and without a login. */
const endedByOthers = ({ reason }: ApiError): boolean =>
  (reason ?? useLostLogin.getState().lost?.reason ?? null) !== null

type WritingOptions = Pick<ComposeDrawerProps, 'start' | 'onDraft' | 'onOpen' | 'onClose'> & {
  session: Session
  letter: RefObject<LetterHandle | null>
}

export function useWriting({ session, letter, start, onDraft, onOpen, onClose }: WritingOptions) {
  const { api, key } = useMailSource()
  const client = useQueryClient()
  const [fields, setFields] = useState<Fields>(session.content)
  const [state, setState] = useState<KeeperState>({ kind: 'clean' })
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [askSubject, setAskSubject] = useState(false)
  const latest = useRef<Fields>(session.content)
  /** The letter as last read from the editor, which may be gone when it is saved. */
  const latestHtml = useRef(session.content.html)
  const busy = useRef(false)
  const tellDraft = useRef(onDraft)
  const cache = useMemo(() => ({ client, source: key }), [client, key])

  const files = useFiles({
    start: session.files,
    startPictures: filesIn(session.content.html),
    limitMb: session.senders.maxMessageMb,
    onChange: () => keeper.change(),
    onPicture: file => letter.current?.insertPicture(file),
  })
  /** Returns the current content. A picture that was removed from the text is left out. */
  const contentNow = () => {
    const html = letter.current?.html() ?? latestHtml.current
    latestHtml.current = html
    const shown = new Set(filesIn(html))
    const attachments = files
      .now()
      .flatMap(({ file, picture }) => (file && (!picture || shown.has(file.id)) ? file.id : []))
    const { from, fromName, to, cc, bcc, subject, inReplyTo } = latest.current
    return { from, fromName, to, cc, bcc, subject, inReplyTo, html, attachments }
  }
  const content = useRef(contentNow)

  /** The login has ended, so unsaved text is kept for the time after the next log-in. */
  const keepUnsavedHere = (saved: Saved | null, lasting: boolean) => {
    const { attachments: _ids, ...written } = content.current()
    keepUnsaved(
      {
        start: saved === null ? start : { kind: 'draft', of: saved.id },
        content: written,
        files: files.now().flatMap(({ file }) => file ?? []),
        saved,
      },
      lasting,
    )
  }
  const keepHere = useRef(keepUnsavedHere)
  useLayoutEffect(() => {
    tellDraft.current = onDraft
    content.current = contentNow
    keepHere.current = keepUnsavedHere
  })

  const [keeper] = useState(() =>
    createDraftKeeper(
      {
        content: () => content.current(),
        async save(body) {
          try {
            return (await api.saveDraft({ body })).draft
          } catch (error) {
            if (isApiError(error, 'loginNeeded')) keepHere.current(keeper.saved(), endedByOthers(error))
            throw error
          }
        },
        againInMs,
        isConflict: error => isApiError(error, 'conflict'),
        onState: setState,
        onSaved: ({ id }) => {
          tellDraft.current(id)
          renewDrafts(cache)
        },
        restMs: REST_MS,
      },
      session.saved,
    ),
  )

  useEffect(() => {
    if (!session.unsaved) return
    keeper.change()
    showToast('上次没存上的内容找回来了')
  }, [keeper, session.unsaved])

  // The connection is back, so unsaved text is saved at once.
  const { state: way } = useLive()
  useEffect(() => {
    if (way === 'live') void keeper.flush()
  }, [keeper, way])

  // Runs before the editor is removed, so that the last typed text can be read from it.
  useLayoutEffect(() => {
    const leave = () => {
      content.current()
      void keeper.flush()
    }
    const unload = () => {
      if (!keeper.isDirty()) return
      const written = content.current()
      for (const place of keeper.perhaps()) {
        const body = { ...written, ...place }
        if (new Blob([JSON.stringify(body)]).size > LAST_BYTES) continue
        api.saveDraft({ body }, { outlivesPage: true }).catch(() => undefined)
      }
    }
    addEventListener('pagehide', unload)
    addEventListener('online', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('pagehide', unload)
      removeEventListener('online', leave)
      document.removeEventListener('visibilitychange', leave)
      // This also runs when the person leaves with the back button.
      leave()
    }
  }, [keeper, api])

  const change = (what: Partial<Fields>) => {
    latest.current = { ...latest.current, ...what }
    setFields(latest.current)
    setFaults(known => Object.fromEntries(Object.entries(known).filter(([name]) => !(name in what))))
    if (what.subject !== undefined) setAskSubject(false)
    keeper.change()
  }

  function faultsNow(): Faults {
    const { to, cc, bcc } = latest.current
    const found: { -readonly [Name in keyof Faults]: string } = {}
    for (const [name, list] of Object.entries({ to, cc, bcc })) {
      const wrong = list.filter(one => !isRecipient(one))
      if (wrong.length > 0) found[name as 'to'] = `地址不完整：${wrong.join('，')}`
    }
    if (to.length + cc.length + bcc.length === 0) found.to = '请填写收件人'
    return found
  }

  async function undo(id: string, inReplyTo: string | null): Promise<void> {
    try {
      const { draftId } = await api.cancelSent({ body: { id, toDraft: true } })
      void renewSent(cache)
      if (draftId === null) return showError('有的收件人已经发出，其余的撤回了')
      if (inReplyTo !== null) await api.saveDraft({ body: { id: draftId, version: 1, inReplyTo } })
      onOpen(draftId)
    } catch (error) {
      showError(reasonOf(error))
    }
  }

  /** A mail can be sent even if it could not be saved as a draft. */
  async function draftToSpend(): Promise<string | undefined> {
    await keeper.flush()
    return keeper.isDirty() ? undefined : keeper.saved()?.id
  }

  async function deliver(sendAt: Date | null): Promise<void> {
    keeper.change()
    const draftId = await draftToSpend()
    const { inReplyTo, ...body } = content.current()
    const { id, undoUntil } = await api.sendEmail({
      body: {
        ...body,
        ...(inReplyTo !== null && { inReplyTo }),
        ...(draftId !== undefined && { draftId }),
        ...(sendAt && { sendAt: sendAt.toISOString() }),
      },
    })
    keeper.stop()
    onClose()
    void renewSent(cache)
    const words = sendAt ? `将在${fullTime(sendAt, new Date())} 发送` : '已发送'
    const seconds = undoUntil === null ? 0 : Math.round((Date.parse(undoUntil) - Date.now()) / 1000)
    if (sendAt || seconds > 0) showUndo(words, () => void undo(id, inReplyTo), sendAt ? 10 : seconds)
    else showToast(words)
  }

  function showFailure(error: unknown): void {
    if (!(error instanceof ApiError)) {
      setFailure(messageOf(error))
      return
    }
    const found: Record<string, string> = {}
    for (const [name, words] of Object.entries(error.fields)) found[name.split('.')[0] ?? name] ??= words
    setFaults(found)
    const elsewhere = Object.keys(found).some(name => !['to', 'cc', 'bcc', 'from', 'subject'].includes(name))
    if (Object.keys(found).length === 0 || elsewhere) setFailure(messageOf(error))
  }

  async function send(sendAt: Date | null): Promise<void> {
    if (busy.current) return
    const found = faultsNow()
    setFaults(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return
    if (files.busy) return setFailure('附件还没有传完')
    if (latest.current.subject.trim() === '' && !askSubject) return setAskSubject(true)
    busy.current = true
    setSending(true)
    try {
      await deliver(sendAt)
    } catch (error) {
      showFailure(error)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return {
    fields,
    change,
    changed: () => keeper.change(),
    files,
    state,
    faults,
    failure,
    sending,
    askSubject,
    send: (sendAt: Date | null) => void send(sendAt),
    /** Closes the form; the text stays in the drafts. */
    async leave() {
      files.stop()
      const kept = keeper.isDirty() || state.kind === 'saved'
      await keeper.flush()
      if (kept && !keeper.isDirty()) showToast('已存进草稿')
      onClose()
    },
    async discard() {
      files.stop()
      await keeper.flush()
      keeper.stop()
      const saved = keeper.saved()
      if (saved) await api.delDraft({ body: { ids: [saved.id] } })
      void renewSent(cache)
      onClose()
    },
    async keepMine() {
      const saved = keeper.saved()
      if (!saved) return
      try {
        await keeper.overrule((await api.getDraft({ params: { id: saved.id } })).draft.version)
      } catch (error) {
        showError(reasonOf(error))
      }
    },
    drop: () => keeper.stop(),
  }
}

export type Writing = ReturnType<typeof useWriting>
