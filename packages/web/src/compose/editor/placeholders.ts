/**
 * Converts between the editor and the mail. In the editor, pictures and originals are stand-ins without an
 * address, because a browser fetches every address at once; in the mail they have their real content.
 */
import { QUOTE_CLASS } from './quote-class.ts'

/**
 * Turns the editor's markup into its form for saving and sending. It is parsed in a way that runs and fetches
 * nothing.
 */
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

/** Returns the files that the text shows. */
export function filesIn(html: string): string[] {
  return [...html.matchAll(/\bsrc="cid:([0-9A-Za-z_-]{1,64})"/g)].map(([, id = '']) => id)
}
