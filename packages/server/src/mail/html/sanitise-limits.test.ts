import { describe, expect, it, vi } from 'vitest'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { type SanitisedMail, sanitiseMailHtml } from './sanitise.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

/** Sanitises within a generous limit: the machine may be busy, but quadratic work would take minutes. */
function sanitiseSoon(html: string): SanitisedMail {
  const result: { mail: SanitisedMail | null } = { mail: null }
  const time = timed(() => (result.mail = sanitiseMailHtml(html, { attachmentUrl: () => null })))
  expect(time, html.slice(0, 40)).toBeLessThan(SOON)
  if (result.mail === null) throw new Error('not sanitised')
  return result.mail
}

describe('markup without measure', () => {
  it.each([
    ['500 levels', '<div>'.repeat(500)],
    ['70,000 open elements', '<div>'.repeat(70_000)],
    ['50,000 tables in one another', '<table><tr><td>'.repeat(50_000)],
    ['200,000 elements', '<p>x</p>'.repeat(200_000)],
    ['5 MB', 'x'.repeat(5_000_000)],
    ['signs that come out as five', '&'.repeat(3_400_000)],
    ['blanks that come out as six', '\u00a0'.repeat(900_000)],
    ['addresses full of such signs', `<a href="https://a.test/?${'&'.repeat(1900)}">b</a>`.repeat(1700)],
    [
      'styles that all differ',
      Array.from(
        { length: 320 },
        (_, at) => `<p style="padding:${at}px;${'color:red;'.repeat(790)}">x</p>`,
      ).join(''),
    ],
    [
      'formatting that never closes',
      Array.from({ length: 20_000 }, (_, i) => `<p><font color="c${i}">`).join(''),
    ],
  ])('(%s) is shown as its words', (_case, html) => {
    const result = sanitiseSoon(`secret${html}<script>alert(1)</script>`)
    expect(result.tooComplex).toBe(true)
    expect(result.html).toContain('secret')
    expect(result.html).not.toMatch(/<(?!\/?div)/)
  })

  it('is bounded in what comes out, as words too', () => {
    for (const html of ['&'.repeat(3_400_000), '\u00a0'.repeat(5_000_000), '<p>&</p>'.repeat(300_000)]) {
      expect(sanitiseSoon(html).html.length).toBeLessThan(2_000_000)
    }
    expect(sanitiseSoon('&'.repeat(790_000)).html.length).toBeLessThanOrEqual(4_000_000)
  })

  it('keeps no more rules than a browser can compare with its elements at once', () => {
    const kept = (elements: number, selector: string): number => {
      const html = `<style>${`${selector}{color:red}`.repeat(5_000)}</style>${'<p>x</p>'.repeat(elements)}`
      return sanitiseSoon(html).html.match(/color:red/g)?.length ?? 0
    }
    expect(kept(10, 'p')).toBe(5_000)
    expect(kept(5_000, 'p')).toBeLessThan(500)
    expect(kept(5_000, 'p p p p p')).toBeLessThan(kept(5_000, 'p'))
    // From each of them the browser walks over all before it.
    expect(kept(600, 'b~p~p~p')).toBeLessThan(50)
    // Nothing is compared with parts that no element has.
    expect(kept(5_000, '.none')).toBe(5_000)
  })

  it('keeps the fewer rules the deeper they reach', () => {
    const kept = (depth: number, selector: string): number => {
      const markup = `${'<div><b>'.repeat(depth)}x${'</b></div>'.repeat(depth)}`
      const html = `<style>${`${selector}{color:red}`.repeat(5_000)}</style><table><tr><td>${markup}</td></tr></table>`
      return sanitiseSoon(html).html.match(/color:red/g)?.length ?? 0
    }
    expect(kept(5, 'table div b')).toBe(5_000)
    expect(kept(110, 'table div b')).toBeLessThan(700)
    expect(kept(110, 'table div b div b')).toBeLessThan(400)
  })

  it('leaves a style that many elements share to all of them', () => {
    const result = sanitiseSoon(`<p style="${'color:red;'.repeat(800)}">x</p>`.repeat(300))
    expect([result.tooComplex, result.html.match(/<p style="color:red/g)?.length]).toEqual([false, 300])
  })

  it('keeps the words readable, character references included, without script or style', () => {
    const html = `<style>p{}</style><script>x</script><!-- c --><p>a &amp; b &lt;i&gt;</p>${'<div>'.repeat(70_000)}`
    expect(sanitiseSoon(html).html).toMatch(
      /^<div style="white-space:pre-wrap">\s*a &amp; b &lt;i&gt;\s*<\/div>$/,
    )
  })

  it.each([
    ['foster parenting', `<table>${'<b></b>x'.repeat(20_000)}`],
    ['foster parenting of text', `<table>${'x<tr>'.repeat(20_000)}`],
    ['100,000 attributes', `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')}>`],
    ['100,000 equal attributes', `<p ${'title=1 '.repeat(100_000)}>`],
    ['end tags only', '</b>'.repeat(50_000)],
    ['end tags inside 200 levels', '<span>'.repeat(200) + '</i>'.repeat(50_000)],
    ['adoption', `<a>${'<b><p>'.repeat(60)}${'</b>'.repeat(5_000)}`],
    ['open angle brackets', '<'.repeat(1_000_000)],
    ['open comments', '<!--'.repeat(500_000)],
    ['open bogus comments', '<!'.repeat(500_000)],
    ['an attribute that never ends', `<p title="${'x'.repeat(2_000_000)}`],
    ['quotes', `<p ${`a="b`.repeat(300_000)}`],
    ['open scripts', '<script>'.repeat(300_000)],
    ['broken script ends', `<script>${'</scrip'.repeat(300_000)}`],
    ['10,000 style rules', `<style>${'p{color:red}'.repeat(10_000)}</style>`],
    ['10,000 style elements', '<style>p{color:red}</style>'.repeat(10_000)],
    ['20,000 drawings that are never closed', '<svg><math>'.repeat(10_000)],
    ['10,000 content ids', '<img src="cid:x">'.repeat(10_000)],
    ['10,000 links', '<a href="https://a.test/x">bank.com</a>'.repeat(10_000)],
    ['one link with endless text', `<a href="https://a.test/">${'<b>x</b>'.repeat(10_000)}`],
    ...['a.', 'a.com ', 'https://', 'https://a.com', 'https://a.com/?', 'www.', '银.', '\u200b'].map(
      piece => [
        `one link that says ${piece} without end`,
        `<a href="https://a.test/">${piece.repeat(2_000_000 / piece.length)}</a>`,
      ],
    ),
    ['character references', '&lt;&#x41;&notanentity;'.repeat(100_000)],
    ['a 3 MB data image', `<img src="data:image/png;base64,${'A'.repeat(3_000_000)}">`],
    [
      'blank attribute values',
      `<img src="${' '.repeat(1_000_000)}" style="${' '.repeat(1_000_000)}" class="${'a '.repeat(500_000)}">`,
    ],
  ])('(%s) takes linear time', (_case, html) => {
    sanitiseSoon(html)
  })
})
