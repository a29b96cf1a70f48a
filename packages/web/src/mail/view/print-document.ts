/**
 * Makes the document of a letter on paper: its head, the letter as its sender laid it out, and the list of its files,
 * in one flow, so that pages break where they like and none is empty.
 */
import { sizeText } from '../../ui/size-text.ts'
import { FRAME_POLICY } from './frame-document.ts'

export type PrintedHead = {
  subject: string
  /** For example 发件人 and the name with the address. */
  rows: readonly (readonly [label: string, words: string])[]
  files: readonly { filename: string; size: number }[]
}

/** The letter as markup that the frame would show with its styles, or as text. */
export type PrintedLetter = { markup: string; style: string } | { text: string }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The rules of the letter apply only within its own element. */
const headStyle = `@page{margin:16mm 14mm}
html,body{height:auto;overflow:visible}
body{margin:0;padding:0;background:#FFFFFF;color:#1F2328}
.print-head,.print-text{font:14px/1.7 "PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere}
.print-head{margin:0 0 16px;padding:0 0 12px;border-bottom:1px solid #C9C5BC}
.print-head h1{margin:0 0 8px;font-size:20px;line-height:28px}
.print-head dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 12px;margin:0}
.print-head dt{color:#6B7076}
.print-head dd{margin:0}
.print-text{white-space:pre-wrap}
.mail-html{print-color-adjust:exact;-webkit-print-color-adjust:exact}
`

export function printDocument(head: PrintedHead, letter: PrintedLetter): string {
  const rows = [
    ...head.rows,
    ...(head.files.length === 0
      ? []
      : [['附件', head.files.map(file => `${file.filename}（${sizeText(file.size)}）`).join('，')] as const]),
  ]
  const list = rows.map(([label, words]) => `<dt>${escaped(label)}</dt><dd>${escaped(words)}</dd>`).join('')
  const title = escaped(head.subject || '没有主题')
  const isText = 'text' in letter
  return (
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}">` +
    `<meta name="referrer" content="no-referrer"><meta charset="utf-8"><title>${title}</title>` +
    `<style>${isText ? '' : letter.style}${headStyle}</style>` +
    `<body><header class="print-head"><h1 dir="auto">${title}</h1><dl>${list}</dl></header>` +
    (isText
      ? `<div class="print-text" dir="auto">${escaped(letter.text)}</div>`
      : `<div class="mail-html">${letter.markup}</div>`)
  )
}
