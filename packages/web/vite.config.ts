import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const require = createRequire(import.meta.url)

const server = `http://127.0.0.1:${process.env.YANSHU_HTTP_PORT ?? '3000'}`

/**
 * The bundler marks each lazy import with `__VITE_PRELOAD__` and a digest; this version of Vite replaces the mark alone and
 * would leave the digest standing as a syntax error. The digest is taken off first. Harmless once both agree.
 */
function plainPreloadMarks(): Plugin {
  return {
    name: 'yanshu:plain-preload-marks',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') {
            chunk.code = chunk.code.replace(/(__VITE_PRELOAD__)[0-9a-f]{32}/g, '$1')
          }
        }
      },
    },
  }
}

/**
 * axios has two ways to make a request in a browser and takes the older, which tells how far an upload is. The other is
 * left out.
 */
function withoutFetchAdapter(): Plugin {
  return {
    name: 'yanshu:without-fetch-adapter',
    apply: 'build',
    load: {
      filter: { id: /\/axios\/lib\/adapters\/fetch\.js$/ },
      handler: () => 'export const getFetch = () => null',
    },
  }
}

/**
 * Icons are imported from one file that names all of them. To the bundler each page would need every icon; so each
 * import is made to name the files of its own icons.
 */
function iconsByThemselves(): Plugin {
  const barrel = readFileSync(require.resolve('lucide-react').replace(/cjs\/(.*)\.js$/, 'esm/$1.mjs'), 'utf8')
  const fileOf = new Map<string, string>()
  for (const [, names = '', file = ''] of barrel.matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) fileOf.set(name, file)
  return {
    name: 'yanshu:icons-by-themselves',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: 'lucide-react', id: /\/web\/src\// },
      handler(code) {
        const changed = code.replace(/import \{([^}]*)\} from "lucide-react";/g, (_, names: string) =>
          names
            .split(',')
            .map(one => one.trim().split(/ as /))
            .map(([name = '', own = name]) => {
              const file = fileOf.get(name)
              if (file === undefined) this.error(`no icon ${name}`)
              return `import ${own} from "lucide-react/icons/${file}";`
            })
            .join(''),
        )
        return { code: changed, map: null }
      },
    },
  }
}

/** Character maps and fonts that PDF files may refer to without carrying them; fetched one by one, when one does. */
const pdfFolder = dirname(require.resolve('pdfjs-dist/package.json'))
const { version: pdfVersion } = JSON.parse(readFileSync(join(pdfFolder, 'package.json'), 'utf8')) as {
  version: string
}
const pdfData = `assets/pdf-${pdfVersion}/`

function withPdfData(): Plugin {
  return {
    name: 'yanshu:pdf-data',
    apply: 'build',
    generateBundle() {
      for (const part of ['cmaps', 'standard_fonts']) {
        for (const name of readdirSync(join(pdfFolder, part))) {
          const source = readFileSync(join(pdfFolder, part, name))
          this.emitFile({ type: 'asset', fileName: `${pdfData}${part}/${name}`, source })
        }
      }
    },
  }
}

/**
 * Few files a page. Left alone, each icon that two pages share becomes a file of its own, and a page waits for seventy of
 * them, six at a time. Each name stands for what its roots need and those before it do not have; so each file needs only
 * earlier ones: files that need each other would run in the wrong order. /home is in the first, because it is where
 * most begin, and its parts would only be asked for after the first had come.
 */
const files: Readonly<Record<string, readonly string[]>> = {
  core: ['main.tsx', 'pages/home/page.tsx'],
  letters: [
    'pages/home/home-inbox.tsx',
    'pages/home/figures.tsx',
    'mail/follow-mail.ts',
    'mail/view/reading-pane.tsx',
    'mail/qr-dialog.tsx',
    'mail/shelf/account-shelf.tsx',
    'ui/linked-text.tsx',
    'ui/pop-list.tsx',
    'ui/qr-figure.tsx',
    'ui/tip-bubble.tsx',
  ],
  reading: ['mail/view/mail-view.tsx'],
  use: ['pages/use/page.tsx'],
  rules: ['mail/address/address-fields.tsx', 'pages/use/keep-form.tsx'],
}

function fewFiles() {
  const nameOf = new Map<string, string>()
  const gather = (name: string, id: string, modules: Rolldown.ChunkingContext) => {
    if (nameOf.has(id)) return
    nameOf.set(id, name)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) gather(name, next, modules)
  }
  const gatherAll = (modules: Rolldown.ChunkingContext) => {
    for (const [name, roots] of Object.entries(files))
      for (const root of roots) gather(name, join(import.meta.dirname, 'src', root), modules)
  }
  // The bundler puts what a file needs into it as well, unless a file of higher priority has it.
  const inOrder = Object.keys(files).map((name, place, names) => ({
    name: (id: string, modules: Rolldown.ChunkingContext) => {
      if (nameOf.size === 0) gatherAll(modules)
      return nameOf.get(id) === name ? name : null
    },
    debugName: name,
    priority: names.length - place,
  }))
  return [
    ...inOrder,
    { name: 'antd', test: /node_modules\/(antd|@ant-design|@rc-component|rc-[a-z-]+)\// },
    { name: 'schemas', minShareCount: 2, test: /\/contract\/src\// },
    { name: 'shared', minShareCount: 2, test: /\/web\/src\// },
  ]
}

export default defineConfig({
  plugins: [plainPreloadMarks(), withPdfData(), react(), iconsByThemselves(), withoutFetchAdapter()],
  define: { __PDF_DATA__: JSON.stringify(`/${pdfData}`) },
  build: {
    target: 'es2023',
    manifest: true,
    // Browsers that know the language of `target` know it.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: fewFiles() },
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/healthz': server,
      '/readyz': server,
      '/metrics': server,
      '/openapi.json': server,
    },
  },
})
