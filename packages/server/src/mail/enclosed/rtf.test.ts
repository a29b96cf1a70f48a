import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMail } from '../mime/parse-mail.ts'
import { base64Lines, rawMail, SOON, timed } from '../mime/testing/build-mail.ts'
import { letterOfRtf } from './rtf-letter.ts'
import { type TnefForm, u32, writeTnef } from './testing/write-tnef.ts'
import { unpackRtf } from './unpack-rtf.ts'

const read = (rtf: string, page = 1252) => letterOfRtf(Buffer.from(rtf, 'latin1'), page)
const textOf = (rtf: string, page?: number) => read(`{\\rtf1\\ansi ${rtf}}`, page).text
const htmlOf = (rtf: string) => read(`{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0 ${rtf}}`).html

/** RTF as it is sent without being packed. */
const unpacked = (rtf: Buffer | string): Buffer => {
  const bytes = Buffer.from(rtf as string)
  return Buffer.concat([u32(bytes.length + 12), u32(bytes.length), u32(0x414c454d), u32(0), bytes])
}

describe('packed RTF', () => {
  it('is unpacked as its description says', () => {
    const packed =
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0'
    expect(unpackRtf(Buffer.from(packed, 'hex'), 10_000).toString()).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    )
    const repeated = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0'
    expect(unpackRtf(Buffer.from(repeated, 'hex'), 10_000).toString()).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}')
  })

  it('may be sent as it is', () => {
    expect(unpackRtf(unpacked('{\\rtf1 x}'), 10_000).toString()).toBe('{\\rtf1 x}')
  })

  it('never becomes more than is allowed, whatever it announces', () => {
    const tokens = Buffer.alloc(900_000, Buffer.from(`ff${'000f'.repeat(8)}`, 'hex'))
    const bomb = Buffer.concat([u32(0), u32(0xffffffff), u32(0x75465a4c), u32(0), tokens])
    expect(unpackRtf(bomb, 3_000).length).toBe(3_000)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        const packed = Buffer.concat([u32(0), u32(0xffffffff), u32(0x75465a4c), u32(0), bytes])
        try {
          expect(unpackRtf(packed, 5_000).length).toBeLessThanOrEqual(5_000)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

describe('HTML within RTF', () => {
  it('comes out as it was, without what stands in for it', () => {
    expect(
      htmlOf(
        '{\\fonttbl{\\f0\\fswiss Arial;}}{\\colortbl\\red0;}\\uc1\\pard ' +
          '{\\*\\htmltag19 <html>}{\\*\\htmltag50 <body>}{\\*\\htmltag64 <p class="a">}\\htmlrtf {\\htmlrtf0 ' +
          'one{\\*\\mhtmltag84 <b>}{\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 two\\htmlrtf }\\htmlrtf0{\\*\\htmltag92 </b>}' +
          "{\\*\\htmltag4 \\par}\\htmlrtf \\par\\htmlrtf0 {\\*\\htmltag84 &nbsp;}\\htmlrtf \\'a0\\htmlrtf0 \\htmlrtf\\par}\\htmlrtf0" +
          '{\\*\\htmltag72 </p>}{\\*\\htmltag58 </body>}{\\*\\htmltag27 </html>}',
      ),
    ).toBe('<html><body><p class="a">one<b>two</b>\n&nbsp;</p></body></html>')
  })

  it('has its letters in Unicode and in the charsets of their fonts', () => {
    expect(
      htmlOf(
        "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset134 \\'cb\\'ce;}}{\\*\\htmltag64 <p>}" +
          "\\f1 \\'c4\\'e3\\'ba\\'c3\\f0  caf\\'e9 \\u20320?\\u-10179?\\u-8704?{\\*\\htmltag72 </p>}",
      ),
    ).toBe('<p>你好 café 你😀</p>')
  })

  it('does not take words for markup', () => {
    expect(htmlOf("1 < 2 & \\{x\\} \\'3cscript>\\~\\u60?{\\*\\htmltag84 <br>}")).toBe(
      '1 &lt; 2 &amp; {x} &lt;script&gt;&nbsp;&lt;<br>',
    )
  })
})

describe('the text of RTF', () => {
  it('has lines, tabs and marks, and nothing of the looks', () => {
    expect(
      textOf(
        '{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red1;}{\\stylesheet{\\s1 Name;}}{\\*\\generator Word;}{\\info{\\title T}}' +
          'one\\par two\\line three\\tab four\\par\r\n\\ldblquote five\\rdblquote \\emdash six\\v hidden\\v0 {\\pict 0a0b}\\{\\}',
      ),
    ).toBe('one\ntwo\nthree\tfour\n“five”—six{}')
  })

  it('is in the code page that it names, or in that of the stream', () => {
    expect(textOf("\\ansicpg936 \\'c4\\'e3\\'ba\\'c3")).toBe('你好')
    expect(textOf("\\'c4\\'e3\\'ba\\'c3", 936)).toBe('你好')
    expect(textOf("\\uc2\\u20320\\'c4\\'e3\\uc0\\u22909 !")).toBe('你好!')
    expect(textOf("\\ansicpg50225 caf\\'e9")).toBe('café')
  })

  it('leaves out data of any kind', () => {
    expect(textOf('a{\\*\\x\\bin5 }}}}}b}\\bin3 {{{c')).toBe('ac')
  })

  it('is read in good time and without failing, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '{',
            '}',
            '\\',
            '\\*',
            '\\htmltag',
            '\\htmlrtf0',
            "\\'c4",
            '\\u-3',
            '\\bin9',
            '\\f1',
            'a',
            '\\fonttbl',
            '\\fcharset134',
          ),
          { maxLength: 60 },
        ),
        pieces => {
          const rtf = pieces.join('')
          expect(typeof textOf(rtf)).toBe('string')
          expect(typeof htmlOf(rtf)).toBe('string')
        },
      ),
      { numRuns: 300 },
    )
    for (const piece of ["\\'c4", '\\par ', '\\u1?', '{}', 'a\n', '\\bin1 x', '&'])
      expect(timed(() => void htmlOf(piece.repeat(300_000)))).toBeLessThan(SOON)
    expect(() => textOf('{'.repeat(100_000))).toThrow(RangeError)
  })
})

