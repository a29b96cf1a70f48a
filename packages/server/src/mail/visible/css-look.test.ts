import { describe, expect, it } from 'vitest'
import { lookOfStyle } from './element-look.ts'

const BLACK = { r: 0, g: 0, b: 0 }
const WHITE = { r: 255, g: 255, b: 255 }

describe('the look of a style', () => {
  it.each([
    ['nothing', 'border:0', {}],
    ['not displayed', 'display:none', { gone: true }],
    ['a column of a table', 'display:table-column', { gone: true }],
    ['in a line', 'display:inline-block', { inline: true }],
    ['invisible', 'visibility:collapse', { invisible: true }],
    ['faint', 'opacity:5%', { opacity: 0.05 }],
    ['without letters', 'font-size:0', { size: 0 }],
    ['smaller letters', 'font-size:.5em', { scale: 0.5 }],
    ['letters in per cent', 'font-size:50%', { scale: 0.5 }],
    ['a size by name', 'font-size:small', { size: 13 }],
    ['a colour', 'color:#fff', { colour: WHITE }],
    ['the colour that fills letters', 'color:#000;-webkit-text-fill-color:#fff', { colour: WHITE }],
    ['a ground', 'background:#000', { grounds: [BLACK] }],
    ['all the colours of a gradient', 'background:linear-gradient(#000,white)', { grounds: [BLACK, WHITE] }],
    ['a picture, whose colours nobody knows', 'background:url(a.png)', { grounds: 'unknown' }],
    [
      'letters that show the ground',
      'background:#000;background-clip:text;color:transparent',
      { colour: BLACK },
    ],
    ['a box without height that cuts', 'height:0;overflow:hidden', { cut: true, gone: true }],
    ['a box without height that does not', 'height:0', {}],
    ['a box that cuts nothing away', 'height:50px;overflow:hidden', { cut: true }],
    ['a narrow box that cuts', 'width:50px;overflow:hidden', { cut: true, room: 50 }],
    ['text pushed out of its box', 'padding-top:60px;height:60px;overflow:hidden', { cut: true, gone: true }],
    ['far to the left', 'position:absolute;left:-999px', { gone: true }],
    ['far to the left, but not placed', 'left:-999px', {}],
    ['an indent far back', 'text-indent:-999px', { gone: true }],
    ['clipped', 'clip:rect(0,0,0,0)', { gone: true }],
    ['shrunk to nothing', 'transform:scale(0)', { gone: true }],
    ['moved a little', 'transform:translate(9px)', {}],
    ['masked', 'mask:linear-gradient(transparent,transparent)', { gone: true }],
    ['lines without height', 'line-height:0', { flat: true }],
    ['struck out', 'text-decoration:underline line-through', { struck: true }],
    ['bold', 'font-weight:700', { strong: true }],
    ['in reverse order', 'unicode-bidi:bidi-override;direction:rtl', { reversed: true }],
    ['set to the right', 'float:right', { inline: true, moved: true }],
    ['raised', 'vertical-align:super', { raised: true }],
    ['hidden from Outlook', 'mso-hide:all', { msoHidden: true }],
  ])('%s', (_, style, look) => {
    expect(lookOfStyle(style)).toEqual(look)
  })
})
