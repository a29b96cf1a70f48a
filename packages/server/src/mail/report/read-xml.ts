/**
 * Reads XML from strangers into a plain tree, as far as reports need it: names without their prefixes, text, no
 * attributes. It knows no document types, so that nothing is expanded or fetched, and has a bound for everything.
 */
export type XmlNode = { readonly name: string; text: string; readonly children: XmlNode[] }

const maxNodes = 300_000
const maxDepth = 20
const maxText = 1000

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name)] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

function addText(node: XmlNode, text: string): void {
  if (node.text.length < maxText) node.text += text.slice(0, maxText - node.text.length)
}

/** Skips a tag with its attributes, whose values may hold `>`. Returns the place after it; -1 without an end. */
function tagEnd(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const sign = xml.charAt(at)
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return -1
}

/** Returns the root; null for anything else than well-formed XML without a document type. */
export function readXml(xml: string): XmlNode | null {
  const top: XmlNode = { name: '', text: '', children: [] }
  const open: XmlNode[] = [top]
  let nodes = 0
  let at = 0
  while (at < xml.length) {
    const here = open.at(-1) ?? top
    const tag = xml.indexOf('<', at)
    if (tag === -1) break
    if (tag > at) addText(here, decoded(xml.slice(at, Math.min(tag, at + 2 * maxText))))
    if (xml.startsWith('<!--', tag)) {
      const end = xml.indexOf('-->', tag)
      if (end === -1) return null
      at = end + 3
    } else if (xml.startsWith('<![CDATA[', tag)) {
      const end = xml.indexOf(']]>', tag)
      if (end === -1) return null
      addText(here, xml.slice(tag + 9, end))
      at = end + 3
    } else if (xml.startsWith('<?', tag)) {
      const end = xml.indexOf('?>', tag)
      if (end === -1) return null
      at = end + 2
    } else if (xml.startsWith('<!', tag)) return null
    else {
      const end = tagEnd(xml, tag)
      if (end === -1) return null
      const inner = xml.slice(tag + 1, Math.min(end - 1, tag + 200))
      const name = /^\/?\s*(?:[\w.-]+:)?([\w.-]+)/.exec(inner)?.[1]?.toLowerCase()
      if (name === undefined) return null
      if (inner.startsWith('/')) {
        if (open.length === 1 || here.name !== name) return null
        open.pop()
      } else {
        const node: XmlNode = { name, text: '', children: [] }
        if (++nodes > maxNodes || open.length > maxDepth) return null
        here.children.push(node)
        if (xml.charAt(end - 2) !== '/') open.push(node)
      }
      at = end
    }
  }
  return open.length === 1 && top.children.length === 1 ? (top.children[0] ?? null) : null
}

export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find(child => child.name === name)
export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter(child => child.name === name) ?? []
export const textOf = (node: XmlNode | undefined, name: string): string =>
  childOf(node, name)?.text.trim() ?? ''
