import { expect, it } from 'vitest'
import { COPY_SANDBOX, measuredCopy } from './measured-copy.ts'

const copied = (body: string) => {
  const text = `<html><head><title>x</title></head><body class="mail-html">${body}</body></html>`
  return new DOMParser().parseFromString(measuredCopy(text), 'text/html').body.innerHTML
}

it('keeps what a letter takes up', () => {
  const laidOut =
    '<table width="600" cellpadding="8"><tbody><tr><td style="padding:4px" colspan="2">字</td></tr></tbody></table>'
  expect(copied(laidOut)).toBe(laidOut)
  expect(copied('<img src="data:image/png;base64,AA==" width="3">')).toContain(
    'src="data:image/png;base64,AA=="',
  )
})

it.each([
  '<script>happened()</script>',
  '<a href="https://a.example" target="_top" ping="/x">go</a>',
  '<a href="javascript:happened()">go</a>',
  '<img src="https://a.example/x.png" onerror="happened()">',
  '<img src="javascript:happened()">',
  '<iframe src="/user/inbox" srcdoc="&lt;script&gt;happened()&lt;/script&gt;"></iframe>',
  '<form action="/api/user/logout"><button formaction="/x">ok</button><input autofocus onfocus="happened()"></form>',
  '<meta http-equiv="refresh" content="0;url=https://a.example"><base href="https://a.example">',
  '<object data="/x"></object><embed src="/x"><svg onload="happened()"><use href="#x"></use></svg>',
  '<details open ontoggle="happened()"><summary accesskey="x">s</summary></details>',
])('leaves nothing in the copy that could act: %s', body => {
  expect(copied(body)).not.toMatch(
    /script|\son\w+=|href|https?:|action|srcdoc|<(?:iframe|form|input|button|meta|base|link|object|embed)|autofocus|ping|accesskey/i,
  )
})

it('may be measured, and runs nothing', () => {
  expect(COPY_SANDBOX.split(' ')).toEqual(['allow-same-origin'])
})