describe('RTF in a winmail.dat', () => {
  const letter = (form: TnefForm, rtf: string | Buffer) =>
    parseMail(
      rawMail(
        'Content-Type: application/ms-tnef',
        'Content-Transfer-Encoding: base64',
        '',
        base64Lines(
          writeTnef({
            ...form,
            properties: [
              ...(form.properties ?? []),
              { id: 0x1009, type: 'binary', value: Buffer.isBuffer(rtf) ? rtf : unpacked(rtf) },
            ],
          }),
        ),
      ),
    )
  const page = '{\\rtf1\\fromhtml1 {\\*\\htmltag <p>}see{\\*\\htmltag <img src="cid:p@x">}}'

  it('is the letter, as HTML or as text, with its pictures in place', () => {
    const files = [
      { title: 'p.gif\0', data: 'gif', properties: [{ id: 0x3712, type: 'string8' as const, value: 'p@x' }] },
    ]
    expect(letter({ files }, page)).toMatchObject({
      html: '<p>see<img src="cid:p@x">',
      attachments: [{ filename: 'p.gif', inline: true }],
    })
    expect(letter({}, '{\\rtf1 words}')).toMatchObject({ text: 'words', html: null })
  })

  it('gives way to HTML and to text that the stream has itself', () => {
    const properties = [{ id: 0x1013, type: 'binary' as const, value: Buffer.from('<i>own</i>') }]
    expect(letter({ properties }, page).html).toBe('<i>own</i>')
    expect(letter({ body: 'own' }, '{\\rtf1 other}')).toMatchObject({ text: 'own', html: null })
  })

  it('keeps nobody from the files when it is broken', () => {
    const files = [{ title: 'a.txt\0', data: 'x' }]
    for (const rtf of [Buffer.from('nonsense'), unpacked('{'.repeat(5_000)), Buffer.alloc(0)])
      expect(letter({ files, body: 'own' }, rtf)).toMatchObject({
        text: 'own',
        attachments: [{ filename: 'a.txt' }],
      })
  })
})
