/** Encodes `text` in a legacy charset for tests, with the decoder's own table reversed. */
export function encodeAs(charset: string, text: string): Buffer {
  const stateful = SWITCHING[charset]
  if (stateful) return encodeSwitching(text, stateful)
  if (charset === 'utf-8') return Buffer.from(text)
  if (charset === 'utf-16le' || charset === 'utf-16be') {
    const bytes = Buffer.from(text, 'utf16le')
    return charset === 'utf-16le' ? bytes : bytes.swap16()
  }
  const table = reverseTable(charset)
  const chunks = [...text].map(char => {
    const bytes = char < '\u0080' ? [char.charCodeAt(0)] : table.get(char)
    if (bytes === undefined) throw new Error(`${char} is not in ${charset}`)
    return bytes
  })
  return Buffer.from(chunks.flat())
}

/** Charsets that switch to the 7 low bits of another one, with the marks that do so. */
type Switching = { base: string; start: string; open: string; close: string }

const SWITCHING: Readonly<Record<string, Switching>> = {
  'iso-2022-jp': { base: 'euc-jp', start: '', open: '\u001b$B', close: '\u001b(B' },
  'iso-2022-kr': { base: 'euc-kr', start: '\u001b$)C', open: '\u000e', close: '\u000f' },
  'hz-gb-2312': { base: 'gb18030', start: '', open: '~{', close: '~}' },
}

function encodeSwitching(text: string, { base, start, open, close }: Switching): Buffer {
  const runs = text.match(/[\0-\x7f]+|[^\0-\x7f]+/g) ?? []
  const written = runs.map(run => {
    if (run < '\u0080') return Buffer.from(run)
    const low = Buffer.from(encodeAs(base, run).map(octet => octet & 0x7f))
    return Buffer.concat([Buffer.from(open), low, Buffer.from(close)])
  })
  return Buffer.concat([Buffer.from(start), ...written])
}

const PAIRED: ReadonlySet<string> = new Set([
  ...['gb18030', 'gb2312', 'gbk', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'ks_c_5601-1987'],
])

const tables = new Map<string, Map<string, number[]>>()

function reverseTable(charset: string): Map<string, number[]> {
  const known = tables.get(charset)
  if (known) return known
  const table = new Map<string, number[]>()
  tables.set(charset, table)
  const decoder = new TextDecoder(charset)
  const add = (bytes: number[]) => {
    const char = decoder.decode(Uint8Array.from(bytes))
    if ([...char].length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, bytes)
  }
  for (let byte = 0x80; byte <= 0xff; byte++) add([byte])
  if (!PAIRED.has(charset)) return table
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) add([lead, trail])
  return table
}
