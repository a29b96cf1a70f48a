/** Card codes as people type them: letters and figures in fours, whatever they put between. */
const LENGTH = 16

export function groupCardCode(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, LENGTH)
  return plain.match(/.{1,4}/g)?.join('-') ?? ''
}

export function isWholeCardCode(code: string): boolean {
  return code.replaceAll('-', '').length === LENGTH
}
