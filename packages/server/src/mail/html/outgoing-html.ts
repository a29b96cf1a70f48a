/**
 * Prepares HTML that one of our users wrote for sending. It cleans the HTML like incoming mail, because
 * pasted text and text from a program are no more trustworthy. It keeps the pictures and adds a plain-text
 * version with the same content.
 */
import { visibleText } from '../visible/visible-text.ts'
import { MAIL_ROOT_CLASS } from './allowed-markup.ts'
import { sanitiseMailHtml } from './sanitise.ts'

export type OutgoingHtml = {
  html: string
  text: string
  /** The offered files that the text shows. */
  shownFiles: string[]
}

const pictureTag = /<img\b[^>]*>/g
/** Marks that the sanitiser adds for our own pages. */
const ownMarks = / (?:data-cid|data-true-host|data-remote-background|target|rel)="[^"]*"/g

const sheet = /^<style data-remote-sheet="([^"]*)">([^<]*)/

/** Puts the addresses of background pictures back into the style sheet. */
function withSheetPictures(html: string): string {
  return html.replace(sheet, (_all, list: string, css: string) => {
    const urls = list.split(' ').map(url => url.replaceAll('&amp;', '&'))
    const urlOf = (_name: string, place: string) => `url("${urls[Number(place)] ?? ''}")`
    return `<style>${css.replace(/var\(--remote-(\d+)\)/g, urlOf)}`
  })
}

/** The sanitiser wrote every tag itself, so its spelling is known. */
function withPictures(html: string): string {
  return withSheetPictures(html)
    .replace(pictureTag, tag => {
      const remote = / data-remote-src="([^"]*)"/.exec(tag)
      if (remote === null) return tag
      return tag.replace(remote[0], '').replace(/ src="[^"]*"/, ` src="${remote[1] ?? ''}"`)
    })
    .replace(/<[a-z][^>]*>/g, tag => tag.replace(ownMarks, ''))
}

/** Writes each link's address after its line, unless the line already shows it. */
export function textTwin(html: string): string {
  const { blocks, links } = visibleText(html)
  const behind = new Map<number, string[]>()
  for (const link of links) {
    const line = blocks[link.block]?.text ?? ''
    if (link.hidden || !/^(?:https?|mailto|tel):/i.test(link.href) || line.includes(link.href)) continue
    const list = behind.get(link.block) ?? []
    if (!list.includes(link.href)) behind.set(link.block, [...list, link.href])
  }
  const lines = blocks.map(({ text, quoted }, index) => {
    const addresses = (behind.get(index) ?? []).map(href => ` <${href}>`).join('')
    return `${quoted ? '> ' : ''}${text.replaceAll('\t', '  ').trimEnd()}${addresses}`
  })
  return `${lines.join('\n').trim()}\n`
}

export function outgoingHtml(html: string, files: readonly string[]): OutgoingHtml {
  const offered = new Set(files)
  const shown = new Set<string>()
  const clean = sanitiseMailHtml(html, {
    attachmentUrl(cid) {
      if (!offered.has(cid)) return null
      shown.add(cid)
      return `cid:${cid}`
    },
  })
  const body = withPictures(clean.html)
  // Rules of a style sheet apply only within this element.
  const whole = body.startsWith('<style>')
    ? `${body.replace('</style>', `</style><div class="${MAIL_ROOT_CLASS}">`)}</div>`
    : body
  return { html: whole, text: textTwin(html), shownFiles: [...shown] }
}
