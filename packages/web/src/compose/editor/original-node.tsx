/**
 * The mail that is answered or forwarded: whole, in its sender's layout; it cannot be edited, only removed.
 */
import { Node } from '@tiptap/core'
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import { MailFrame } from '../../mail/view/mail-frame.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './editor.module.css'
import { QUOTE_CLASS } from './quote-class.ts'

const noImages = { cids: new Map<string, string>(), remote: new Map<string, string>() }

function OriginalView({ node, deleteNode }: ReactNodeViewProps) {
  const forwarded = node.attrs.quote === 'div'
  const [open, setOpen] = useState(forwarded)
  return (
    <NodeViewWrapper className={styles.original} contentEditable={false}>
      <div className={styles.originalBar}>
        <Button
          size="small"
          kind="quiet"
          icon={open ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? '收起原信' : '看原信'}
        </Button>
        <Button size="small" kind="quiet" icon={<X aria-hidden />} onClick={() => deleteNode()}>
          不带原信
        </Button>
      </div>
      {open && <MailFrame mail={{ html: String(node.attrs.html), subject: '原信' }} images={noImages} />}
    </NodeViewWrapper>
  )
}

const of = (quote: 'div' | 'blockquote') => ({
  tag: `${quote}.${QUOTE_CLASS}`,
  priority: 100,
  getAttrs: (element: HTMLElement) => ({ html: element.innerHTML, quote }),
})

export const Original = Node.create({
  name: 'original',
  group: 'block',
  atom: true,
  selectable: true,
  addAttributes() {
    return { html: { default: '', rendered: false }, quote: { default: 'blockquote', rendered: false } }
  },
  parseHTML() {
    return [
      of('div'),
      of('blockquote'),
      {
        tag: 'div[data-original]',
        priority: 100,
        getAttrs: element => ({
          html: element.dataset.original ?? '',
          quote: element.dataset.quote ?? 'div',
        }),
      },
    ]
  },
  renderHTML({ node }) {
    return ['div', { 'data-original': String(node.attrs.html), 'data-quote': String(node.attrs.quote) }]
  },
  addNodeView() {
    return ReactNodeViewRenderer(OriginalView)
  },
})
