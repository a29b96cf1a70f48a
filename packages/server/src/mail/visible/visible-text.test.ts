import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

const seen = (html: string) => visibleText(html).text

describe('hidden text', () => {
  it.each([
    ['display:none', '<p style="display: none !important">x</p>'],
    ['visibility', '<p style="visibility:hidden">x</p>'],
    ['no letters', '<p style="font-size:0">x</p>'],
    ['one pixel letters', '<p style="font-size:1px">x</p>'],
    ['opacity', '<p style="opacity:0">x</p>'],
    ['white on white', '<p style="color:#fff">x</p>'],
    ['nearly white on white', '<p style="color:rgb(254, 254, 254)">x</p>'],
    ['the colour of its cell', '<table><tr><td bgcolor="#336699" style="color:#336699">x</td></tr></table>'],
    ['transparent letters', '<p style="color:transparent">x</p>'],
    ['no height', '<div style="max-height:0;overflow:hidden">x</div>'],
    ['mso-hide', '<div style="mso-hide:all">x</div>'],
    ['the hidden attribute', '<p hidden>x</p>'],
    ['far off the page', '<p style="position:absolute;left:-9999px">x</p>'],
    ['a class of the style sheet', '<style>.pre{display:none}</style><p class="a pre">x</p>'],
    ['an id of the style sheet', '<style>#pre, .q {display:none}</style><p id="pre">x</p>'],
    ['title', '<head><title>x</title></head>'],
    ['script', '<script>x</script>'],
    ['style', '<style>x</style>'],
    ['template', '<template><p>x</p></template>'],
    ['a comment', '<!-- x --><!--[if mso]><p>x</p><![endif]-->'],
    [
      'inside hidden',
      '<div style="display:none"><table><tr><td style="display:block">x</td></tr></table></div>',
    ],
  ])('%s', (_, html) => {
    expect(seen(`${html}<p>shown</p>`)).toBe('shown')
  })

  it.each([
    ['white on a dark ground', '<div style="background:#222"><b style="color:white">x</b></div>'],
    ['white on a picture', '<div style="background-image:url(a.png)"><b style="color:white">x</b></div>'],
    [
      'white on a ground from a rule for what is around it',
      '<style>td .btn{background:#06f}</style><table><tr><td><b class="btn" style="color:#fff">x</b></table>',
    ],
    ['letters inside a cell without size', '<td style="font-size:0"><p style="font-size:14px">x</p></td>'],
    ['visible inside invisible', '<div style="visibility:hidden"><p style="visibility:visible">x</p></div>'],
    [
      'a rule for small screens only',
      '<style>@media (max-width:600px){.m{display:none}}</style><p class="m">x</p>',
    ],
    ['a button hidden from Outlook', '<a href="https://a.example" style="mso-hide:all">x</a>'],
    ['after an unclosed hidden paragraph', '<p style="display:none">no<p>x'],
  ])('does not take for hidden: %s', (_, html) => {
    expect(seen(html)).toBe('x')
  })
})

describe('layout', () => {
  it('keeps the cells of a row on one line and rows apart', () => {
    expect(
      seen('<table><tr><td>Code</td><td><p>4821</p></td></tr><tr><td>Date</td><td>today</td></tr></table>'),
    ).toBe('Code\t4821\nDate\ttoday')
  })

  it('keeps digits in tables of their own on one line', () => {
    const digit = (n: number) => `<td><table><tr><td>${n}</td></tr></table></td>`
    expect(seen(`<table><tr>${[4, 8, 2].map(digit).join('')}</tr></table>`)).toBe('4\t8\t2')
  })

  it('collapses blanks, breaks at block elements and decodes entities once', () => {
    expect(seen('<p>a\n  b&nbsp;&amp;amp;</p>c<br>d<div>e</div>')).toBe('a b\u00a0&amp;\nc\nd\ne')
  })

  it('flags what is struck out, quoted and set large', () => {
    const { blocks } = visibleText(
      '<h1>A</h1><p>old <s>1234</s> new</p><blockquote type="cite">q</blockquote>',
    )
    expect(blocks.map(block => [block.text, block.size >= 20, block.quoted, block.struck])).toEqual([
      ['A', true, false, []],
      ['old 1234 new', false, false, [[4, 8]]],
      ['q', false, true, []],
    ])
  })

  it('gives links with their words, decoded address and place', () => {
    const { links } = visibleText(
      '<p>Go <a href="https://a.example/?a=1&amp;b=2&copy=3">there <b>now</b></a></p>',
    )
    expect(links).toEqual([
      {
        href: 'https://a.example/?a=1&b=2&copy=3',
        text: 'there now',
        block: 0,
        start: 3,
        quoted: false,
        hidden: false,
      },
    ])
  })

  it('takes the text of an image as the words of its link', () => {
    expect(visibleText('<a href="https://a.example"><img alt="Verify"></a>').links[0]?.text).toBe('Verify')
  })
})

describe('limits', () => {
  it('does not overflow on half a million nested elements', () => {
    expect(seen(`${'<div>'.repeat(500_000)}deep`)).toBe('')
    expect(seen(`${'<b>'.repeat(5_000)}deep`)).toBe('deep')
  })

  it('stops at the named number of characters', () => {
    expect(seen(`<p>${'word '.repeat(100_000)}</p>`).length).toBeLessThan(60_000)
  })
})
