/**
 * A copy of the letter's document of which only the layout is left. The frame that is read shares nothing, so it cannot
 * tell how tall it is; this copy can be asked, since there is nothing in it that could act: no scripts, no handlers, no
 * addresses, no forms, nothing nested.
 */

/** A frame whose layout its page may read, and that runs and opens nothing. */
export const COPY_SANDBOX = 'allow-same-origin'

const LAYOUT = new Set(
  `style class id dir lang hidden width height align valign cellpadding cellspacing border colspan rowspan span nowrap
   size face type start reversed data-wide data-broad data-cell data-shape data-blocked`.split(/\s+/),
)

const ACTING =
  'script, iframe, frame, object, embed, portal, link, base, input, select, textarea, meta, template, svg, math'

export function measuredCopy(text: string): string {
  const letter = new DOMParser().parseFromString(text, 'text/html')
  for (const one of letter.body.querySelectorAll(ACTING)) one.remove()
  for (const one of letter.body.querySelectorAll('form, button')) one.replaceWith(...one.childNodes)
  for (const one of letter.body.querySelectorAll('*')) {
    const isPicture = one.localName === 'img' && one.getAttribute('src')?.startsWith('data:image/')
    for (const name of one.getAttributeNames()) {
      if (!LAYOUT.has(name) && !(isPicture && name === 'src')) one.removeAttribute(name)
    }
  }
  return letter.documentElement.outerHTML
}
