/** Encodes `text` in a legacy charset for tests, with the decoder's own table reversed. */
export function encodeAs(charset: string, text: string): Buffer {
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

function reverseTable(charset: string): Map<string, number[]> {
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(charset)
  const add = (bytes: number[]) => {
    const char = decoder.decode(Uint8Array.from(bytes))
    if ([...char].length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, bytes)
  }
  for (let byte = 0x80; byte <= 0xff; byte++) add([byte])
  if (!['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'].includes(charset)) return table
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) add([lead, trail])
  return table
}
