import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { visibleText } from '../visible/visible-text.ts'
import { extractCodeAndLink } from './extract.ts'

/** A mail may hold a code that its reader cannot see. Only the visible one is found. */

const codeOf = (html: string) => extractCodeAndLink({ subject: '', text: null, html, from: null }).code

const HIDDEN = '您的验证码是 111222'
const SHOWN = '<p class="v">您的验证码是 739204，5 分钟内有效，请勿泄露给他人。</p>'
const OTHER = `<p class="v">${'欢迎使用我们的服务，请查看下面的内容，谢谢您的注册与支持。'.repeat(3)}</p>`

const p = (attributes: string) => `<p ${attributes}>${HIDDEN}</p>`
const styled = (css: string): [string, string] => [css.slice(0, 60), p(`style="${css}"`)]
const sheet = (css: string, attributes = 'class="x"') => `<style>${css}</style>${p(attributes)}`

const forms: [string, string][] = [
  ...[
    'display:none ! important',
    'display:none!IMPORTANT',
    'display:none;display:nonsense',
    'display:none;x:(;display:block;)',
    'display:none;background:url(;display:block;)',
    'display:none!important;display:block',
    '/*x*/display:none',
    'display:/**/none',
    'd\\69splay:none',
    'display:n\\6fne',
    `${'color:#222;'.repeat(900)}display:none`,
    "font-family:'a;b';display:none",
    "x-y:';display:block';display:none",
    'display:table-column',
    'font:0/0 a',
    'font:normal 0 serif',
    'font-size:calc(0px)',
    'font-size:calc(16px - 16px)',
    'font-size:min(0px,16px)',
    'font-size:+0px',
    'font-size:10e-3px',
    'font-size:0vw',
    'color:hsl(0,0%,100%)',
    'color:hsla(0,0%,0%,0)',
    'color:rgb(100%,100%,100%)',
    'color:rgba(0,0,0,1%)',
    'color:oklch(1 0 0)',
    'color:floralwhite',
    'color:canvas',
    'color:white;color:nonsense',
    'background:tomato;color:tomato',
    'background:hsl(9,100%,64%);color:#ff6347',
    'background:linear-gradient(#fff,#fff);color:#fff',
    'background:linear-gradient(90deg,#fff 50%,#000 50%);color:#fff',
    'overflow-y:hidden;height:0',
    'height:1px;overflow:hidden',
    'max-height:1px;overflow:hidden',
    'height:0rem;overflow:hidden',
    'height:calc(0px);overflow:hidden',
    'height:0;overflow:auto',
    'line-height:0;overflow:hidden',
    'padding-top:60px;height:60px;overflow:hidden;box-sizing:border-box',
    'padding:60px 0 0;height:60px;overflow:hidden;box-sizing:border-box',
    'text-indent:9999px;overflow:hidden;white-space:nowrap',
    'max-width:0.01px;overflow:hidden;white-space:nowrap',
    'position:absolute;inset:0 0 0 -999px',
    'transform:translateX(-9999px)',
    'transform:scaleX(0)',
    'clip-path:circle(0)',
    'opacity:1%',
  ].map(styled),
  ['the 61st attribute', p(`${'a '.repeat(60)}style="display:none"`)],
  ['faint in faint', `<div style="opacity:.2"><div style="opacity:.2">${p('')}</div></div>`],
  ['flat in cut', `<div style="overflow:hidden">${p('style="line-height:0"')}</div>`],
  ['a margin', `<div style="overflow:hidden">${p('style="margin:0 0 0 9999px"')}</div>`],
  [
    'deeper than is remembered',
    `${'<div>'.repeat(300)}<b style="display:none">${HIDDEN}</b>${'</div>'.repeat(300)}`,
  ],
  ['the ninth class', sheet('.x{display:none}', 'class="a b c d e f g h x"')],
  ['two classes', sheet('.x.y{display:none}', 'class="x y"')],
  ['the later rule', sheet('.b{display:block}.a{display:none}', 'class="a b"')],
  ['the weightier rule', sheet('p.x{display:none}.x{display:block}')],
  ['an important rule', sheet('.x{display:none!important}', 'class="x" style="display:block"')],
  ['a rule that another spoils', sheet('.x{display:none}.x,%{display:block}')],
  ['a rule behind a stray bracket', sheet('.x{display:none} } .x{display:block}')],
  ['a rule for print', sheet('.x{display:none}@media print{.x{display:block}}')],
  ['a sheet for print', `<style media="print">.x{display:block}</style>${sheet('.x{display:none}')}`],
  ['a descendant', `<style>div .x{display:none}</style><div>${p('class="x"')}</div>`],
  ['a child', `<style>div>p.x{display:none}</style><div>${p('class="x"')}</div>`],
  ['a rule within a rule', `<style>div{.x{display:none}}</style><div>${p('class="x"')}</div>`],
  ['no first child', sheet('.x:first-child{display:none}')],
  ['one doubtful rule against another', sheet('.x:first-child{display:none}.x:nth-child(99){display:block}')],
  ['everything', `<style>*{font-size:0} .v{font-size:16px}</style>${p('')}`],
  ['@media screen', sheet('@media screen{.x{display:none}}')],
  ['@media all', sheet('@media all{.x{display:none}}')],
  ['@media (min-width)', sheet('@media (min-width:1px){.x{display:none}}')],
  ['@supports', sheet('@supports (color:red){.x{display:none}}')],
  ['a sheet behind the text', `${p('class="x"')}<style>.x{display:none}</style>`],
  ['66 kB of comment', sheet(`/*${'a'.repeat(66_000)}*/.x{display:none}`)],
  [
    'the 611th rule',
    sheet(`${Array.from({ length: 610 }, (_, i) => `.r${i}{color:red}`).join('')}.x{display:none}`),
  ],
  ['the 22nd of one class', sheet(`${'.x{color:#111}'.repeat(21)}.x{display:none}`)],
  ['the 21st selector', sheet(`${'.q,'.repeat(20)}.x{display:none}`)],
  ['a bracket in a comment', sheet('.x{/* } */display:none}')],
  ['a bracket in a string', sheet('.x{font-family:"}";display:none}')],
  ['comment marks', sheet('<!-- .x{display:none} -->')],
  ['an escaped class', sheet('.\\78{display:none}')],
  ['an escaped sign', sheet('.sm\\:x{display:none}', 'class="sm:x"')],
  ['a prefixed class', sheet('.x{display:none}', 'class="m-x"')],
  ['a comment behind a class', sheet('.x/**/{display:none}')],
  ['an old colour', `<p><font color="ffffffffffff">${HIDDEN}</font></p>`],
  ['the text colour of the body', `<body text="#ffffff">${HIDDEN}<div style="color:#000">`],
  ['rp', `<p><ruby>您好<rp>${HIDDEN}</rp></ruby></p>`],
  ['an unclosed b', `<div><b style="display:none"></div>${HIDDEN}</b>`],
  ['an unclosed font', `<p><font color="#ffffff"></p><p>${HIDDEN}</p></font>`],
  ['a closed details', `<details><summary>.</summary>${p('')}</details>`],
  ['letters in reverse order', `<p>您的验证码是 \u202e222111\u202c</p>`],
  ['letters in reverse order, set bold', '<p>您的验证码是 &#x202e;<b>222111</b></p>'],
  ['bdo', '<p>您的验证码是 <bdo dir="rtl">222111</bdo></p>'],
  [
    'overridden direction',
    '<p>您的验证码是 <b style="unicode-bidi:bidi-override;direction:rtl">222111</b></p>',
  ],
]

