import { expect, test } from 'vitest'
import { type FrameTheme, frameDocument, isLaidOut, wantedImages, withImages } from './frame-document.ts'
import { hasOwnColours } from './own-colours.ts'

const none = { cids: new Map<string, string>(), remote: new Map<string, string>() }
const dark: FrameTheme = {
  ink: '#eee',
  quiet: '#999',
  link: '#8af',
  paper: '#1B1E24',
  rule: '#333',
  dark: true,
}
const PNG = 'data:image/png;base64,iVBORw0KGgo='

const remote =
  '<img src="data:image/gif;base64,R0lGODdh" data-remote-src="https://t.example/a.png?x=1&amp;y=2" alt="a">'
const cid = '<img src="/api/user/getAttachment/m1/2" data-cid="logo@x">'

test('the document begins with its own policy and sends no referrer', () => {
  const text = frameDocument('<p>hi</p>', none, dark)
  expect(text).toMatch(
    /^<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">/,
  )
  expect(text).toContain('<meta name="referrer" content="no-referrer">')
  expect(text).toContain('<body class="mail-html"><p>hi</p></body>')
})

test('pictures that are wanted are found with their addresses decoded', () => {
  const td = '<td data-remote-background="https://t.example/bg.jpg">x</td>'
  expect(wantedImages(remote + cid + td)).toEqual({
    cids: ['logo@x'],
    remote: ['https://t.example/a.png?x=1&y=2', 'https://t.example/bg.jpg'],
  })
})

