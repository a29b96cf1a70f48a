/** A picture in the text: one of the uploaded files, loaded with the own login. */
import { Node } from '@tiptap/core'

export type LoadPicture = (file: string) => Promise<Blob>

export const Picture = Node.create<{ load: LoadPicture }>({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addOptions() {
    return { load: () => Promise.reject(new Error('pictures cannot be loaded here')) }
  },
  addAttributes() {
    return { file: { default: '', rendered: false }, alt: { default: '' } }
  },
  parseHTML() {
    return [
      {
        tag: 'img[src^="cid:"]',
        getAttrs: element => ({ file: (element.getAttribute('src') ?? '').slice('cid:'.length) }),
      },
      { tag: 'img[data-file]', getAttrs: element => ({ file: element.getAttribute('data-file') ?? '' }) },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    return ['img', { ...HTMLAttributes, 'data-file': String(node.attrs.file) }]
  },
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('img')
      dom.alt = String(node.attrs.alt) || '图片'
      let url: string | null = null
      let gone = false
      this.options.load(String(node.attrs.file)).then(
        blob => {
          if (gone) return
          url = URL.createObjectURL(blob)
          dom.src = url
        },
        () => {
          dom.alt = '图片没有取到'
        },
      )
      return {
        dom,
        destroy() {
          gone = true
          if (url !== null) URL.revokeObjectURL(url)
        },
      }
    }
  },
})
