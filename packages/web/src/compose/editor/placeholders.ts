/**
 * Between the editor and the mail. Within the editor, pictures and originals are stand-ins without an address, because a
 * browser fetches whatever has one as soon as it exists; in the mail they are what they stand for.
 */
import { QUOTE_CLASS } from '../content.ts'

/** The editor's markup as it is saved and sent. Parsed where nothing runs and nothing is fetched. */
export function mailHtmlOf(editorHtml: string): string {
  const { body } = new DOMParser().parseFromString(editorHtml, 'text/html')
  for (const picture of body.querySelectorAll<HTMLElement>('img[data-file]')) {
    picture.setAttribute('src', `cid:${picture.dataset.file ?? ''}`)
    picture.removeAttribute('data-file')
  }
  for (const stand of body.querySelectorAll<HTMLElement>('[data-original]')) {
    const original = stand.ownerDocument.createElement(stand.dataset.quote === 'div' ? 'div' : 'blockquote')
    original.className = `${QUOTE_CLASS} mail-html`
    original.innerHTML = stand.dataset.original ?? ''
    stand.replaceWith(original)
  }
  return body.innerHTML
}

/** The files that the text shows. */
export function filesIn(html: string): string[] {
  return [...html.matchAll(/\bsrc="cid:([0-9A-Za-z_-]{1,64})"/g)].map(([, id = '']) => id)
}
