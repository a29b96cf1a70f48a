import { describe, expect, it } from 'vitest'
import { parseDeclarations } from './css-declarations.ts'
import { plainCss } from './css-text.ts'

const given = (style: string) => {
  const { normal, important } = parseDeclarations(plainCss(style, 'attribute'))
  return {
    ...Object.fromEntries(normal),
    ...Object.fromEntries([...important].map(([k, v]) => [`${k}!`, v])),
  }
}

describe('declarations', () => {
  it.each([
    ['the last of two counts', 'color:red;color:blue', { color: 'blue' }],
    ['one with a value that is none is none', 'display:none;display:x', { display: 'none' }],
    ['capitals mean the same', 'DISPLAY:NONE', { display: 'none' }],
    ['others are passed over', 'x:y;z;:a;display:none', { display: 'none' }],
    ['important ones are kept apart', 'color:red!important;color:blue', { 'color!': 'red', color: 'blue' }],
    ['a blank may stand in "important"', 'color:red ! IMPORTANT', { 'color!': 'red' }],
    ['a comment parts words', 'overflow:hidden/**/auto;dis/**/play:none', { overflow: 'hidden auto' }],
    [
      'a broken string spoils its own',
      "display:none;display:block'\n;color:red",
      {
        display: 'none',
        color: 'red',
      },
    ],
    ['a block spoils its own', 'display:none;display:{}block', { display: 'none' }],
    ['a negative size is none', 'font-size:-1px', {}],
    ['a value that is not known yet is taken', 'display:var(--x)', { display: 'var(--x)' }],
    ['a font has a size and a line', 'font:bold 12px/2 Arial', { 'font-size': '12px', 'line-height': '2' }],
    ['a font without a family is none', 'font:12px', {}],
    ['a font of the system is small', 'font:menu', { 'font-size': 'small' }],
    ['an inset has four sides', 'inset:1px 2px', { top: '1px', right: '2px', bottom: '1px', left: '2px' }],
    ['a flow has a direction', 'flex-flow:row-reverse wrap', { 'flex-direction': 'row-reverse' }],
    ['an old name is that of the property', '-webkit-mask:url(a)', { mask: 'url()' }],
  ])('%s', (_, style, expected) => {
    expect(given(style)).toEqual(expected)
  })

  it('take a ground apart and end the clip to letters', () => {
    expect(given('background:url(a.png) #FFF')).toEqual({
      'background-color': '#fff',
      'background-image': 'url()',
      'background-clip': 'border-box',
    })
  })

  it('hide what has a value longer than people write', () => {
    expect(given(`color:${'x'.repeat(2_000)}`)).toEqual({ 'display!': 'none' })
  })
})
