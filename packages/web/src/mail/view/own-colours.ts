/** The letter in the light colours that its sender gave it, or in dark ones made from them. */
export type LetterColours = 'asSent' | 'adapted'

/** True when the mail sets colours of its own. On white paper it then looks as its sender saw it. */
export function hasOwnColours(html: string): boolean {
  return /\b(?:bg)?color="|(?:background(?:-color)?|color)\s*:/i.test(html)
}

export const hasOwnDark = (html: string): boolean => html.includes('(prefers-color-scheme:dark)')

/** True in a browser that computes with colours. */
const canAdapt = (): boolean =>
  typeof CSS !== 'undefined' && CSS.supports('color', 'oklab(from red min(l,hypot(a,b)) a b)')

/** True for a letter that on the dark sheet has a choice between its own colours and dark ones. */
export const hasColourChoice = (html: string): boolean =>
  hasOwnColours(html) && !hasOwnDark(html) && canAdapt()
