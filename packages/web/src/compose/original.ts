/** Makes the HTML of an answered or forwarded mail, with its pictures as uploaded files. */
import type { MailDetail } from '@yanshu/contract'
import { htmlOfText } from './content.ts'

/**
 * `files` maps a content id to the uploaded file of the same picture. The HTML is parsed in a way that runs
 * and fetches nothing.
 */
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
