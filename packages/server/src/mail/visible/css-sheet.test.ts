import { describe, expect, it } from 'vitest'
import { isKnown, parseSelector } from './css-selector.ts'
import { addSheet, makeSheets } from './css-sheet.ts'
import { visibleText } from './visible-text.ts'

const isSeen = (css: string, attributes = 'class="x" id="i"') =>
  visibleText(`<style>${css}</style><div><p ${attributes}>x</p></div>`).text === 'x'

const HIDE = '{display:none}'
const SHOW = '{display:block}'

describe('a style sheet hides a text', () => {
  it.each([
    ['by its class', `.x${HIDE}`],
    ['by the later of two rules', `.x${SHOW}.x${HIDE}`],
    ['by the weightier of two rules', `p.x${HIDE}.x${SHOW}`],
    ['by an id against any number of classes', `#i${HIDE}.x.x.x${SHOW}`],
    ['by an important rule', `.x{display:none!important}#i${SHOW}`],
    ['by the weightier of two important rules', '#i{display:none!important}.x{display:block!important}'],
    ['where a selector that is none spoils the other', `.x${HIDE}.x,%${SHOW}`],
    ['where an unknown selector may spoil the other', `.x${HIDE}.x,p:nonsense${SHOW}`],
    ['where a class without escape begins with a digit', `.x${HIDE}.x,.1${SHOW}`],
    ['by a rule for screens', `@media screen{.x${HIDE}}`],
    ['against a rule for print', `.x${HIDE}@media print{.x${SHOW}}`],
    ['against a rule of which nobody knows whether it holds', `.x${HIDE}@supports (a:b){.x${SHOW}}`],
    ['by a rule within a rule', `div{.x${HIDE}}`],
    ['by a rule whose end is missing', '.x{display:none'],
    ['by a rule for its parent', `div>.x${HIDE}`],
    ['by two classes that a comment parts', `p/**/.x${HIDE}`],
    ['against a name that a comment parts', `.x${HIDE}d/**/iv .x${SHOW}`],
    ['between the marks of a comment', `<!-- .x${HIDE} -->`],
    ['against a rule behind such a mark within another', `.x${HIDE}@media screen{<!--.x${SHOW}}`],
    ['by a declaration behind a nested rule', '.x{a:{b}display:none}'],
    ['against what belongs to a custom property', '.x{display:none;--a:{;display:block;}display:block}'],
    ['by a rule for the page, which need not be written', `body${HIDE}`],
  ])('%s', (_, css) => {
    expect(isSeen(css)).toBe(false)
  })

  it.each([
    ['of another class', `.y${HIDE}`],
    ['of a class in capitals', `.X${HIDE}`],
    ['by the lighter rule', `.x${HIDE}#i${SHOW}`],
    ['for small windows', `@media (max-width:600px){.x${HIDE}}`],
    ['while the mouse is over it', `.x:hover${HIDE}`],
    ['by a selector that is none', `.x%${HIDE}`],
    ['under another parent', `td>.x${HIDE}`],
    ['within a comment', `/*.x${HIDE}*/`],
    ['in a rule for fonts', `@font-face{.x${HIDE}}`],
  ])('but not one %s', (_, css) => {
    expect(isSeen(css)).toBe(true)
  })

  it('never below an important style of the element', () => {
    expect(isSeen('.x{display:none!important}', 'class="x" style="display:block!important"')).toBe(true)
    expect(isSeen('.x{display:none!important}', 'class="x" style="display:block"')).toBe(false)
  })

  it('of any text where there is more than is looked at', () => {
    const sheets = makeSheets()
    addSheet(sheets, `.x${HIDE}`.repeat(13_000), '')
    expect(sheets.isOver).toBe(true)
  })
})

describe('selectors', () => {
  it.each([
    ['a tag', 'P', 1],
    ['everything', '*', 0],
    ['a class', '.a', 100],
    ['an id', '#a', 10_000],
    ['all of them', 'div p.a#b', 10_102],
    ['a link', 'a:link', 101],
  ])('weigh: %s', (_, selector, specificity) => {
    expect(parseSelector(selector)).toMatchObject({ specificity, approximate: false })
  })

  it.each(['', '%', '.1', '#1', '.', '*p', 'p/', '.a\\'])('are none: "%s"', selector => {
    expect(parseSelector(selector)).toBe('invalid')
  })

  it.each(['p:hover', 'p::before', '[owa] .x'])('say nothing about now: %s', selector => {
    expect(parseSelector(selector)).toBeNull()
  })

  it.each([
    ['a:hover', true],
    ["[type='']", true],
    ['p:nth-child(2n+1)', true],
    ['p:nth-child(x)', false],
    ['p:nonsense', false],
    ['[a=5]', false],
    ['::-moz-selection', false],
  ])('%s is known to every browser: %s', (selector, expected) => {
    expect(isKnown(selector)).toBe(expected)
  })
})
