import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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

/** Character maps and fonts that PDF files may refer to without carrying them; fetched one by one, when one does. */
const pdfFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
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
 * them, six at a time. What the two pages for everyone share is one file, without antd; antd is one, and what our other
 * pages share. Each of them needs only those before it: files that need each other would run in the wrong order.
 */
function fewFiles() {
  const forEveryone = new Set<string>()
  const gather = (id: string, modules: Rolldown.ChunkingContext) => {
    if (forEveryone.has(id)) return
    forEveryone.add(id)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) gather(next, modules)
  }
  return [
    {
      name: (id: string, modules: Rolldown.ChunkingContext) => {
        if (forEveryone.size === 0)
          for (const root of ['src/main.tsx', 'src/pages/home/page.tsx', 'src/pages/use/page.tsx'])
            gather(join(import.meta.dirname, root), modules)
        if (!forEveryone.has(id)) return null
        return /\/src\/pages\/(home|use)\//.exec(id)?.[1] ?? 'core'
      },
      debugName: 'for everyone',
      priority: 1,
    },
    { name: 'antd', test: /node_modules\/(antd|@ant-design|@rc-component|rc-[a-z-]+)\// },
    { name: 'shared', minShareCount: 2, test: /\/src\// },
  ]
}

export default defineConfig({
  plugins: [plainPreloadMarks(), withPdfData(), react()],
  define: { __PDF_DATA__: JSON.stringify(`/${pdfData}`) },
  build: {
    target: 'es2023',
    manifest: true,
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