describe('a code that nobody sees', () => {
  it.each(forms)('is not given: %s', (_, html) => {
    expect(codeOf(html + OTHER)).toBeNull()
    expect(codeOf(html + SHOWN)).toBe('739204')
  })
})

describe('a number that is not shown as it is written', () => {
  const digits = (style: string) => [...'402937'].map(digit => `<b style="${style}">${digit}</b>`).join('')
  it.each([
    ['a note behind it', '您的验证码是 739204<sup>1</sup>'],
    ['a note before it', '您的验证码是 <sup>1</sup>739204'],
    ['a note by style', '您的验证码是 739204<span style="vertical-align:super">1</span>'],
    ['a hidden digit inside', '您的验证码是 73<span style="font:0/0 a">5</span>9204'],
    ['a hidden digit in ruby', '您的验证码是 <ruby>73<rp>5</rp>9204</ruby>'],
    [
      'a row in reverse order',
      `您的验证码是</p><div style="display:flex;flex-direction:row-reverse">${digits('')}</div><p>`,
    ],
    ['digits set to the right', `您的验证码是</p><div>${digits('float:right')}</div><p>`],
  ])('is no code: %s', (_, html) => {
    expect(codeOf(`<p>${html}，请勿泄露给任何人，五分钟内有效。</p>`)).toBeNull()
  })
})

