import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { tokeniseCss } from '../css/css-tokens.ts'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { filterDeclarations } from './css-declarations.ts'
import { filterStyleSheet } from './css-rules.ts'
import { shapeOf } from './markup-shape.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

const inline = (css: string) => filterDeclarations(tokeniseCss(css), 'attribute')
const shape = shapeOf('<p>x</p>')
const sheet = (css: string) => filterStyleSheet(css, shape).css

describe('declarations', () => {
  it.each([
    ['color: RED', 'color:red'],
    ['color:#FFF;background:#eee', 'color:#fff;background:#eee'],
    ['margin:0 auto !important', 'margin:0 auto !important'],
    [
      'font:12px/1.5 "Microsoft YaHei", 微软雅黑, sans-serif',
      'font:12px/1.5 "Microsoft YaHei", 微软雅黑, sans-serif',
    ],
    ['width:calc(100% - 20px)', 'width:calc(100% - 20px)'],
    ['color:rgba(0,0,0,.5)', 'color:rgba(0,0,0,.5)'],
    [
      'background:linear-gradient(90deg,#fff 0%,red 100%)',
      'background:linear-gradient(90deg,#fff 0%,red 100%)',
    ],
    ['c\\6flor:red', 'color:red'],
    ['color:/* red */blue', 'color:blue'],
    ['margin:1px/**/2px', 'margin:1px 2px'],
    ['mso-line-height-rule:exactly;color:red', 'color:red'],
    ['color:red;;;', 'color:red'],
    ['object-fit:cover;object-position:50% 20%', 'object-fit:cover;object-position:50% 20%'],
    [
      'display:grid;grid-template-columns:repeat(2,minmax(0,1fr))',
      'display:grid;grid-template-columns:repeat(2,minmax(0,1fr))',
    ],
    ['flex:1 1 auto;align-self:center;order:2', 'flex:1 1 auto;align-self:center;order:2'],
    ['box-shadow:0 2px 8px rgba(0,0,0,.15)', 'box-shadow:0 2px 8px rgba(0,0,0,.15)'],
    ['position:relative;top:-4px', 'position:relative;top:-4px'],
    ['color:red', 'color:red'],
  ])('%s is kept as %s', (css, expected) => {
    expect(inline(css).css).toBe(expected)
  })

  it.each([
    'position:fixed',
    'position:sticky',
    'box-shadow:0 0 0 9999px #fff',
    'box-shadow:0 0 0 -9999px #fff',
    'box-shadow:0 0 0 100vw #fff',
    'text-shadow:0 0 90em red',
    'grid-template-columns:repeat(100000,1px)',
    'grid-row:1/1000000',
    'column-count:100000',
    'object-position:-500px 0',
    'position:absolute!important',
    'pos\\69tion:fixed',
    'z-index:99999',
    'inset:0',
    'top:-41px',
    'left:50%',
    'bottom:10em',
    'transform:translate(0)',
    'margin-top:-500px',
    'margin:-1px',
    'text-indent:-9999px',
    'display:contents',
    'content:"url("',
    'behavior:url(x.htc)',
    '-moz-binding:url(x)',
    'list-style:url(http://a.test/x)',
    'list-style-image:url(http://a.test/x)',
    'cursor:url(http://a.test/x),auto',
    'filter:url(http://a.test/x)',
    'mask:url(http://a.test/x)',
    'border-image:url(http://a.test/x)',
    'background:image-set("http://a.test/x" 1x)',
    'background:cross-fade(url(http://a.test/x),red)',
    'background:var(--x)',
    'background:element(#x)',
    'width:expression(alert(1))',
    'color:red}body{color:blue',
    'color:"</style><script>"',
    'font-family:"</style>"',
    'font-family:"a\\"b"',
    'color:red\\',
    'animation:x 1s',
    'unicode-bidi:bidi-override',
    '--x:url(http://a.test/x)',
    '@import "http://a.test/x"',
    'color:rgb(1,2',
    'color:)',
  ])('%s is dropped', css => {
    expect(inline(css).css).toBe('')
  })

  it.each([
    ['background:url(https://a.test/x.png)', ''],
    ['background:#fff url("https://a.test/x.png") no-repeat', 'background:#fff no-repeat'],
    ["background-image:url( 'https://a.test/x.png' )", ''],
    ['background:u\\72l(https://a.test/x.png)', ''],
    ['background:url(\\68 ttps://a.test/x.png)', ''],
    ['background:url(//a.test/x.png)', ''],
    ['background:URL(https:\\/\\/a.test\\/x.png)', ''],
  ])('%s gives up its picture', (css, expected) => {
    expect(inline(css)).toEqual({ css: expected, pictures: ['https://a.test/x.png'] })
  })

  it.each([
    'background:url(javascript:alert(1))',
    'background:url(data:text/html,x)',
    'background:url(',
    'background:url("x',
  ])('%s gives up everything', css => {
    expect(inline(css)).toEqual({ css: '', pictures: [] })
  })
})

