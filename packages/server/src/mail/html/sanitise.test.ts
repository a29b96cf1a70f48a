import fc from 'fast-check'
import { parse, parseFragment, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { inlineImageUrls } from '../show/inline-images.ts'
import { PLACEHOLDER_IMAGE } from './clean-attributes.ts'
import { sanitiseMailHtml } from './sanitise.ts'
import { hostileMarkup, remoteLoads } from './testing/hostile-html.ts'

const options = {
  attachmentUrl: inlineImageUrls([{ id: '2', cid: 'logo@x', contentType: 'image/png' }], id => `/att/${id}`),
}
const sanitise = (html: string) => sanitiseMailHtml(html, options)
const clean = (html: string) => sanitise(html).html

/** These patterns are separate from the sanitiser's own lists, so that a mistake there is noticed here. */
const HARMLESS_ELEMENT =
  /^(?:a|abbr|b|big|blockquote|br|caption|center|code|col|colgroup|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|rp|rt|ruby|s|small|span|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)$/
const HARMLESS_ATTRIBUTE =
  /^(?:align|alt|bgcolor|border|cellpadding|cellspacing|class|color|colspan|data-cid|data-remote-background|data-remote-sheet|data-remote-src|data-true-host|dir|height|href|id|rel|size|src|style|target|title|type|valign|value|width)$/

/** Checks every element and attribute of the result as the HTML parser of a browser reads it. */
function expectSafe(html: string): void {
  const body = serialize(parseFragment(html))
  const nodes = [parse(`<!doctype html><body>${html}`)] as {
    nodeName: string
    attrs?: { name: string; value: string }[]
    childNodes?: unknown[]
  }[]
  while (nodes.length > 0) {
    const node = nodes.pop()
    nodes.push(...((node?.childNodes ?? []) as typeof nodes))
    if (node?.attrs === undefined || ['html', 'head', 'body'].includes(node.nodeName)) continue
    expect(node.nodeName, html).toMatch(HARMLESS_ELEMENT)
    for (const { name, value } of node.attrs) {
      expect(name, html).toMatch(HARMLESS_ATTRIBUTE)
      if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/[^/]|mailto:|tel:)/)
      if (name === 'src') expect(value).toMatch(/^(?:data:image\/(?:png|jpeg|gif|webp);base64,|\/att\/)/)
      if (name === 'style') expect(value).not.toMatch(/url|position:(?!relative|static)|expression|[<\\]/i)
    }
  }
  expect(body).not.toContain('<!--')
}

/** Sanitises, serialises and parses three times; nothing may change any more. */
function expectFixedPoint(html: string): void {
  let current = clean(html)
  for (let round = 0; round < 3; round++) {
    expect(serialize(parseFragment(current))).toBe(current)
    const next = clean(serialize(parseFragment(current)))
    expect(next).toBe(current)
    current = next
  }
}

describe('hostile markup', () => {
  it.each(hostileMarkup)('is made safe: %s', payload => {
    for (const html of [payload, `<body>${payload}`, `<div>${payload}</div>`, `<table><tr><td>${payload}`]) {
      const out = clean(html)
      expectSafe(out)
      expectFixedPoint(html)
    }
  })

  it('is safe and stable in any mixture', () => {
    const unit = fc.oneof(
      fc.constantFrom(...hostileMarkup),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<table>',
        '<tr>',
        '<td>',
        '</table>',
        '<a href="http://x.test">',
        '</a>',
        '<b>',
        '</b>',
        '<i>',
        '<ul>',
        '<li>',
        '<pre>',
        '\n',
        'text',
        '<h1>',
        '</h1>',
        '<font color=red>',
        '<select>',
        '<svg>',
        '</svg>',
        '<style>',
        '</style>',
        '<!--',
        '-->',
        '"',
        "'",
        '>',
        '<',
        '&lt;',
        '&#60;',
        '<body>',
        '<img src=http://a.test/x>',
        '<br>',
        '<center>',
        '<col>',
        '<caption>',
        '<dd>',
        '<ruby>',
        '<rt>',
        '<br/>',
        '<hr>',
      ),
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 25 }), units => {
        const html = units.join('')
        const result = sanitise(html)
        expectSafe(result.html)
        if (!result.tooComplex) expectFixedPoint(html)
      }),
      { numRuns: 400 },
    )
  })
})

