import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { adaptLetter } from './dark-letter.ts'
import { frameDocument } from './frame-document.ts'

const names = new Set(['red', 'white', 'navy'])

beforeAll(() => {
  vi.stubGlobal('CSS', {
    supports: (_property: string, value: string) => names.has(value) || value.startsWith('oklab('),
  })
})
afterAll(() => vi.unstubAllGlobals())

const none = { cids: new Map<string, string>(), remote: new Map<string, string>() }
const dark = {
  ink: '#eee',
  quiet: '#999',
  link: '#8af',
  paper: '#1b1e24',
  rule: '#333',
  dark: true,
}
const ground = (colour: string) =>
  `oklab(from ${colour} min(l*.8,.6845 - l*.45 + hypot(a,b)*.8) calc(a*.75 - .0012) calc(b*.75 - .0124))`
const ink = (colour: string) => `oklab(from ${colour} max(l,.93 - l*.35) calc(a*.9) calc(b*.9))`
const line = (colour: string) => `oklab(from ${colour} calc(.55 - l*.22) calc(a*.6) calc(b*.6 - .006))`

test('each colour is changed by the part it plays, and nothing else is', () => {
  const style = (css: string) => adaptLetter(`<p style="${css}">x</p>`).html
  const cases = [
    ['color:#333', `color:${ink('#333')}`],
    ['background:white', `background:${ground('white')}`],
    ['border:1px solid red !important', `border:1px solid ${line('red')} !important`],
    [
      'background-image:linear-gradient(to right,#fff 0%,rgba(0,0,0,.5))',
      `background-image:linear-gradient(to right,${ground('#fff')} 0%,${ground('rgba(0,0,0,.5)')})`,
    ],
    [
      'font:12px red;width:10px;border-collapse:collapse',
      'font:12px red;width:10px;border-collapse:collapse',
    ],
    ['background-image:var(--remote-0);color:inherit', 'background-image:var(--remote-0);color:inherit'],
  ] as const
  for (const [given, adapted] of cases) expect(style(given)).toBe(`<p style="${adapted}">x</p>`)
})

test('colours in rules, also within @media, and in attributes are changed', () => {
  const { html, rules } = adaptLetter(
    '<style>.mail-html p{color:navy}@media (max-width:9px){.mail-html p{background:#fff}}</style><td bgcolor="ffffff"><font color="navy">x</font></td>',
  )
  expect(html).toContain(`.mail-html p{color:${ink('navy')}}`)
  expect(html).toContain('<td bgcolor="ffffff">')
  expect(rules.split('\n')).toEqual([
    `:where([bgcolor="ffffff"]){background-color:${ground('#ffffff')}}`,
    `:where([color="navy"]){color:${ink('navy')}}`,
  ])
})

test('words of the letter that look like styles stay as they were written', () => {
  const words = '<p>&lt;p style="color:red" bgcolor="red"&gt; color:red; {color:red}</p>'
  expect(adaptLetter(words)).toEqual({ html: words, rules: '' })
})

test('the adapted letter lies on the dark sheet, with a veil over its background pictures', () => {
  const data = 'data:image/png;base64,iVBORw0KGgo='
  const images = { ...none, remote: new Map([['https://t.example/a.png', data]]) }
  const html =
    '<style data-remote-sheet="https://t.example/a.png">.mail-html p{background-image:var(--remote-0)}</style><td style="color:#333" data-remote-background="https://t.example/a.png">x</td>'
  const shown = frameDocument(html, images, dark, 'adapted')
  expect(shown).toContain('html{background:#1b1e24;color:#eee}')
  const veiled = `linear-gradient(color-mix(in srgb,#1b1e24 72%,transparent) 0 0),url(${data})`
  expect(shown).toContain(`--remote-0:${veiled}`)
  expect(shown).toContain(`background-image:${veiled}`)
  expect(frameDocument(html, images, dark)).not.toContain('linear-gradient')
})

test('a letter with rules for the dark, or on a light page, stays as it was sent', () => {
  const own =
    '<style>@media (prefers-color-scheme:dark){.mail-html p{color:#eee}}</style><p style="color:#222">x</p>'
  expect(frameDocument(own, none, dark, 'adapted')).not.toContain('oklab(')
  expect(
    frameDocument('<p style="color:#222">x</p>', none, { ...dark, dark: false }, 'adapted'),
  ).not.toContain('oklab(')
})