describe('style sheets', () => {
  it.each([
    ['p{color:red}', '.mail-html p{color:red}'],
    ['.a > .b, #c{color:red}', '.mail-html .m-a>.m-b,.mail-html #m-c{color:red}'],
    ['body,html{margin:0}', '.mail-html .m-body,.mail-html .m-body{margin:0}'],
    ['a:hover{color:red}', '.mail-html a:hover{color:red}'],
    [
      '@media only screen and (max-width: 600px){.a{width:100%!important}}',
      '@media only screen and (max-width:600px){.mail-html .m-a{width:100% !important}}',
    ],
    ['<!-- p{color:red} -->', '.mail-html p{color:red}'],
    ['p{color:red', '.mail-html p{color:red}'],
    ['/* b { content: "*/p{color:red}', '.mail-html p{color:red}'],
    ['@charset "utf-8";p{color:red}', '.mail-html p{color:red}'],
    ['@font-face{font-family:x;src:url(http://a.test/f)}p{color:red}', '.mail-html p{color:red}'],
    ['.mail-html{color:red}', '.mail-html .m-mail-html{color:red}'],
  ])('%s becomes %s', (css, expected) => {
    expect(sheet(css)).toBe(expected)
  })

  it.each([
    '@import "http://a.test/x";',
    '@im\\70ort "http://a.test/x";',
    '@import/**/"http://a.test/x";',
    '@import url(http://a.test/x)',
    '@font-face{src:url(http://a.test/x);unicode-range:u+41}',
    'input[value^="a"]{background:url(http://a.test/a)}',
    'p:has(a){color:red}',
    'p:nth-child(2 of a){color:red}',
    'p:nth-child(-n+3){color:red}',
    'p:nth-child(2{color:red}',
    'p:nth-child(99999){color:red}',
    'p:not(a){color:red}',
    'a:visited{color:red}',
    'p::before{content:"x"}',
    '@container (min-width:1px){p{color:red}}',
    '@supports (color:red){p{color:red}}',
    '@media (min-width:1px) and url(x){p{color:red}}',
    '@keyframes x{from{color:red}}',
    'svg{color:red}',
    'p{position:fixed}',
    '.\\3c script{color:red}',
    '* * * * * * *{color:red}',
    'p{}',
    '</style><script>alert(1)</script>{color:red}',
  ])('%s is dropped', css => {
    expect(sheet(css)).toBe('')
  })

  it.each([
    ['tr:nth-child(even){color:red}', '.mail-html tr:nth-child(even){color:red}'],
    ['td:NTH-CHILD( 2N + 1 ){color:red}', '.mail-html td:nth-child(odd){color:red}'],
    [
      'td:nth-child(2n+1) a,p:nth-of-type(3){color:red}',
      '.mail-html td:nth-child(odd) a,.mail-html p:nth-of-type(3){color:red}',
    ],
    ['li:nth-last-child(3n):hover{color:red}', '.mail-html li:nth-last-child(3n):hover{color:red}'],
    ['p:only-child{color:red}', '.mail-html p:only-child{color:red}'],
  ])('%s counts elements', (css, expected) => {
    expect(sheet(css)).toBe(expected)
    expect(sheet(expected)).toBe(expected)
  })

  it('never let anything out that could end the style element, load or match the page', () => {
    const unit = fc.constantFrom(
      'p',
      '.a',
      '#b',
      '{',
      '}',
      ';',
      ':',
      'color',
      'red',
      'background',
      'url(',
      'http://a.test',
      ')',
      ':nth-child(',
      '2n',
      '"',
      "'",
      '\\',
      '/*',
      '*/',
      '@media',
      '@import',
      'screen',
      '(max-width:1px)',
      '<',
      '</style>',
      '<!--',
      '-->',
      '\n',
      ' ',
      ',',
      '!important',
      '\\75rl(',
      '>',
      '*',
      '.mail-html',
      '1px',
      '-',
      '#fff',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 50 }), units => {
        const css = sheet(units.join(''))
        expect(css).not.toMatch(/[<\\]|url|import|position/)
        for (const selector of css
          .replace(/@media[^{]*\{/g, '')
          .matchAll(/(?:^|[},\n])([^{},\n]+)(?=[,{])/g)) {
          expect(selector[1]).toMatch(/^\.mail-html /)
        }
        expect(sheet(css)).toBe(css)
        const { css: style } = inline(units.join(''))
        expect(inline(style).css).toBe(style)
      }),
      { numRuns: 3_000 },
    )
  })

  it('of any length and shape take linear time', () => {
    for (const piece of [
      'p{color:red}',
      '{',
      '}',
      'p,',
      '@media screen{',
      '/*',
      '"',
      'url(',
      '\\',
      '(',
      '@',
      'a ',
      'calc(',
      '1',
      '-',
      '<!--',
    ]) {
      const css = piece.repeat(Math.ceil(500_000 / piece.length))
      expect(
        timed(() => filterStyleSheet(css, shape)),
        piece,
      ).toBeLessThan(SOON)
      expect(
        timed(() => inline(css)),
        piece,
      ).toBeLessThan(SOON)
    }
  })
})
