/**
 * Adapts a letter with light colours of its own to the dark sheet. Each colour is written as a function of
 * itself, by the part it plays: light grounds become dark, dark words become light, and grounds that are dark
 * already keep their light words. The letter without it is always one press away.
 */

import { TAG } from './frame-tags.ts'

/** Parts of a colour in OKLab; the browser computes with `l`, `a` and `b` of the colour that it changes. */
type Change = `${string} ${string} ${string}`

/** White becomes the dark sheet itself, oklab(.2345 -.0012 -.0124). Strong colours, as of buttons, stay lively. */
const ground: Change = 'min(l*.8,.6845 - l*.45 + hypot(a,b)*.8) calc(a*.75 - .0012) calc(b*.75 - .0124)'
const ink: Change = 'max(l,.93 - l*.35) calc(a*.9) calc(b*.9)'
const line: Change = 'calc(.55 - l*.22) calc(a*.6) calc(b*.6 - .006)'

const changed = (colour: string, change: Change): string => `oklab(from ${colour} ${change})`

/** A declaration, in the one form in which the server writes styles. */
const DECLARATION =
  /(^|[{;])((?:background|border|column-rule|outline|text-decoration|text-shadow)[a-z-]*|color):([^;{}]*)/g
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^()]*\)|(?<![\w-])[a-z]+(?![\w(-])/g
/** Words that a browser takes for a colour, but that have none of their own. */
const NOT_OWN = /^(?:currentcolor|inherit|initial|revert|transparent|unset)$/

function changeFor(property: string): Change {
  if (property === 'color' || property.startsWith('text-decoration')) return ink
  return /^(?:background|text-shadow)/.test(property) ? ground : line
}

/** A browser knows more names of colours than a list here should hold. */
const isColourName = (word: string): boolean => !NOT_OWN.test(word) && CSS.supports('color', word)

function adaptedStyle(css: string): string {
  return css.replace(
    DECLARATION,
    (_whole, before: string, property: string, value: string) =>
      `${before}${property}:${value.replace(COLOUR, word => {
        const isColour = /^(?:#|rgb|hsl)/.test(word) || isColourName(word)
        return isColour ? changed(word, changeFor(property)) : word
      })}`,
  )
}

const COLOUR_ATTRIBUTE = / (bgcolor|bordercolor|color)="(#?[a-z0-9]{1,30})"/gi
const PROPERTY_OF: Readonly<Record<string, readonly [property: string, change: Change]>> = {
  bgcolor: ['background-color', ground],
  bordercolor: ['border-color', line],
  color: ['color', ink],
}

/** Rules that stand for the colours in attributes. Like those, they give way to all rules of the letter. */
function attributeRules(html: string): string {
  const rules = new Set<string>()
  const tags = Array.from(html.matchAll(TAG), ([tag]) => tag).join('')
  for (const [, name = '', value = ''] of tags.matchAll(COLOUR_ATTRIBUTE)) {
    const [property, change] = PROPERTY_OF[name.toLowerCase()] ?? []
    const colour = /^(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? `#${value}` : value.toLowerCase()
    if (!property || !change || (!colour.startsWith('#') && !isColourName(colour))) continue
    rules.add(`:where([${name}="${value}"]){${property}:${changed(colour, change)}}`)
  }
  return [...rules].join('\n')
}

const STYLE = / style="([^"<>]*)"/

/** Returns the letter in dark colours, and the rules that stand before its own. */
export function adaptLetter(html: string): { html: string; rules: string } {
  return {
    html: html
      .replace(/(<style[^>]*>)([^<]*)/g, (_whole, tag: string, css: string) => tag + adaptedStyle(css))
      .replace(TAG, tag => tag.replace(STYLE, (_whole, css: string) => ` style="${adaptedStyle(css)}"`)),
    rules: attributeRules(html),
  }
}

/** The veil over a background picture: words on it have become light. */
export const veilOf = (paper: string): string =>
  `linear-gradient(color-mix(in srgb,${paper} 72%,transparent) 0 0),`
