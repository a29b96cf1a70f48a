/** Asks where mails shall go: the folder is found by typing, and one that is missing is made. */
import { useQueryClient } from '@tanstack/react-query'
import type { MailRow } from '@yanshu/contract'
import { maxFolderName } from '@yanshu/contract/folders'
import { Folder, FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { Failure } from '../../ui/failure.tsx'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { Bones } from '../../ui/states.tsx'
import type { Place } from '../actions.ts'
import { inboxFolderIcons } from '../inbox/folder-looks.ts'
import { mailKeys } from '../mail-keys.ts'
import { useMailSource } from '../source.tsx'
import { inkOf } from './colours.ts'
import styles from './move-dialog.module.css'
import { mailboxOf, type PlaceChoice, placeChoices } from './places.ts'
import { useFolders } from './queries.ts'

type MoveDialogProps = {
  mails: readonly MailRow[] | null
  onMove: (mails: readonly MailRow[], place: Place) => void
  onClose: () => void
}

export function MoveDialog({ mails, onMove, onClose }: MoveDialogProps) {
  return (
    <SheetDialog
      form
      open={mails !== null}
      title={mails && mails.length > 1 ? `移动 ${mails.length} 封到` : '移到'}
      size="narrow"
      onClose={onClose}
    >
      {mails && (
        <Places
          mails={mails}
          onChoose={place => {
            onClose()
            onMove(mails, place)
          }}
        />
      )}
    </SheetDialog>
  )
}

type PlacesProps = { mails: readonly MailRow[]; onChoose: (place: Place) => void }

/** A choice of the list; the last one makes a folder of the typed name. */
type Option = PlaceChoice | { kind: 'new'; id: string; says: string; mailbox: string; name: string }

function Places({ mails, onChoose }: PlacesProps) {
  const mailbox = mailboxOf(mails)
  const { data = [], isError, isLoading, refetch } = useFolders(mailbox)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { make, failure, busy } = useMake(onChoose)
  const list = useId()
  const options: Option[] = placeChoices(data, mails, typed)
  const name = typed.trim()
  const isKnown = data.some(row => row.parentId === null && row.name === name)
  if (mailbox !== null && name !== '' && !isKnown && !isLoading)
    options.push({ kind: 'new', id: 'new', says: `新建“${name}”并移过去`, mailbox, name })
  const active = options[Math.min(at, options.length - 1)]
  const choose = (option: Option | undefined) => {
    if (!option || busy) return
    if (option.kind === 'new') void make(option.mailbox, option.name)
    else onChoose(option.place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') choose(active)
    else if (step !== undefined && options.length > 0)
      setAt((Math.min(at, options.length - 1) + step + options.length) % options.length)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.places}>
      <input
        type="text"
        autoComplete="off"
        role="combobox"
        aria-label="找文件夹"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active && `${list}-${active.id}`}
        className={styles.find}
        placeholder="文件夹的名字"
        maxLength={maxFolderName}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {isLoading && <Bones lines={3} />}
      <div id={list} role="listbox" aria-label="移到" className={styles.list}>
        {options.map(option => (
          <Choice
            key={option.id}
            id={`${list}-${option.id}`}
            option={option}
            active={option === active}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      {options.length === 0 && !isLoading && <p className={styles.note}>没有这样的文件夹。</p>}
      {mailbox === null && (
        <p className={styles.note}>这些邮件在几个邮箱里，自己建的文件夹只放同一个邮箱的。</p>
      )}
      {isError && (
        <p className={styles.note}>
          没能取到自己建的文件夹。
          <button type="button" className={styles.again} onClick={() => void refetch()}>
            重试
          </button>
        </p>
      )}
      <Failure text={failure} />
    </div>
  )
}

type ChoiceProps = { id: string; option: Option; active: boolean; onChoose: () => void }

function Choice({ id, option, active, onChoose }: ChoiceProps) {
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) place.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const Icon =
    option.kind === 'role' ? inboxFolderIcons[option.id] : option.kind === 'own' ? Folder : FolderPlus
  return (
    <button
      ref={place}
      type="button"
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={styles.choice}
      onClick={onChoose}
    >
      <Icon aria-hidden style={option.kind === 'own' ? inkOf(option.color) : undefined} />
      <span className={styles.name}>{option.says}</span>
      {option.kind === 'own' && option.within !== '' && <small className="clip">在 {option.within}</small>}
    </button>
  )
}

function useMake(onMade: (place: Place) => void) {
  const { api, key } = useMailSource()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const make = async (mailbox: string, name: string) => {
    setBusy(true)
    setFailure(null)
    try {
      const { folder } = await api.createFolder({ body: { mailbox, name } })
      void client.invalidateQueries({ queryKey: mailKeys.counts(key) })
      onMade({ id: folder.id, name: folder.name })
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { make, failure, busy }
}
