/** The mail that is answered or passed on, as HTML to be sent on: its pictures by the files they have become. */
import type { MailDetail } from '@yanshu/contract'
import { htmlOfText } from './content.ts'

/** `files`: content id → the uploaded file that is the same picture. Parsed without running or fetching anything. */
export function originalHtml(mail: MailDetail, files: ReadonlyMap<string, string>): string {
  if (mail.html === null) return htmlOfText(mail.text ?? '')
  const { body, head } = new DOMParser().parseFromString(mail.html, 'text/html')
  for (const picture of body.querySelectorAll('img')) {
    const { cid, remoteSrc } = picture.dataset
    const file = cid === undefined ? undefined : files.get(cid)
    if (file !== undefined) picture.setAttribute('src', `cid:${file}`)
    else if (remoteSrc !== undefined) picture.setAttribute('src', remoteSrc)
    else if (!picture.getAttribute('src')?.startsWith('data:image/') || cid !== undefined) picture.remove()
    picture.removeAttribute('data-cid')
    picture.removeAttribute('data-remote-src')
  }
  const styles = [...head.querySelectorAll('style')].map(style => style.outerHTML).join('')
  return styles + body.innerHTML
}
