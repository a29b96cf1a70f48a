import {
  html as parse5Html,
  parseFragment,
  type Token,
  type TreeAdapter,
  type TreeAdapterTypeMap,
} from 'parse5'

/**
 * The tree that the sanitiser works on: parse5's tree construction (WHATWG HTML, section 13.2.6) over linked
 * nodes. Child lists as arrays make foster parenting quadratic, and unbounded depth makes every scope check
 * linear. Linked nodes and limits keep hostile markup cheap.
 */

export type MailNode = {
  /** The element name; '#text' and '#root' for the other nodes. */
  tag: string
  attrs: Token.Attribute[]
  text: string
  depth: number
  parent: MailNode | null
  first: MailNode | null
  last: MailNode | null
  prev: MailNode | null
  next: MailNode | null
}

export type TreeLimits = { maxNodes: number; maxDepth: number }

type MailTreeMap = TreeAdapterTypeMap<
  MailNode,
  MailNode,
  MailNode,
  MailNode,
  MailNode,
  MailNode,
  MailNode,
  MailNode,
  MailNode,
  MailNode
>

class TooComplex extends Error {}

/** Returns the tree of `markup`, or null when it is larger or deeper than the limits. */
export function parseMailTree(markup: string, limits: TreeLimits): MailNode | null {
  try {
    const treeAdapter = mailTreeAdapter(limits)
    // The markup is parsed as the content of a <body>, because browsers will put it there.
    const context = treeAdapter.createElement('body', parse5Html.NS.HTML, [])
    return parseFragment(context, markup, { treeAdapter, scriptingEnabled: false })
  } catch (error) {
    if (error instanceof TooComplex) return null
    throw error
  }
}

function mailTreeAdapter(limits: TreeLimits): TreeAdapter<MailTreeMap> {
  let count = 0
  const create = (tag: string, attrs: Token.Attribute[] = [], text = ''): MailNode => {
    if (++count > limits.maxNodes) throw new TooComplex()
    return { tag, attrs, text, depth: 0, parent: null, first: null, last: null, prev: null, next: null }
  }
  const link = (parent: MailNode, node: MailNode, before: MailNode | null) => {
    node.depth = parent.depth + 1
    if (node.depth > limits.maxDepth) throw new TooComplex()
    node.parent = parent
    node.next = before
    node.prev = before === null ? parent.last : before.prev
    if (node.prev === null) parent.first = node
    else node.prev.next = node
    if (before === null) parent.last = node
    else before.prev = node
  }
  const addText = (parent: MailNode, text: string, before: MailNode | null) => {
    const neighbour = before === null ? parent.last : before.prev
    if (neighbour?.tag === '#text') neighbour.text += text
    else link(parent, create('#text', [], text), before)
  }
  const nothing = () => undefined
  return {
    createDocument: () => create('#root'),
    createDocumentFragment: () => create('#root'),
    createElement: (tag, _namespace, attrs) => create(tag, attrs),
    createCommentNode: () => create('#comment'),
    createTextNode: text => create('#text', [], text),
    appendChild: (parent, node) => link(parent, node, null),
    insertBefore: link,
    insertText: (parent, text) => addText(parent, text, null),
    insertTextBefore: addText,
    detachNode: detach,
    adoptAttributes: nothing,
    // The first pass drops templates, doctypes and foreign content, so none reaches the tree.
    getTemplateContent: node => node,
    setTemplateContent: nothing,
    setDocumentType: nothing,
    setDocumentMode: nothing,
    getDocumentMode: () => parse5Html.DOCUMENT_MODE.NO_QUIRKS,
    getFirstChild: node => node.first,
    getChildNodes: childrenOf,
    getParentNode: node => node.parent,
    getAttrList: node => node.attrs,
    getTagName: node => node.tag,
    getNamespaceURI: () => parse5Html.NS.HTML,
    getTextNodeContent: node => node.text,
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is MailNode => node.tag === '#text',
    isCommentNode: (node): node is MailNode => node.tag === '#comment',
    isDocumentTypeNode: (node): node is MailNode => node.tag === '#doctype',
    isElementNode: (node): node is MailNode => !node.tag.startsWith('#'),
    setNodeSourceCodeLocation: nothing,
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: nothing,
  }
}

function detach(node: MailNode): void {
  const { parent, prev, next } = node
  if (parent === null) return
  if (prev === null) parent.first = next
  else prev.next = next
  if (next === null) parent.last = prev
  else next.prev = prev
  node.parent = null
  node.prev = null
  node.next = null
}

function childrenOf(node: MailNode): MailNode[] {
  const children: MailNode[] = []
  for (let child = node.first; child !== null; child = child.next) children.push(child)
  return children
}

/** Visits every node below `root` in document order, without recursion. */
export function walk(root: MailNode, enter: (node: MailNode) => void, leave: (node: MailNode) => void): void {
  let node: MailNode | null = root.first
  while (node !== null) {
    enter(node)
    if (node.first !== null) {
      node = node.first
      continue
    }
    leave(node)
    while (node !== null && node.next === null) {
      const parent: MailNode | null = node.parent
      node = parent === root ? null : parent
      if (node !== null) leave(node)
    }
    node = node === null ? null : node.next
  }
}