describe('ordinary mail', () => {
  it('keeps its structure and looks', () => {
    const html =
      '<table width="600" align="center" cellpadding=0 bgcolor="#eeeeee"><tr><td style="padding:10px;COLOR:#333"><h1>您好</h1><p>Hi&nbsp;<b>you</b></p></td></tr></table>'
    expect(clean(html)).toBe(
      '<table width="600" align="center" cellpadding="0" bgcolor="#eeeeee"><tbody><tr><td style="padding:10px;color:#333"><h1>您好</h1><p>Hi&nbsp;<b>you</b></p></td></tr></tbody></table>',
    )
  })

  it('gives the body the colours of its page, which no other element has', () => {
    expect(clean('<body bgcolor=336699 text="Black" style="color:red">x</body>')).toBe(
      '<div bgcolor="336699" class="m-body" style="background-color:#336699;color:black;color:red">x</div>',
    )
    expect(clean('<div text="red">x</div><p text="red">y</p>')).toBe('<div>x</div><p>y</p>')
  })

  it('leaves background pictures of the mail to be put in, and counts only those on the web', () => {
    const mail = sanitise(
      '<style>p{background:url(cid:a%20b)}</style><p background="cid:pic@x">x</p><p style="background:url(\'cid:c\')">y</p>',
    )
    expect(mail.html).toContain('<style data-remote-sheet="cid:a%20b">')
    expect(mail.html).toContain('<p data-remote-background="cid:pic%40x">x</p>')
    expect(mail.html).toContain('<p data-remote-background="cid:c">y</p>')
    expect(mail.remoteImages).toBe(0)
  })

  it('keeps style sheets, confined to the mail, and the looks of its body', () => {
    const html =
      '<html><head><style>body{margin:0} .btn{color:red}</style></head><body bgcolor="#fff" style="color:#111"><a class="btn" id="x">go</a></body></html>'
    expect(clean(html)).toBe(
      '<style>.mail-html .m-body{margin:0}\n.mail-html .m-btn{color:red}</style><div bgcolor="#fff" class="m-body" style="background-color:#fff;color:#111"><a id="m-x" class="m-btn">go</a></div>',
    )
  })

  it('shows what stands behind a drawing that is never closed, and nothing of one that is', () => {
    expect(clean('<svg width=1><p>hello there</p>')).toBe('<p>hello there</p>')
    expect(clean('<svg><svg></svg><math><p>hello</p> there')).toBe('<p>hello</p> there')
    expect(clean('<svg><p>gone</p></svg><p>hello</p>')).toBe('<p>hello</p>')
    expect(clean('<svg><script>alert(1)</script><p onclick=x>hello</p><b')).toBe('<p>hello</p>')
  })

  it('shows the words of forms, fallbacks and text areas without making them work', () => {
    expect(
      clean('<form action=x>Name <input value=1><button>Send</button><textarea><b>t</b></textarea></form>'),
    ).toBe('Name Send&lt;b&gt;t&lt;/b&gt;')
    expect(clean('a<noscript>b</noscript><object>c</object>')).toBe('abc')
  })
})

