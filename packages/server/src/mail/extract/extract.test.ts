import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { visibleText } from '../visible/visible-text.ts'
import { taught } from './corpus/all.ts'
import type { Sample } from './corpus/sample.ts'
import { unseenDistracting } from './corpus/unseen-distracting.ts'
import { unseenEveryday } from './corpus/unseen-everyday.ts'
import { unseenMonth } from './corpus/unseen-month.ts'
import { unseenPostEast } from './corpus/unseen-post-east.ts'
import { unseenPostWest } from './corpus/unseen-post-west.ts'
import { type ExtractInput, extractCodeAndLink } from './extract.ts'
import { cleanText, foldText } from './fold.ts'

/**
 * These codes are too long, or are split in a way that no other number is. Rules that read them would guess
 * elsewhere.
 */
const unreadable = new Set([
  'seventeenth chinese hk-hiking-forum',
  'seventeenth english allotment-vote-characters',
  'seventeenth english observatory-remote-session',
  'seventeenth english parcel-broker-both',
  'seventeenth european ru-volonter-both',
  'seventeenth european nl-fietsmaatje-both',
  'seventeenth european tr-spor-kulubu',
  'tenth en-home-made-site',
  'twenty-second english en-dcv-cert',
  'twenty-second others es-universidad-doble',
  'twenty-seventh nl laadpaal-doorgehaald',
  'twenty-seventh nb skole-app',
  'twenty-seventh ro cuvinte',
  'twenty-seventh bg magazin',
  'twenty-seventh zh-Hans messenger-letters',
  'twenty-seventh id translated',
  'twenty-seventh th translated',
  'twenty-seventh vi translated',
  'twenty-eighth bg bg-hospital-letters',
  'twenty-eighth el el-both-bank',
  'twenty-eighth id id-pajak',
  'twenty-eighth ja ja-antiphish-and-code',
  'twenty-eighth cs cs-hra',
  'twenty-eighth de de-smarthome-beides',
  'twenty-eighth es es-palabras',
  'twenty-eighth nb nb-ordene',
  'twenty-eighth nl nl-gemeente',
  'twenty-eighth pl pl-gra',
  'twenty-eighth sv sv-ordkod',
])
/** A warning of fraud that brings a real code within its sentences, where other warnings quote one. */
const amidWarnings = new Set([
  'twenty-third quoted es-aviso-estafa-codigo-real',
  'twenty-third quoted zhtw-bank-warning-real-otp',
])
const input = (more: Partial<ExtractInput>): ExtractInput => ({
  subject: '',
  text: null,
  html: null,
  from: null,
  ...more,
})

const squeeze = (text: string) => foldText(cleanText(text)).replace(/[^\p{L}\p{N}]/gu, '')

describe('the mails that taught it', () => {
  it.each(taught)('$name', ({ name, expect: sought, ...sample }) => {
    const { code, link } = extractCodeAndLink(sample)
    expect({ code, link }).toEqual({
      code: unreadable.has(name) || amidWarnings.has(name) ? null : sought.code,
      link: sought.link,
    })
  })

  it('are many of both kinds, each with a name of its own', () => {
    const withAnswer = taught.filter(one => one.expect.code !== null || one.expect.link !== null)
    expect(withAnswer.length).toBeGreaterThanOrEqual(1_500)
    expect(taught.length - withAnswer.length).toBeGreaterThanOrEqual(1_500)
    expect(new Set(taught.map(one => one.name)).size).toBe(taught.length)
  })

  it('gives every code and link with short words that show it', () => {
    for (const sample of taught) {
      const found = extractCodeAndLink(sample)
      expect(found.codeEvidence === null, sample.name).toBe(found.code === null)
      expect(found.linkEvidence === null, sample.name).toBe(found.link === null)
      expect((found.codeEvidence?.words ?? '').length, sample.name).toBeLessThanOrEqual(120)
      expect((found.linkEvidence?.words ?? '').length, sample.name).toBeLessThanOrEqual(120)
      if (found.code === null || sample.name === 'zh: Chinese digits') continue
      expect(squeeze(found.codeEvidence?.words ?? ''), sample.name).toContain(squeeze(found.code))
    }
  })
})

/** Compares the finds in mails that nothing was learned from with the right answers. */
function readUnseen(samples: readonly Sample[]) {
  const misread = { wrong: [] as string[], missed: [] as string[] }
  for (const { name, expect: sought, ...sample } of samples) {
    const found = extractCodeAndLink(sample)
    for (const [got, want] of [
      [found.code, sought.code],
      [found.link, sought.link],
    ] as const) {
      if (got === want) continue
      misread[got === null ? 'missed' : 'wrong'].push(name)
    }
  }
  return misread
}