describe('a code that is seen', () => {
  const CODE = '您的验证码是 739204，请勿泄露给任何人，五分钟内有效。'
  const seen = (style: string): [string, string] => [style, `<p style="${style}">${CODE}</p>`]
  it.each([
    seen('font-size:2vw'),
    seen('font-size:.3in'),
    seen('max-height:0'),
    seen('left:-9999px'),
    seen('line-height:0'),
    seen('display:none;display:block'),
    seen('margin:0 auto;padding:0 0 12px;overflow:hidden;height:40px'),
    seen('background:linear-gradient(#06f,#03c);color:#fff'),
    seen('transform:translateY(2px) rotate(3deg)'),
    [
      'an own style against the sheet',
      `<style>.m{display:none}</style><p class="m" style="display:block">${CODE}</p>`,
    ],
    [
      'an own style against a faint sheet',
      `<style>.o{opacity:0}</style><p class="o" style="opacity:1">${CODE}</p>`,
    ],
    ['object', `<object><p>${CODE}</p></object>`],
    ['behind a short comment', `<!--->${CODE}<!-- -->`],
    ['behind 8,000 tags', `${'<i></i>'.repeat(4_100)}<p>${CODE}</p>`],
    ['300 deep', `${'<div>'.repeat(300)}<p>${CODE}</p>`],
    ['not within what the rule asks for', `<style>.phone .m{display:none}</style><p class="m">${CODE}</p>`],
    [
      'a rule of other programs',
      `<style>[data-ogsc] .m{color:#fff}.m:hover{display:none}</style><p class="m">${CODE}</p>`,
    ],
    [
      'dark colours',
      `<style>@media (prefers-color-scheme:dark){.m{color:#fff}}</style><p class="m">${CODE}</p>`,
    ],
    [
      'telephones',
      `<style>@media only screen and (max-width:600px){.m{display:none!important}}</style><p class="m">${CODE}</p>`,
    ],
    [
      'a copy for desks and one for telephones',
      `<style>.s{display:none}@media (max-width:480px){.s{display:block!important}.l{display:none!important}}</style><p class="l">${CODE}</p><p class="s">${CODE}</p>`,
    ],
    [
      'a copy for telephones and one for desks',
      `<style>.l{display:none}@media (min-width:600px){.s{display:none}.l{display:block}}</style><p class="s">${CODE}</p><p class="l">${CODE}</p>`,
    ],
    [
      'a white button on a ground from the sheet',
      `<style>table td>.b:link{background:#06f}</style><table><tr><td><a class="b" href="https://a.example" style="color:#fff">${CODE}</a></table>`,
    ],
  ])('is given: %s', (_, html) => {
    expect(codeOf(html)).toBe('739204')
  })
})

describe('hostile styles', () => {
  const rules = Array.from(
    { length: 100_000 },
    (_, i) => `.a div .b${i % 9}>p,.a${i}{color:#${100 + (i % 800)}}`,
  ).join('')
  const fill = (piece: string) => piece.repeat(Math.ceil(2_000_000 / piece.length))
  it.each([
    ['rules', `<style>${rules}</style>${fill('<p class="a b1 b2">x</p>')}`],
    [
      'rules for everything',
      `<style>${rules.slice(0, 200_000).replaceAll('>p', ' *')}</style>${fill('<p class="a b1">x<i>')}`,
    ],
    ['brackets', `<style>${fill('({[')}</style>x`],
    ['nested rules', `<style>${fill('a{')}</style>x`],
    ['quotation marks', `<style>${fill('\'"')}</style>x`],
    ['escapes', `<p style="${fill('\\6f')}">x`],
    ['commas', `<style>${fill('a:is(b,').slice(0, 400_000)}{color:red}</style>x`],
    ['blanks', `<style>${fill(' ').slice(0, 400_000)}{color:red}</style>x`],
    ['a shorthand', `<p style="background:${fill('a(')}">x`],
    ['a shorthand of blanks', `<p style="font:${fill(' ')}/">x`],
    ['classes', fill(`<p class="${'a '.repeat(4_000)}">x`)],
    ['unclosed hidden elements', fill('<p><b hidden><i hidden>x')],
    ['comments', fill('<!--x--!>')],
    ['late sheets', fill('<p>x<style>.a{color:red}</style>')],
  ])('%s take a moment only', (_, html) => {
    const measure = () => {
      const worked = startCpuTime()
      visibleText(html)
      return worked()
    }
    expect(Math.min(measure(), measure(), measure())).toBeLessThan(400)
  })
})
