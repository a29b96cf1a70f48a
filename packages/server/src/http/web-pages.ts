/**
 * Serves the built web pages. Files with a hash in their name never change and are cached for ever; the page itself is
 * asked for anew each time, since it names them. Every path that is not a file or a call is the page: the browser's
 * router decides what it shows.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { manifestFile } from './app-manifest-route.ts'

/** The page, with what the browser needs to know before its first call. */
export function renderPage(template: string, permissionKey: Buffer): string {
  return template.replace(
    /(<meta name="yanshu-permission-key" content=")[^"]*(")/,
    (_, before: string, after: string) => `${before}${permissionKey.toString('base64')}${after}`,
  )
}

const year = 31_536_000

export async function serveWebPages(
  app: FastifyInstance,
  options: { webDir: string; permissionKey: Buffer },
): Promise<{ page: string | null }> {
  const file = join(options.webDir, 'index.html')
  if (!existsSync(file)) return { page: null }
  await app.register(fastifyStatic, {
    root: options.webDir,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
    // Made anew for each site.
    globIgnore: ['index.html', manifestFile, '**/*.br', '**/*.gz'],
  })
  return { page: renderPage(readFileSync(file, 'utf8'), options.permissionKey) }
}