describe('mails that it has not seen', () => {
  it('are read as people would read them, nearly all', () => {
    const { wrong, missed } = readUnseen([...unseenEveryday, ...unseenDistracting, ...unseenMonth])
    expect(wrong).toEqual([])
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(1)
  })

  it('are read in thirty languages as well as ever, however short they are', () => {
    const { wrong, missed } = readUnseen([...unseenPostWest, ...unseenPostEast])
    expect(wrong).toEqual([])
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(15)
  })
})

describe('evidence', () => {
  it('shows the words as they stand in the mail, with the name of the code', () => {
    const found = extractCodeAndLink(input({ subject: '登录', text: '您的验证码：４８２９１３，请勿泄露。' }))
    expect(found.code).toBe('482913')
    expect(found.codeEvidence).toEqual({
      where: 'text',
      words: '您的验证码：４８２９１３，请勿泄露。',
      keyword: '验证码',
    })
  })

  it.each([
    ['test123', 'this is a test'],
    ['TEST-0001', '测试邮件，请忽略'],
    ['iPhone15', ''],
    ['hi', 'test123'],
    ['flood12', 'n'],
  ])('takes no numbered word for a code where nobody speaks of one: %s, %s', (subject, text) => {
    expect(extractCodeAndLink(input({ subject, text })).code).toBeNull()
  })

  it.each([
    ['html5', '代码已经提交', null],
    ['area51', 'Your one-time code was sent to your phone', null],
    ['Windows11', 'Der Code kommt per SMS', null],
    ['log4j2 news', 'verification code later', null],
    ['ISO9001', 'код подтверждения придёт позже', null],
    ['UTF8', 'код 904417', '904417'],
    ['COVID19', 'Ihr Code: 664120', '664120'],
    ['AB12CD', 'Your code: 881204', '881204'],
  ])('takes no word of the subject for the code that is spoken of: %s, %s', (subject, text, code) => {
    expect(extractCodeAndLink(input({ subject, text })).code).toBe(code)
  })

  it.each([
    ['fox77', 'Enter the code from the subject line to log in', 'fox77'],
    ['P4N7RW', 'Dein Code steht in der Betreffzeile', 'P4N7RW'],
    ['t5w8qz', 'Your login code', 't5w8qz'],
    ['Login: wren52', 'Your code, valid for 10 minutes', 'wren52'],
    ['KL9930', '請輸入郵件標題中的驗證碼', 'KL9930'],
  ])('takes a code that stands only in the subject: %s, %s', (subject, text, code) => {
    expect(extractCodeAndLink(input({ subject, text })).code).toBe(code)
  })

  it.each([
    ['482913', '', '482913'],
    ['', 'K7P2QX\n\nエラーの場合は、もう一度ログインしてください。', 'K7P2QX'],
    ['Your login code', 'wren52', 'wren52'],
  ])('takes a lone one where it can be nothing else: %s, %s', (subject, text, code) => {
    expect(extractCodeAndLink(input({ subject, text })).code).toBe(code)
  })

  it('joins a lone code with the line that names it', () => {
    const found = extractCodeAndLink(input({ html: '<p>Your login code:</p><h1>482 913</h1>' }))
    expect(found.codeEvidence).toEqual({
      where: 'html',
      words: 'Your login code: 482 913',
      keyword: 'login code',
    })
  })
})

describe('HTML that was rendered before', () => {
  it('is searched as it was handed in, with the same answer as if it were rendered again', () => {
    for (const sample of taught.filter(one => one.html !== null)) {
      const rendered = visibleText(sample.html ?? '')
      expect(extractCodeAndLink(sample, rendered), sample.name).toEqual(extractCodeAndLink(sample))
    }
    const html = '<p>Your login code: 482913</p>'
    expect(extractCodeAndLink(input({ html }), visibleText('<p>Your login code: 551903</p>')).code).toBe(
      '551903',
    )
  })
})

/**
 * The aim is 100 ms. The limit leaves room for a busy machine, and anything that is not linear takes seconds.
 */
const LIMIT_MS = 400
const MEGABYTES_5 = 5_000_000
const fill = (piece: string) => piece.repeat(Math.ceil(MEGABYTES_5 / piece.length))
const hostile: [string, string][] = [
  ['nested elements', fill('<div>')],
  ['cells of digits', fill('<td>4')],
  ['open brackets', fill('<')],
  ['one tag with countless attributes', `<a ${fill('a=1 ')}`],
  [
    'many attributes with many names',
    `<p ${Array.from({ length: 400_000 }, (_, i) => `a${i}=b`).join(' ')}>`,
  ],
  ['blanks in a tag', `<a ${fill(' ')}>`],
  ['entities', fill('&amp')],
  ['an endless style', `<p style="${fill('color:red;')}">`],
  ['an endless style sheet', `<style>${fill('.a{color:red}')}</style><p class=a>x`],
  ['links', fill('<a href="https://a.b/verify?t=1234567">verify ')],
  ['end tags', fill('</p></td>')],
  ['struck digits', fill('<s>4&#8203;</s> ')],
  ['unclosed comments', fill('<!--')],
  ['single digits', fill('4 8 ')],
  ['code words', fill('code ')],
  ['code words with numbers', fill('code 1234 ')],
  ['Chinese code words', fill('验证码')],
  ['numbers on lines of their own', fill('1234\n')],
  ['names with their numbers above lone numbers', fill(`code ${'order 1234 '.repeat(180)}\n482913\n`)],
  ['blocks of names with their numbers', fill(`<p>code ${'order 1234 '.repeat(180)}</p><p>482913</p>`)],
  ['hyphens', fill('a-')],
  ['dots', fill('a.')],
  ['at signs', fill('a@')],
  ['addresses', fill('https://')],
  ['quotation marks', fill('>')],
  ['zeros', fill('0')],
  ['combining marks', fill('\u0301')],
  ['one long word', fill('x')],
]

