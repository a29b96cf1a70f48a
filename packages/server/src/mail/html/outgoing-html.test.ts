import { describe, expect, it } from 'vitest'
import { outgoingHtml, textTwin } from './outgoing-html.ts'

const made = (html: string, files: string[] = []) => outgoingHtml(html, files)

describe('HTML that leaves', () => {
  it('loses what runs, loads by itself or deceives a mail program', () => {
    const { html } = made(
      '<p onclick="x()">hi<script>alert(1)</script><iframe src="https://a.test"></iframe></p><a href="javascript:x()">l</a><form><input></form>',
    )
    expect(html).not.toMatch(/script|onclick|iframe|javascript|form|input/)
    expect(html).toContain('hi')
  })

  it('keeps its pictures from the web, and those of its own files only', () => {
    const { html, shownFiles } = made(
      '<img src="https://example.org/a.png?x=1&amp;y=2" alt="a"><img src="cid:file1"><img src="cid:other">',
      ['file1', 'file2'],
    )
    expect(html).toContain('src="https://example.org/a.png?x=1&amp;y=2"')
    expect(html).toContain('src="cid:file1"')
    expect(html).not.toContain('cid:other')
    expect(html).not.toContain('data-')
    expect(shownFiles).toEqual(['file1'])
  })

  it('keeps its links and its style', () => {
    const { html } = made('<style>.a{color:red}</style><a class="a" href="https://example.org/x">go</a>')
    expect(html).toContain('href="https://example.org/x"')
    expect(html).not.toContain('target=')
    expect(html).toMatch(/<style>.*red.*<\/style><div class="mail-html">.*<\/div>$/)
  })

  it('keeps the background pictures of its style sheet', () => {
    const { html } = outgoingHtml('<style>p{background:url("http://b.test/x?a=1&b=2")}</style><p>x</p>', [])
    expect(html).toBe(
      '<style>.mail-html p{background-image:url("http://b.test/x?a=1&b=2")}</style><div class="mail-html"><p>x</p></div>',
    )
  })
})

describe('the plain twin', () => {
  it('says the same, with the addresses of links', () => {
    expect(
      textTwin(
        '<h1>标题</h1><p>第一行<br>第二行 <a href="https://example.org/a">这里</a></p><blockquote type="cite">引用</blockquote>',
      ),
    ).toBe('标题\n第一行\n第二行 这里 <https://example.org/a>\n> 引用\n')
  })

  it('does not repeat an address that is shown', () => {
    expect(textTwin('<a href="https://example.org/">https://example.org/</a>')).toBe('https://example.org/\n')
  })
})
