/** Tags of a letter in the one form in which the server writes them. */
export const TAG = /<([a-z][a-z0-9]*)((?: [a-z][a-z-]*="[^"<>]*")+)>/g
const ATTRIBUTE = / ([a-z][a-z-]*)="([^"<>]*)"/g

export function decode(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
}

export function attributesOf(source: string): Map<string, string> {
  return new Map(Array.from(source.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, value]))
}

export function writeTag(tag: string, attributes: ReadonlyMap<string, string>): string {
  return `<${tag}${Array.from(attributes, ([name, value]) => ` ${name}="${value}"`).join('')}>`
}
