import { MARKUP } from './hidden-markup.ts'
import { NUMBER } from './hidden-number.ts'
import { SHEETS } from './hidden-sheets.ts'
import { STYLES } from './hidden-styles.ts'

/**
 * A way to hide a text in a mail, or a way that only looks like it. The page shows the number or does not.
 */
export type Trick = {
  name: string
  html: string
  /** The trick can share a page with others. */
  shared: boolean
}

const p = (attributes: string) => `<p ${attributes}>${NUMBER}</p>`

export const TRICKS: readonly Trick[] = [
  ...STYLES.map(style => ({
    name: style,
    html: p(`style="${style.replaceAll('"', '&quot;')}"`),
    shared: true,
  })),
  ...SHEETS.map(sheet => {
    const [css, attributes] = typeof sheet === 'string' ? [sheet, 'class="x" id="i"'] : sheet
    return { name: `${css} ${attributes}`, html: `<style>${css}</style>${p(attributes)}`, shared: false }
  }),
  ...MARKUP.map(html => ({ name: html, html, shared: false })),
]

/**
 * Tricks that a browser draws but that the reader of visible text leaves out, because an invisible code is
 * worse than none: faint and tiny letters, rules that may or may not apply, and styles that no mail uses on
 * purpose.
 */
export const CAUTIONS: ReadonlySet<string> = new Set([
  'opacity:.05',
  'font-size:.01em',
  'filter:opacity(100%)',
  'display:none;display:var(--x,block)',
  'display:none;all:unset',
  'color:#fff;color:rgb(0,0,0',
  'height:0;min-height:20px;overflow:hidden',
  'overflow:hidden;height:0;display:inline',
  '.x{display:none}.x,p::-webkit-any-thing{display:block} class="x" id="i"',
  '.x{display:none}.x:first-child{display:block} class="x" id="i"',
  '[class="q"]{display:none} class="x" id="i"',
  'body+.x{display:none} class="x" id="i"',
  '@supports (color:nonsense){.x{display:none}} class="x" id="i"',
  '.x{display:none;&{display:block}} class="x" id="i"',
  '.x,p:nonsense{display:none} class="x" id="i"',
  `<p hidden style="display:block">${NUMBER}</p>`,
  `<details><summary>${NUMBER}</summary></details>`,
  `<textarea>${NUMBER}</textarea>`,
  `<canvas>${NUMBER}</canvas>`,
  `<map>${NUMBER}</map>`,
  `<select><option>${NUMBER}</option></select>`,
  `<div style="overflow:hidden;height:0"><p style="position:absolute">${NUMBER}</p></div>`,
  `<div style="overflow:hidden"><p style="line-height:0">${NUMBER}</p></div>`,
  `<style type="text/plain">.x{display:none}</style><p class="x">${NUMBER}</p>`,
  `<template><style>.x{display:none}</style></template><p class="x">${NUMBER}</p>`,
  `<dialog open>${NUMBER}</dialog>`,
])