describe('hostile mails', () => {
  it.each(hostile)('five megabytes of %s take a moment only, as text and as HTML', (_, body) => {
    const measure = (more: Partial<ExtractInput>) => {
      const worked = startCpuTime()
      extractCodeAndLink(input(more))
      return worked()
    }
    // The first run includes compilation, so the best of three shows the speed of a running server.
    const best = (more: Partial<ExtractInput>) => Math.min(measure(more), measure(more), measure(more))
    expect(best({ text: body })).toBeLessThan(LIMIT_MS)
    expect(best({ html: body })).toBeLessThan(LIMIT_MS)
    expect(best({ subject: body })).toBeLessThan(LIMIT_MS)
  })

  it('finds the code above five megabytes of rubbish', () => {
    const text = `Your verification code is 482913.\n${fill('rubbish 1234 ')}`
    expect(extractCodeAndLink(input({ text })).code).toBe('482913')
  })
})

const piece = fc.constantFrom(
  '482913',
  '4 8 2 9 1 3',
  'K7QXR',
  '验证码',
  '：',
  ' your verification code is ',
  'order number ',
  '<b>',
  '</b>',
  '<td>',
  '<div style="display:none">',
  '</div>',
  '<a href="https://a.example/verify?token=a1b2c3d4">',
  '</a>',
  'https://b.example/reset/9f8e7d6c5b',
  'verify your email ',
  'click here',
  '\n',
  ' ',
  '&nbsp;',
  '&#52;',
  '４８２９',
  '> ',
  '<s>',
)
const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(piece, { maxLength: 30 }).map(parts => parts.join('')),
)
const anyMail = fc.record({
  subject: body,
  text: fc.option(body),
  html: fc.option(body),
  from: fc.constant(null),
})

describe('any mail', () => {
  it('never throws, and never gives a code that nobody can see', () => {
    fc.assert(
      fc.property(anyMail, mail => {
        const { code } = extractCodeAndLink(mail)
        if (code === null || /[〇零一二三四五六七八九]{4}/.test(JSON.stringify(mail))) return
        const seen = [mail.subject, mail.text ?? '', mail.html === null ? '' : visibleText(mail.html).text]
        expect(seen.some(text => squeeze(text).includes(code.replaceAll('-', '')))).toBe(true)
      }),
      { numRuns: 1500 },
    )
  })

  it('gives only links that stand in the mail, with http or https', () => {
    fc.assert(
      fc.property(anyMail, mail => {
        const { link } = extractCodeAndLink(mail)
        if (link === null) return
        expect(link).toMatch(/^https?:\/\//i)
        const hrefs = mail.html === null ? [] : visibleText(mail.html).links.map(one => one.href.trim())
        const shown = `${mail.text ?? ''} ${mail.html === null ? '' : visibleText(mail.html).text}`
        expect(hrefs.includes(link) || shown.includes(link)).toBe(true)
      }),
      { numRuns: 1500 },
    )
  })
})

describe('links', () => {
  const linkOf = (href: string) =>
    extractCodeAndLink(input({ subject: 'Verify your email', html: `<a href="${href}">Verify email</a>` }))
      .link

  it('takes http and https only', () => {
    expect(linkOf('https://a.example/v?token=a1b2c3d4')).toBe('https://a.example/v?token=a1b2c3d4')
    expect(linkOf('javascript:verify(a1b2c3d4e5f6)')).toBeNull()
    expect(linkOf('ftp://a.example/v?token=a1b2c3d4')).toBeNull()
  })

  it('leaves the host as it was written, and refuses one that hides behind a user name', () => {
    expect(linkOf('https://BÜCHER.example/v?token=a1b2c3d4')).toBe('https://BÜCHER.example/v?token=a1b2c3d4')
    expect(linkOf('https://bank.example@evil.example/v?token=a1b2c3d4')).toBeNull()
  })

  it('passes over a link that nobody sees', () => {
    const html =
      '<div style="display:none"><a href="https://a.example/v?token=a1b2c3d4">Verify email</a></div>'
    expect(extractCodeAndLink(input({ subject: 'Verify', html })).link).toBeNull()
  })
})
