/** The form of a mail: sender, recipients, subject, letter, files; it sends now or later. */

import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { Clock, Paperclip, SendHorizontal, Trash2 } from 'lucide-react'
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react'
import { LossDialog } from '../api/loss-dialog.tsx'
import { useSenderAddresses } from '../mail/address/use-sender-choices.ts'
import { useMailSource } from '../mail/source.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Failure } from '../ui/failure.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { PHONE, useMedia } from '../ui/use-media.ts'
import { AddressField } from './address-field.tsx'
import styles from './compose.module.css'
import type { ComposeDrawerProps } from './compose-props.ts'
import { countRecipients, tooManyText, useDayRoom } from './day-room.ts'
import { Letter, type LetterHandle } from './editor/editor.tsx'
import { FileStrip } from './file-strip.tsx'
import { SaveState } from './save-state.tsx'
import { SendLater } from './send-later.tsx'
import type { Session } from './session.ts'
import { Sheet } from './sheet.tsx'
import { useWriting, type Writing } from './use-writing.ts'

type ComposeFormProps = ComposeDrawerProps & { title: string; session: Session }

export function ComposeForm(props: ComposeFormProps) {
  const { title, session, mayUpload, onRestart } = props
  const { fetchBytes } = useMailSource()
  const letter = useRef<LetterHandle>(null)
  const writing = useWriting({ ...props, letter })
  const { fields, files, state, faults, failure, send } = writing
  const loadPicture = useCallback(
    (id: string) => fetchBytes(wireRequest(routes.getFile, { params: { id } })),
    [fetchBytes],
  )
  const pictureInput = useRef<HTMLInputElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const [dropping, setDropping] = useState(false)
  const answering = session.content.to.length > 0
  const takeFiles = (given: File[]) => {
    if (!mayUpload) return
    files.add(given.filter(isPicture), true)
    files.add(
      given.filter(file => !isPicture(file)),
      false,
    )
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!mayUpload || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setDropping(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false)
    },
    onDrop: (event: DragEvent) => {
      setDropping(false)
      if (event.defaultPrevented || !mayUpload || event.dataTransfer.files.length === 0) return
      event.preventDefault()
      files.add([...event.dataTransfer.files], false)
    },
  }
  useSendKey(() => send(null))
  return (
    <Sheet
      title={
        <>
          <h2>{title}</h2>
          <SaveState state={state} />
        </>
      }
      foot={
        <Foot
          writing={writing}
          session={session}
          onAttach={mayUpload ? () => fileInput.current?.click() : null}
        />
      }
      onClose={() => void writing.leave()}
    >
      <div className={styles.sheet} inert={writing.sending} {...drop}>
        {state.kind === 'conflict' && (
          <div className={styles.note} role="alert">
            <span className="grow">这份草稿在别处改过了，这里的还没有存。</span>
            <Button size="small" onClick={() => void writing.keepMine()}>
              保留这里的
            </Button>
            <Button
              size="small"
              onClick={() => {
                writing.drop()
                onRestart()
              }}
            >
              换成那边的
            </Button>
          </div>
        )}
        {failure !== null && (
          <p className={cx(styles.note, styles.failure)} role="alert">
            {failure}
          </p>
        )}
        <Head writing={writing} autoFocus={!answering} />
        <Letter
          ref={letter}
          start={session.content.html}
          focus={answering}
          loadPicture={loadPicture}
          onChange={writing.changed}
          onFiles={takeFiles}
          onPictures={mayUpload ? () => pictureInput.current?.click() : null}
          onSend={() => send(null)}
        />
        <FileStrip files={files} />
        {faults.from !== undefined && (
          <p className={cx(styles.note, styles.failure)} role="alert">
            {faults.from}
          </p>
        )}
        <input
          ref={pictureInput}
          hidden
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          multiple
          aria-label="选图片"
          onChange={event => {
            files.add([...(event.target.files ?? [])], true)
            event.target.value = ''
          }}
        />
        <input
          ref={fileInput}
          hidden
          type="file"
          multiple
          aria-label="选附件"
          onChange={event => {
            files.add([...(event.target.files ?? [])], false)
            event.target.value = ''
          }}
        />
        {dropping && <div className={styles.drop}>放在这里，作为附件</div>}
        <span className="sr" role="status">
          {fields.to.length > 0 ? `收件人 ${fields.to.length} 位` : ''}
        </span>
      </div>
    </Sheet>
  )
}

const isPicture = (file: File): boolean => /^image\/(?:png|jpeg|gif|webp)$/.test(file.type)