test('before anything is fetched, no address is left that a browser would ask for', () => {
  const shown = withImages(`${remote}${cid}<img src="https://t.example/x.png">`, none)
  expect([...shown.matchAll(/ src="([^"]*)"/g)].every(([, src]) => src?.startsWith('data:'))).toBe(true)
})

test('a picture of the mail and one from the web are put in as data', () => {
  const images = {
    cids: new Map([['logo@x', PNG]]),
    remote: new Map([['https://t.example/a.png?x=1&y=2', PNG]]),
  }
  const shown = withImages(remote + cid, images)
  expect(shown.match(new RegExp(`src="${PNG.replace(/[+/]/g, '\\$&')}"`, 'g'))).toHaveLength(2)
  expect(shown).not.toContain('data-blocked')
})

test('a background picture joins the styles that are there', () => {
  const images = { ...none, remote: new Map([['https://t.example/bg.jpg', PNG]]) }
  expect(
    withImages('<td style="color:red" data-remote-background="https://t.example/bg.jpg">x</td>', images),
  ).toBe(
    `<td style="color:red;background-image:url(${PNG})" data-remote-background="https://t.example/bg.jpg">x</td>`,
  )
})

test('only bitmaps as base64 data are put in', () => {
  for (const bad of [
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    `${PNG}" onerror="x`,
    'https://x/',
  ]) {
    const shown = withImages(cid, { ...none, cids: new Map([['logo@x', bad]]) })
    expect(shown).not.toContain(bad)
    expect(shown).toContain('src="data:image/gif')
  }
})

test('what looks like a tag inside an attribute or text is left alone', () => {
  const tricky =
    '<a title="&lt;img src=&quot;x&quot; data-cid=&quot;logo@x&quot;&gt;" href="https://x.example/">&lt;img data-cid="logo@x"&gt;</a>'
  expect(withImages(tricky, { ...none, cids: new Map([['logo@x', PNG]]) })).toBe(tricky)
})

test('a mail with colours of its own lies on white paper, a plain one follows the theme', () => {
  expect(hasOwnColours('<table bgcolor="#ffffff">')).toBe(true)
  expect(hasOwnColours('<p style="background-color:#fff">')).toBe(true)
  expect(hasOwnColours('<p><font color="#000000">black</font></p>')).toBe(true)
  expect(hasOwnColours('<p style="margin:0">hello</p>')).toBe(false)
  expect(frameDocument('<p style="color:#333">x</p>', none, dark)).toContain('background:#FFFFFF')
  expect(frameDocument('<p>x</p>', none, dark)).toContain('background:#1B1E24')
})

const deceptive = '<a style="overflow:hidden !important;width:9px" data-true-host="evil.example">bank.com</a>'

test('a link that says another host than it leads to has the true one before it, outside of itself', () => {
  const text = frameDocument(`<p>${deceptive}</p>`, none, dark)
  expect(text).toContain('<p><span class="true-host">实际网址：evil.example</span><a ')
})

test('no rule of the mail can hide the true host, nor an element around it cut it off', () => {
  const text = frameDocument(`<div style="overflow:hidden !important">${deceptive}</div>`, none, dark)
  // Important rules in a layer win over all others except style attributes, which lose their `!important`.
  expect(text).toMatch(/@layer marks\{\.true-host\{all:initial!important;/)
  expect(text).toContain('body :has(.true-host){overflow:visible!important;')
  expect(text.slice(text.indexOf('<body'))).not.toContain('!important')
})

test('a mail without such links keeps its styles as they are', () => {
  const html = '<p style="color:red !important">x</p>'
  expect(frameDocument(html, none, dark)).toContain(`<body class="mail-html">${html}</body>`)
})

const bodyOf = (html: string) => /<body[^>]*>(.*)<\/body>/.exec(frameDocument(html, none, dark))?.[1]

test('only tables that are wide by their own words are made to fit a narrow frame', () => {
  for (const given of ['width="600"', 'style="max-width:9px;width:600px"', 'style="min-width: 640px"'])
    expect(bodyOf(`<table ${given}>`)).toBe(`<table ${given} data-wide="">`)
  for (const given of ['width="200"', 'width="100%"', 'style="max-width:300px"', 'style="width:100%"'])
    expect(bodyOf(`<table ${given}>`)).toBe(`<table ${given}>`)
  expect(bodyOf('<div style="max-width:600px">')).toBe('<div style="max-width:600px" data-broad="">')
})

test('a cell lends its width to the pictures in it, and gives way only if it is wide', () => {
  expect(bodyOf('<td width="60">')).toBe('<td width="60" style="--cell:60px;--least:60px">')
  expect(bodyOf('<td style="padding:4px;width:300px">')).toBe(
    '<td style="padding:4px;width:300px;--cell:300px;--least:0px;--share:50%" data-cell="">',
  )
  for (const given of ['<td width="50%">', '<td style="width:50%">', '<td align="left">', '<p width="60">'])
    expect(bodyOf(given)).toBe(given)
})

test('a picture of the style sheet is put in as data where the sheet has its variable', () => {
  const sheet =
    '<style data-remote-sheet="https://t.example/a.png?x=1&amp;y=2 https://t.example/b.png">.mail-html p{background-image:var(--remote-0)}</style>'
  expect(wantedImages(sheet).remote).toEqual(['https://t.example/a.png?x=1&y=2', 'https://t.example/b.png'])
  const images = { ...none, remote: new Map([['https://t.example/b.png', PNG]]) }
  expect(frameDocument(sheet, images, dark)).toContain(`:root{--remote-1:url(${PNG})}`)
  expect(frameDocument(sheet, none, dark)).not.toContain('--remote-1:')
})

test('a letter on the dark sheet is printed on white paper', () => {
  expect(frameDocument('<p>x</p>', none, dark)).toContain(
    '@media print{:root{color-scheme:light}\nhtml{background:#FFFFFF',
  )
  expect(frameDocument('<p>x</p>', none, { ...dark, dark: false })).not.toContain('@media print')
})

test('a picture keeps the shape that its markup declares', () => {
  expect(bodyOf(`<img src="${PNG}" width="600" height="20">`)).toContain(
    'style="aspect-ratio:600/20" data-shape=""',
  )
  for (const given of ['width="100%" height="20"', 'height="20"', 'width="1" height="0"'])
    expect(bodyOf(`<img src="${PNG}" ${given}>`)).not.toContain('data-shape')
})

test('rules of the letter for the dark follow the paper, and need no white one', () => {
  const own =
    '<style>@media (prefers-color-scheme:dark){.mail-html p{color:#eee}}@media (prefers-color-scheme:light){.mail-html p{color:#222}}</style><p style="color:#222">x</p>'
  const inDark = frameDocument(own, none, dark)
  expect(inDark).toContain('@media (min-width:0){.mail-html p{color:#eee}}@media (max-width:0)')
  expect(inDark).toContain('background:#1B1E24')
  expect(frameDocument(own, none, { ...dark, dark: false })).toContain(
    '@media (max-width:0){.mail-html p{color:#eee}}@media (min-width:0)',
  )
})

test('a letter that is laid out for a width is told from one that is just written', () => {
  for (const html of [
    '<table width="600">',
    '<div style="max-width:640px">',
    '<style>.c{width: 580px}</style>',
  ])
    expect(isLaidOut(html)).toBe(true)
  for (const html of ['<p>600 px</p>', '<td width="60">', '<img width="100%">', '<table width="1600">'])
    expect(isLaidOut(html)).toBe(false)
})

test('a background picture of the mail is put in as one from the web is', () => {
  const html =
    '<style data-remote-sheet="cid:a%20b">.mail-html p{background-image:var(--remote-0)}</style><td data-remote-background="cid:pic%40x">x</td>'
  expect(wantedImages(html)).toEqual({ cids: ['a b', 'pic@x'], remote: [] })
  const images = {
    ...none,
    cids: new Map([
      ['a b', PNG],
      ['pic@x', PNG],
    ]),
  }
  const shown = frameDocument(html, images, dark)
  expect(shown).toContain(`:root{--remote-0:url(${PNG})}`)
  expect(shown).toContain(`<td data-remote-background="cid:pic%40x" style="background-image:url(${PNG})">`)
})

test('a picture whose letter leaves its height to it has its own shape once it is there', () => {
  const picture = (src: string) => `<img ${src} width="140" height="40" style="width:100%;height:auto">`
  expect(bodyOf(picture(`src="${PNG}"`))).toContain('height:auto;aspect-ratio:auto 140/40')
  expect(bodyOf(picture('src="data:x" data-remote-src="https://t.example/a.png"'))).toContain(
    'height:auto;aspect-ratio:140/40',
  )
})
