/**
 * The editor of the letter: rich text with a toolbar, pictures in the text, and the original below. It knows
 * nothing of sending.
 */
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import styles from './editor.module.css'
import { Original } from './original-node.tsx'
import { type LoadPicture, Picture } from './picture.ts'
import { mailHtmlOf } from './placeholders.ts'
import { Toolbar } from './toolbar.tsx'

export type LetterHandle = {
  /** Returns the letter in the form for saving and sending. */
  html: () => string
  insertPicture: (file: { id: string; filename: string }) => void
}

type LetterProps = {
  start: string
  focus: boolean
  loadPicture: LoadPicture
  onChange: () => void
  /** Handles files that were pasted or dropped into the text. */
  onFiles: (files: File[]) => void
  /** Null when uploads are not allowed. */
  onPictures: (() => void) | null
  onSend: () => void
  ref: Ref<LetterHandle>
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

export function Letter(props: LetterProps) {
  const { start, focus, loadPicture, onPictures, ref } = props
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        code: false,
        codeBlock: false,
        // Opening a draft must not change it.
        trailingNode: false,
        link: { openOnClick: false, autolink: true, defaultProtocol: 'https' },
      }),
      Picture.configure({ load: loadPicture }),
      Original,
    ],
    content: start,
    autofocus: focus ? 'start' : false,
    editorProps: {
      attributes: {
        class: styles.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': '正文',
      },
      handlePaste: (_view, event) => takeFiles(event, event.clipboardData, latest.current.onFiles),
      handleDrop: (_view, event, _slice, moved) =>
        !moved && takeFiles(event, event.dataTransfer, latest.current.onFiles),
      handleKeyDown: (_view, event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
        latest.current.onSend()
        return true
      },
    },
    onUpdate: () => latest.current.onChange(),
  })
  useImperativeHandle(ref, () => handleOf(editor), [editor])
  return (
    <div className={styles.letter}>
      <Toolbar editor={editor} onPictures={onPictures} />
      <EditorContent editor={editor} className={styles.content ?? ''} />
    </div>
  )
}

/** Office programs paste text together with a picture of it; such content is taken as text. */
function takeFiles(event: Event, data: DataTransfer | null, onFiles: (files: File[]) => void): boolean {
  const files = filesOf(data)
  if (files.length === 0 || data?.types.includes('text/html')) return false
  event.preventDefault()
  onFiles(files)
  return true
}

function handleOf(editor: Editor): LetterHandle {
  return {
    html: () => mailHtmlOf(editor.getHTML()),
    insertPicture: ({ id, filename }) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: 'picture', attrs: { file: id, alt: filename } })
        .run(),
  }
}