/** Ctrl or ⌘ with Enter sends from anywhere in the form and first takes up the text that is being typed. */
function useSendKey(send: () => void): void {
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      setTimeout(() => latest.current(), 0)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

type HeadProps = { writing: Writing; autoFocus: boolean }

function Head({ writing, autoFocus }: HeadProps) {
  const { fields, change, faults, askSubject } = writing
  const [copies, setCopies] = useState({ cc: fields.cc.length > 0, bcc: fields.bcc.length > 0 })
  return (
    <>
      <div className={styles.row}>
        <label htmlFor="compose-from">发件人</label>
        <SearchSelect
          id="compose-from"
          variant="borderless"
          className={styles.from ?? ''}
          placeholder="选一个邮箱"
          nothing="没有这样的邮箱"
          value={fields.from || null}
          useFound={useSenderAddresses}
          renderLabel={address => <span className="mono">{address}</span>}
          onChange={from => from !== null && change({ from })}
        />
      </div>
      <AddressField
        label="收件人"
        value={fields.to}
        onChange={to => change({ to })}
        fault={faults.to}
        autoFocus={autoFocus}
        more={
          <span className={styles.copies}>
            {!copies.cc && (
              <Button size="small" kind="quiet" onClick={() => setCopies({ ...copies, cc: true })}>
                抄送
              </Button>
            )}
            {!copies.bcc && (
              <Button size="small" kind="quiet" onClick={() => setCopies({ ...copies, bcc: true })}>
                密送
              </Button>
            )}
          </span>
        }
      />
      {copies.cc && (
        <AddressField label="抄送" value={fields.cc} onChange={cc => change({ cc })} fault={faults.cc} />
      )}
      {copies.bcc && (
        <AddressField label="密送" value={fields.bcc} onChange={bcc => change({ bcc })} fault={faults.bcc} />
      )}
      <div className={cx(styles.row, styles.subject)}>
        <label htmlFor="compose-subject">主题</label>
        <input
          id="compose-subject"
          value={fields.subject}
          maxLength={500}
          aria-describedby={askSubject ? 'compose-subject-hint' : undefined}
          onChange={event => change({ subject: event.target.value })}
        />
        {(askSubject || faults.subject !== undefined) && (
          <span id="compose-subject-hint" className={styles.hint} role="alert">
            {faults.subject ?? '没有主题。再点一次发送，就这样发出'}
          </span>
        )}
      </div>
    </>
  )
}

type FootProps = { writing: Writing; session: Session; onAttach: (() => void) | null }

function Foot({ writing, session, onAttach }: FootProps) {
  const [dialog, setDialog] = useState<'later' | 'discard' | null>(null)
  const phone = useMedia(PHONE)
  const { list } = session.senders
  // The chosen sender decides the stop, and it may not be the caller.
  const chosen = list.find(one => one.address === writing.fields.from)
  const stopped = chosen ? chosen.stopped : session.senders.stopped
  const left = useDayRoom(session.senders)
  const tooMany = tooManyText(left, countRecipients(writing.fields))
  const cannot = stopped ?? tooMany
  return (
    <div className={styles.foot}>
      {stopped !== null && (
        <div className={styles.stopped}>
          <Failure text={stopped} />
        </div>
      )}
      <Button
        kind="primary"
        disabledReason={cannot}
        busy={writing.sending}
        icon={<SendHorizontal aria-hidden />}
        onClick={() => writing.send(null)}
      >
        发送
      </Button>
      <Button icon={<Clock aria-hidden />} disabledReason={cannot} onClick={() => setDialog('later')}>
        定时
      </Button>
      {onAttach && (
        <IconButton label="添加附件" onClick={onAttach}>
          <Paperclip aria-hidden />
        </IconButton>
      )}
      <span className="grow" />
      {left !== null && (tooMany !== null || !phone) && (
        <span className={cx(styles.left, tooMany !== null && styles.over)} role="status">
          {tooMany ?? `今天还能发 ${left} 封`}
        </span>
      )}
      <IconButton label="不写了，删掉" onClick={() => setDialog('discard')}>
        <Trash2 aria-hidden />
      </IconButton>
      <SendLater open={dialog === 'later'} onClose={() => setDialog(null)} onSend={at => writing.send(at)} />
      <LossDialog
        open={dialog === 'discard'}
        title="删掉这份草稿？"
        action="删掉"
        onConfirm={writing.discard}
        onClose={() => setDialog(null)}
      >
        写的内容和附件都会删掉，不能恢复。
      </LossDialog>
    </div>
  )
}
