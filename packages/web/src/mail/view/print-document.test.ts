import { expect, test } from 'vitest'
import { type PrintedHead, printDocument } from './print-document.ts'

const head: PrintedHead = {
  subject: '十月 <收据>',
  rows: [['发件人', 'Ana "A" <ana@example.com>']],
  files: [{ filename: '账单 & 明细.pdf', size: 88_064 }],
}

test('a letter on paper has its head, its files and itself, and nothing of the head is markup', () => {
  const text = printDocument(head, { text: '第一行\n<b>不是粗体</b>' })
  expect(text).toContain('<title>十月 &lt;收据&gt;</title>')
  expect(text).toContain('<dd>Ana &quot;A&quot; &lt;ana@example.com&gt;</dd>')
  expect(text).toContain('<dt>附件</dt><dd>账单 &amp; 明细.pdf（86 KB）</dd>')
  expect(text).toContain('第一行\n&lt;b&gt;不是粗体&lt;/b&gt;')
  expect(text).toContain("default-src 'none'")
})

test('a letter with a layout keeps its styles within its own element, and a title stands where none is', () => {
  const letter = { markup: '<p>x</p>', style: '.mail-html p{color:red}' }
  const text = printDocument({ ...head, subject: '', files: [] }, letter)
  expect(text).toContain('<h1 dir="auto">没有主题</h1>')
  expect(text).toContain('<style>.mail-html p{color:red}')
  expect(text).toMatch(/<div class="mail-html"><p>x<\/p><\/div>$/)
  expect(text).not.toContain('附件')
})
