/** The actions on the open mail, and the buttons to its neighbours. */
import type { Folder, MailDetail } from '@yanshu/contract'
import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Download,
  Ellipsis,
  FolderInput,
  ListFilter,
  Mail,
  Printer,
  ShieldAlert,
  Star,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { PopItem } from '../../ui/pop-list.tsx'
import { PopMenu } from '../../ui/pop-menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showError } from '../../ui/toast.ts'
import { folderNames, type MailActions } from '../actions.ts'
import { type BodyView, bodyViews, viewNames } from './body-view.ts'
import { ColourSwitch, colourItems, useColourChoice } from './letter-colours.tsx'
import { printLetter, usePrintKey } from './print-letter.ts'
import { saveBlob } from './save-blob.ts'
import { useSource } from './use-source.ts'
import styles from './view-bar.module.css'

export type Neighbours = {
  /** The text 1 / 128. */
  position: string
  previous: (() => void) | null
  next: (() => void) | null
}

export type MovingButtons = { before: ReactNode; after: ReactNode }

type ViewBarProps = {
  mail: MailDetail
  actions: MailActions
  neighbours: Neighbours
  view: BodyView
  onView: (view: BodyView) => void
  onBack: () => void
  onTrash: () => void
  onUnread: () => void
  /** Buttons that move the mail, before and after the one for the trash. */
  moving?: MovingButtons | undefined
  /** Opens a new filter made from this mail, if the caller may have filters. */
  onFilter?: (() => void) | undefined
}

/** The bar while no mail is loaded: only the way back, when the mail covers the list. */
export function BareBar({ onBack }: Pick<ViewBarProps, 'onBack'>) {
  return (
    <header className={styles.bar}>
      <BackButton onBack={onBack} />
    </header>
  )
}

function BackButton({ onBack }: Pick<ViewBarProps, 'onBack'>) {
  return (
    <IconButton className={styles.back} label="返回列表" onClick={onBack}>
      <ArrowLeft aria-hidden />
    </IconButton>
  )
}

export function ViewBar(props: ViewBarProps) {
  const { mail, actions, neighbours, view, onView, onBack, onTrash, onUnread, moving, onFilter } = props
  return (
    <header className={styles.bar}>
      <BackButton onBack={onBack} />
      {moving?.before}
      <IconButton label={mail.folder === 'trash' ? '彻底删除' : '移到回收站'} onClick={onTrash}>
        <Trash2 aria-hidden />
      </IconButton>
      {moving?.after}
      <IconButton className={moving && 'desk-only'} label="标为未读" onClick={onUnread}>
        <Mail aria-hidden />
      </IconButton>
      <IconButton
        label={mail.starred ? '取消加星' : '加星'}
        aria-pressed={mail.starred}
        className={mail.starred ? styles.starred : undefined}
        onClick={() => actions.star([mail], !mail.starred)}
      >
        <Star aria-hidden />
      </IconButton>
      {onFilter && (
        <>
          <span className={cx(styles.sep, 'desk-only')} />
          <IconButton className="desk-only" label="按这封邮件建规则" onClick={onFilter}>
            <ListFilter aria-hidden />
          </IconButton>
        </>
      )}
      <More {...props} />
      <span className="grow" />
      {view === 'html' && <ColourSwitch letter={mail} className={styles.colours} />}
      <div className={styles.views}>
        <Segmented label="怎样看这封邮件" items={views} active={view} onChange={onView} />
      </div>
      <span className={cx('tiny muted', styles.position)}>{neighbours.position}</span>
      <IconButton label="上一封" disabled={!neighbours.previous} onClick={() => neighbours.previous?.()}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label="下一封" disabled={!neighbours.next} onClick={() => neighbours.next?.()}>
        <ChevronDown aria-hidden />
      </IconButton>
    </header>
  )
}

const moves: readonly { folder: Folder; icon: typeof Mail }[] = [
  { folder: 'inbox', icon: FolderInput },
  { folder: 'spam', icon: ShieldAlert },
]

const views = bodyViews.map(name => ({ name, label: viewNames[name] }))

function More({ mail, actions, view, onView, onUnread, moving, onFilter }: ViewBarProps) {
  const source = useSource(mail.id, false)
  const colours = useColourChoice(mail)
  usePrintKey()
  const save = async () => {
    const { data, error } = await source.refetch()
    if (data) saveBlob(data, `${mail.subject || '邮件'}.eml`)
    else showError(reasonOf(error))
  }
  const items: PopItem[] = [
    ...moves
      .filter(({ folder }) => folder !== mail.folder)
      .map(({ folder, icon: Icon }) => ({
        label: `移到${folderNames[folder]}`,
        icon: <Icon aria-hidden />,
        run: () => actions.move([mail], folder),
      })),
    ...(moving ? [{ label: '标为未读', icon: <Mail aria-hidden />, run: onUnread }] : []),
    { label: '下载 .eml', icon: <Download aria-hidden />, run: () => void save() },
    { label: '打印', icon: <Printer aria-hidden />, run: printLetter },
    ...(onFilter ? [{ label: '按这封邮件建规则', icon: <ListFilter aria-hidden />, run: onFilter }] : []),
    ...views.map(({ name, label }, place) => ({
      label: `看${label}`,
      checked: name === view,
      apart: place === 0,
      run: () => onView(name),
    })),
    ...(colours && view === 'html'
      ? colourItems.map(({ name, label }, place) => ({
          label: `颜色${label}`,
          checked: name === colours.colours,
          apart: place === 0,
          run: () => colours.choose(name),
        }))
      : []),
  ]
  return (
    <PopMenu
      label="更多"
      items={items}
      button={given => (
        <IconButton label="更多：移动、下载 .eml、打印" {...given}>
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    />
  )
}