describe('pictures', () => {
  it('from the web wait for consent', () => {
    const result = sanitise(
      '<img src="http://a.test/x.png?a=1&amp;b=2" srcset="http://b.test/y 2x" width=10>',
    )
    expect(result.html).toBe(
      `<img width="10" src="${PLACEHOLDER_IMAGE}" data-remote-src="http://a.test/x.png?a=1&amp;b=2">`,
    )
    expect(result.remoteImages).toBe(1)
  })

  it.each(remoteLoads('http://e.test'))('and everything else load nothing before that: %s', html => {
    const out = clean(html)
    const inert = out.replace(/ data-remote-(?:src|background|sheet)="[^"]*"/g, '')
    expect(inert).not.toContain('e.test')
    expectSafe(out)
  })

  it('behind a box or an element remember where they are', () => {
    const result = sanitise(
      '<p style="color:red;background:url(//a.test/x)">x</p><style>p{background:url(http://b.test/y)}</style>',
    )
    expect(result).toMatchObject({
      html:
        '<style data-remote-sheet="http://b.test/y">.mail-html p{background-image:var(--remote-0)}</style>' +
        '<p style="color:red" data-remote-background="https://a.test/x">x</p>',
      remoteImages: 2,
    })
  })

  it('of a style sheet are named once each, and stay where the rules have them', () => {
    const url = (name: string) => `url("http://b.test/${name}?a=1&b=2")`
    const { html, remoteImages } = sanitise(
      `<style>p{background:#fff ${url('x')} no-repeat !important;color:red}
       @media (max-width:600px){.a{background-image:${url('y')}} .b{background-image:${url('x')}}}
       p:nope{background:${url('z')}}</style><p>x</p>`,
    )
    expect(html).toBe(
      '<style data-remote-sheet="http://b.test/x?a=1&amp;b=2 http://b.test/y?a=1&amp;b=2">' +
        '.mail-html p{background:#fff no-repeat !important;background-image:var(--remote-0) !important;color:red}\n' +
        '@media (max-width:600px){.mail-html .m-a{background-image:var(--remote-1)}\n' +
        '.mail-html .m-b{background-image:var(--remote-0)}}</style><p>x</p>',
    )
    expect(remoteImages).toBe(2)
    const many = Array.from({ length: 100 }, (_, at) => `.c${at}{background:${url(`${at}`)}}`).join('')
    expect(sanitise(`<style>${many}</style><p>x</p>`).remoteImages).toBe(40)
  })

  it('of the same mail are shown by content id', () => {
    expect(clean('<img src="cid:logo@x">')).toBe('<img src="/att/2" data-cid="logo@x">')
    expect(clean('<img src="CID:logo%40x">')).toBe('<img src="/att/2" data-cid="logo@x">')
  })

  it.each([
    'cid:other@x',
    'cid:../../etc',
    'cid:',
    'cid:logo@x"onerror="alert(1)',
    '/att/2',
    'x.png',
    '../x',
    'about:blank',
  ])('are not shown from %s', src => {
    expect(clean(`<img src="${src.replaceAll('"', '&quot;')}">`)).toBe('<img>')
  })

  it('within the HTML are bitmaps of bounded size', () => {
    expect(clean('<img src="data:image/PNG;base64,iVBO\nRw0K">')).toBe(
      '<img src="data:image/png;base64,iVBORw0K">',
    )
    expect(clean(`<img src="data:image/png;base64,${'A'.repeat(3_000_000)}">`)).toBe('<img>')
  })
})

