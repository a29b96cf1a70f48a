/** The toolbar over the letter. Each button shows whether it applies at the cursor. */
import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './editor.module.css'

type Tool = { name: string; label: string; icon: LucideIcon; run: (editor: Editor) => void }

const tools: readonly Tool[] = [
  { name: 'bold', label: '加粗', icon: Bold, run: one => one.chain().focus().toggleBold().run() },
  { name: 'italic', label: '斜体', icon: Italic, run: one => one.chain().focus().toggleItalic().run() },
  {
    name: 'underline',
    label: '下划线',
    icon: Underline,
    run: one => one.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    label: '删除线',
    icon: Strikethrough,
    run: one => one.chain().focus().toggleStrike().run(),
  },
  { name: 'bulletList', label: '列表', icon: List, run: one => one.chain().focus().toggleBulletList().run() },
  {
    name: 'orderedList',
    label: '编号列表',
    icon: ListOrdered,
    run: one => one.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'blockquote',
    label: '引用',
    icon: TextQuote,
    run: one => one.chain().focus().toggleBlockquote().run(),
  },
]

/** Turns the typed text into an address that a link may have. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return text
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return `mailto:${text}`
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]\S*)?$/u.test(text) ? `https://${text}` : null
}

export function Toolbar({ editor, onPictures }: { editor: Editor; onPictures: (() => void) | null }) {
  const [linking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      active: tools.filter(({ name }) => one.isActive(name)).map(({ name }) => name),
      link: one.isActive('link'),
      undo: one.can().undo(),
      redo: one.can().redo(),
    }),
  })
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label="文字格式">
        {tools.map(({ name, label, icon: Icon, run }) => (
          <IconButton
            small
            key={name}
            label={label}
            aria-pressed={state.active.includes(name)}
            onMouseDown={event => event.preventDefault()}
            onClick={() => run(editor)}
          >
            <Icon aria-hidden />
          </IconButton>
        ))}
        <IconButton small label="链接" aria-pressed={state.link} onClick={() => setLinking(!linking)}>
          <Link2 aria-hidden />
        </IconButton>
        {onPictures && (
          <IconButton small label="插入图片" onClick={onPictures}>
            <ImagePlus aria-hidden />
          </IconButton>
        )}
        <IconButton
          small
          label="清除格式"
          onMouseDown={event => event.preventDefault()}
          onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
        >
          <RemoveFormatting aria-hidden />
        </IconButton>
        <span className={styles.sep} />
        <IconButton
          small
          label="撤销"
          disabled={!state.undo}
          onClick={() => editor.chain().focus().undo().run()}
        >
          <Undo2 aria-hidden />
        </IconButton>
        <IconButton
          small
          label="重做"
          disabled={!state.redo}
          onClick={() => editor.chain().focus().redo().run()}
        >
          <Redo2 aria-hidden />
        </IconButton>
      </div>
      {linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [typed, setTyped] = useState(String(editor.getAttributes('link').href ?? ''))
  const href = linkAddress(typed)
  const set = () => {
    if (href === null) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
    onDone()
  }
  return (
    <div className={styles.linkForm}>
      <input
        ref={input => input?.focus()}
        value={typed}
        maxLength={2000}
        placeholder="网址或邮箱地址"
        aria-label="链接地址"
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') set()
          else onDone()
        }}
      />
      <Button size="small" disabledReason={href === null ? '请填一个网址' : null} onClick={set}>
        好
      </Button>
      {editor.isActive('link') && (
        <Button
          size="small"
          kind="quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onDone()
          }}
        >
          去掉链接
        </Button>
      )}
    </div>
  )
}
