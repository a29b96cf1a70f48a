import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

const isSeen = (html: string) => visibleText(html).text.includes('x')
const inside = (...styles: string[]) =>
  `${styles.map(style => `<div style="${style}">`).join('')}x${'</div>'.repeat(styles.length)}`

describe('what is around a text', () => {
  it.each([
    ['what is not displayed, whatever is in it', ['display:none', 'display:block']],
    ['what is invisible', ['visibility:hidden', '']],
    ['faint in faint', ['opacity:.3', 'opacity:.3']],
    ['nothing of nothing', ['font-size:0', 'font-size:2em']],
    ['parts of parts of letters', ['font-size:10px', 'font-size:50%', 'font-size:.4em']],
    ['the colour of the ground further out', ['background:#fff', 'background:transparent', 'color:#fff']],
    ['the nearest ground', ['background:#000', 'background:#fff', 'color:#fff']],
    ['flat lines in a box that cuts', ['overflow:hidden', 'line-height:0']],
    ['pushed beyond a narrow box that cuts', ['width:20px;overflow:hidden', 'padding-left:100px']],
    ['hidden from Outlook', ['mso-hide:all']],
  ])('hides it: %s', (_, styles) => {
    expect(isSeen(inside(...styles))).toBe(false)
  })

  it.each([
    ['visible within invisible', ['visibility:hidden', 'visibility:visible']],
    ['half of half', ['opacity:.5', 'opacity:.5']],
    ['a size of its own', ['font-size:0', 'font-size:14px']],
    ['white on a dark ground further out', ['background:#222', 'background:transparent', 'color:#fff']],
    ['flat lines in a box that does not cut', ['', 'line-height:0']],
    ['lines of usual height again', ['overflow:hidden;line-height:0', 'line-height:normal']],
    ['pushed within a wide box', ['width:500px;overflow:hidden', 'padding-left:100px']],
  ])('does not hide it: %s', (_, styles) => {
    expect(isSeen(inside(...styles))).toBe(true)
  })

  it.each([
    ['the attribute of hidden elements', '<p hidden>x</p>', false],
    ['closed details', '<details>x</details>', false],
    ['open details', '<details open>x</details>', true],
    ['an object that has data', '<object data="a">x</object>', false],
    ['a button hidden from Outlook only', '<a href="a" style="mso-hide:all">x</a>', true],
    ['a link of its own colour', '<div style="color:#fff"><a href="a">x</a></div>', true],
    ['the colour of the page', '<body text="#ffffff">x', false],
    ['the ground of a cell', '<td bgcolor="#000"><font color="#fff">x</font></td>', true],
    ['what follows the end of the page', '<body style="display:none"></body>x', false],
    ['what a second page tag says anew', '<body style="color:#fff"><body style="color:#000">x', false],
  ])('says by markup: %s', (_, html, seen) => {
    expect(isSeen(html)).toBe(seen)
  })

  it('strikes it out by style, by markup and from around', () => {
    for (const html of [
      '<p style="text-decoration:line-through">x</p>',
      '<p><del>x</del></p>',
      '<s><p><b>x</b></p></s>',
    ])
      expect(visibleText(html).blocks[0]?.struck, html).toEqual([[0, 1]])
  })
})