describe('links', () => {
  const attributes = 'target="_blank" rel="noopener noreferrer nofollow"'

  it.each([
    ['https://a.test/x?y=1&amp;z', 'https://a.test/x?y=1&amp;z'],
    ['mailto:a@b.test', 'mailto:a@b.test'],
    ['tel:+8610000', 'tel:+8610000'],
    ['//a.test/x', 'https://a.test/x'],
    ['https:a.test', 'https://a.test/'],
    ['https:\\\\a.test\\x', 'https://a.test/x'],
    ['ht\ntps://a.test', 'https://a.test/'],
    ['&#1; https://a.test', 'https://a.test/'],
  ])('to %s open apart from the page', (href, expected) => {
    expect(clean(`<a href="${href}">go</a>`)).toBe(`<a href="${expected}" ${attributes}>go</a>`)
  })

  it.each(['javascript:x', 'x/y', '/x', '?x', 'ftp://a.test', 'http://', 'about:blank'])(
    'to %s are cut',
    href => {
      expect(sanitise(`<a href="${href}">go</a>`)).toMatchObject({ html: '<a>go</a>', blockedLinks: 1 })
    },
  )

  it.each([
    ['https://evil.test/', 'https://bank.com/login', 'evil.test'],
    ['https://evil.test/', 'www.bank.com', 'evil.test'],
    ['https://evil.test/', 'bank.com', 'evil.test'],
    ['https://evil.test/', '<b>bank</b>.com', 'evil.test'],
    ['https://bank.com.evil.test/', 'bank.com', 'bank.com.evil.test'],
    ['https://notbank.com/', 'bank.com', 'notbank.com'],
    ['https://bank.com@evil.test/', 'go', 'evil.test'],
    ['https://bаnk.com/', 'go', 'xn--bnk-6cd.com'],
    ['https://evil.test/', 'go\u202emoc', 'evil.test'],
    ['https://evil.test/', '请登录 https://bank.com 查看', 'evil.test'],
    ['https://evil.test/', 'h&#8203;ttps://bank.com/login', 'evil.test'],
    ['https://evil.test/', 'ht&shy;tps://bank.com/login', 'evil.test'],
    ['https://evil.test/', 'https:/&zwnj;/bank.com/login', 'evil.test'],
    ['https://evil.test/', 'bank.c&#8203;om', 'evil.test'],
    ['https://evil.test/', '<span>https://evil.test </span>https://bank.com/login', 'evil.test'],
    [
      'https://evil.test/?https://bank.com/',
      '<i style="font-size:0">evil.test/?</i>https://bank.com/',
      'evil.test',
    ],
    ['https://evil.test/', 'bank<i style="display:none">@</i>.com', 'evil.test'],
    ['https://evil.test/', 'evil.test/ bank.com', 'evil.test'],
    ['https://evil.test/', `${' '.repeat(310)}https://bank.com/login`, 'evil.test'],
    ['https://evil.test/', `<b>${'a'.repeat(5_000)}</b> https://bank.com/login`, 'evil.test'],
    ['https://evil.test/', '前往 bank.com', 'evil.test'],
    ['https://evil.test/', '前往bank.com登录', 'evil.test'],
    ['https://evil.test/', 'bank.com 登录', 'evil.test'],
    ['https://evil.test/', '&rarr; bank.com', 'evil.test'],
    ['https://evil.test/', '“bank.com”', 'evil.test'],
    ['https://evil.test/', '登录 Bank.Com/login', 'evil.test'],
    ['https://evil.test/', 'https:&#8260;&#8260;bank.com&#8260;login', 'evil.test'],
    ['https://evil.test/', 'https:&#8725;&#8725;bank.com', 'evil.test'],
    ['https://evil.test/', 'https://bank&#12290;com', 'evil.test'],
    ['https://evil.test/', 'bank&#12290;com', 'evil.test'],
    ['https://evil.test/', '银行.中国', 'evil.test'],
    ['https://evil.test/', 'https://bank.zip', 'evil.test'],
    ['https://evil.test/', 'bank.zip/login', 'evil.test'],
    ['https://evil.test/', 'bank.md', 'evil.test'],
    ['https://evil.test/', 'help@bank.com', 'evil.test'],
    ['https://evil.test/', 'https://bank.com@evil.test/', 'evil.test'],
    ['https://evil.test/', '<img alt="https://bank.com">', 'evil.test'],
    ['https://evil.test/', '<table><tr><td>https://bank.com<a></a></td></tr></table>', 'evil.test'],
    [
      'https://evil.test/',
      '<table><tr><td>https://bank.com<a href="https://a.test">b</a></td></tr></table>',
      'evil.test',
    ],
  ])('to %s that say %s tell the true host', (href, text, host) => {
    const result = sanitise(`<a href="${href}" title="https://bank.com">${text}</a>`)
    expect(result.deceptiveLinks).toBe(1)
    expect(result.html).toContain(` title="实际网址：${host}" data-true-host="${host}"`)
  })

  it.each([
    ['https://www.bank.com/x', 'bank.com'],
    ['https://bank.com/x', 'www.bank.com'],
    ['https://login.bank.com/x', 'https://bank.com'],
    ['https://a.test/', '点击这里'],
    ['https://a.test/', '下载 report.pdf'],
    ['https://a.test/', 'report.pdf'],
    ['https://a.test/', '第1.2节'],
    ['https://a.test/', '第1.2.3.4版'],
    ['https://a.test/', 'photos.zip'],
    ['https://a.test/', 'README.md'],
    ['https://a.test/', '查看 src/main.rs 和 setup.py'],
    ['https://a.test/', 'It is done.In a week we write again, e.g. at 9 a.m.'],
    ['https://a.test/', '您好。公司 年会通知'],
    ['https://a.test/', '退订 someone@example.com 的邮件'],
    ['https://a.test/', 'Node.js 24'],
    ['https://bank.com/', '“https://bank.com”，谢谢'],
    ['https://bank.com/', '请打开https://bank.com登录'],
    ['https://bank.com/', '请打开 bank.com。Next week'],
    ['https://bank.com.evil.test/', 'see bank.com.evil.test'],
    ['https://a.test/?u=https%3A%2F%2Fb.test%2F', 'https://a.test/?u=https://b.test/'],
    ['https://www.example.com/', 'https://www.exam<wbr>ple.com/'],
    ['https://a.test/', '<img alt="标志">'],
  ])('to %s that say %s are honest', (href, text) => {
    expect(sanitise(`<a href="${href}">${text}</a>`).deceptiveLinks).toBe(0)
  })
})
