import { lookOfStyle } from '../visible/element-look.ts'
import type { MailNode } from './mail-tree.ts'

/**
 * Collects the words of each link while the tree is walked. A link may be within another, in a cell of a
 * table. Then the words belong to the inner one, because a click on them follows it.
 */

export type LinkWords = {
  node: MailNode
  /** All text within the link, with the alternative text of pictures. */
  all: string
  /**
   * The text without anything that an element's own style hides. Another style may override that, so both
   * texts are checked.
   */
  shown: string
}

type Attributes = ReadonlyMap<string, string>

/** Letters of this many pixels or fewer cannot be read. */
const TOO_SMALL = 2

function isHidden(style: string): boolean {
  const { gone, invisible, size, scale, colour } = lookOfStyle(style)
  const isTiny = (size !== undefined && size <= TOO_SMALL) || (scale !== undefined && scale <= 0.1)
  return gone === true || invisible === true || isTiny || colour === 'transparent'
}

export function createLinkWords() {
  const open: LinkWords[] = []
  let hidden: MailNode | null = null

  function addWords(text: string): void {
    const link = open.at(-1)
    if (link === undefined) return
    link.all += text
    if (hidden === null) link.shown += text
  }

  return {
    addWords,
    enter(node: MailNode, attributes: Attributes): void {
      if (node.tag === 'a' && attributes.has('href')) open.push({ node, all: '', shown: '' })
      if (open.length === 0) return
      if (hidden === null && isHidden(attributes.get('style') ?? '')) hidden = node
      if (node.tag === 'img') addWords(` ${attributes.get('alt') ?? ''} `)
    },
    /** Returns the words of the link that ends with this node. */
    leave(node: MailNode): LinkWords | null {
      if (hidden === node) hidden = null
      return open.at(-1)?.node === node ? (open.pop() ?? null) : null
    },
  }
}
